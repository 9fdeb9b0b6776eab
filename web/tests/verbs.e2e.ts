import { expect, test } from "@playwright/test";
import type { GameSpec } from "../src/wire/protocol";
import { usual } from "./tiers";

// No button breaks inside a word, and none leaves the place of the actions: each verb of each game in each language, on real buttons beside each other.
const SIZES = [{ width: 1440, height: 900 }, { width: 768, height: 1024 }, { width: 360, height: 740 }, { width: 740, height: 360 }] as const;
const LANGUAGES = ["en", "de", "fr", "hu"];
const TABLES = ["durak", "fuenfhundert"]; // whose buttons are shown at once: two verbs, and verbs beside one that is seldom used

for (const name of TABLES) {
  test(`no verb breaks inside a word, on the buttons of ${name}`, usual(name === "durak"), async ({ page, request }) => {
    const games = ((await (await request.get("/api/games")).json()) as GameSpec[]).map(({ game }) => game);
    const verbs: Record<string, string[]> = {};
    for (const language of LANGUAGES) {
      const texts = (await (await request.get(`/api/text/${language}.json?${games.map((game) => `game=${game}`).join("&")}&table=no`)).json()) as Record<string, unknown>;
      const keys = Object.keys(texts).filter((key) => /^[a-z_]+\.verb\.[a-z_]+$/.test(key));
      const bare = (key: string): string => [texts[`${key}.bare`], texts[key]].find((words) => typeof words === "string")?.replace(/\{[^}]*\}/g, "").replace(/\s+/g, " ").trim() ?? "";
      verbs[language] = [...new Set(keys.map(bare))].filter(Boolean);
      expect(verbs[language].length).toBeGreaterThan(40);
    }
    const { table, url } = (await (await request.post("/api/tables", { data: { game: name, seats: 2, seed: 7, pace: "instant", bots: ["random"] } })).json()) as { table: string; url: string };
    await page.addInitScript((table) => sessionStorage.setItem(`stich.made.${table}`, "wants a seat"), table);
    await page.goto(url);
    await page.locator(".offers .button").first().waitFor();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const found = await page.evaluate((verbs) => {
        const offers = document.querySelector<HTMLElement>(".offers")!;
        const real = offers.querySelector<HTMLElement>(".button")!;
        const room = offers.closest(".actions")!.getBoundingClientRect();
        const faults: string[] = [];
        for (const count of [2, 3]) {
          offers.classList.toggle("three", count === 3);
          for (const [language, labels] of Object.entries(verbs)) {
            for (const words of labels) {
              offers.replaceChildren(...Array.from({ length: count }, (_, i) => {
                const button = real.cloneNode(true) as HTMLElement;
                button.querySelector(".label > span")!.textContent = i === 0 ? words : "OK";
                return button;
              }));
              const button = offers.firstElementChild!;
              const text = button.querySelector(".label > span")!.firstChild as Text;
              for (const { 0: word, index } of words.matchAll(/[^\s-]+-?/g)) {
                const range = document.createRange();
                range.setStart(text, index);
                range.setEnd(text, index + word.length);
                if (range.getClientRects().length > 1) faults.push(`${language}, ${count} buttons: ${words} breaks in ${word}`);
              }
              const box = button.getBoundingClientRect();
              if (box.left < room.left - 1 || box.right > room.right + 1 || button.scrollWidth > button.clientWidth + 1) faults.push(`${language}, ${count} buttons: ${words} is too wide`);
            }
          }
        }
        return faults;
      }, verbs);
      expect(found, `${size.width} x ${size.height}`).toEqual([]);
      await page.reload();
      await page.locator(".offers .button").first().waitFor();
    }
  });
}
