/** Advice covers nothing that it is about: neither the sentence nor buttons, tools or the hand, on a phone upright and on its side. */
import { expect, test, type Page } from "@playwright/test";
import { existsSync, readdirSync } from "node:fs";
import type { GameSpec } from "../src/wire/protocol";
import { usual } from "./tiers";

const USUAL = ["frustration", "doppelkopf"];
const GAMES = ["../src/stich/games", "../tests/games"].flatMap((folder) => readdirSync(folder).filter((game) => existsSync(`${folder}/${game}/rules.py`)));
const SIZES = [{ width: 740, height: 360 }, { width: 360, height: 740 }] as const;
const DECISIONS = 5;
const REST = 250; // ms after which the page has drawn itself

/** What the message beside the hand lies over. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const [notice] = [...document.querySelectorAll(".notice")].map((one) => one.getBoundingClientRect());
    if (!notice) return ["no advice is shown"];
    const outside = notice.left < 0 || notice.top < 0 || notice.right > innerWidth || notice.bottom > innerHeight;
    const over = [...document.querySelectorAll<HTMLElement>(".say .words, .offers .button, .back button, .tools button, .held [role=option]")].filter((one) => {
      const { left, right, top, bottom, width } = one.getBoundingClientRect();
      return width > 1 && one.checkVisibility({ visibilityProperty: true }) && Math.min(right, notice.right) - Math.max(left, notice.left) > 1 && Math.min(bottom, notice.bottom) - Math.max(top, notice.top) > 1;
    });
    return [...(outside ? ["it is cut"] : []), ...over.map((one) => `over ${one.className} ${(one.getAttribute("aria-label") ?? one.innerText).slice(0, 40)}`)];
  });
}

for (const name of GAMES) {
  test(`advice in ${name} covers nothing`, usual(USUAL.includes(name)), async ({ page, request }) => {
    test.setTimeout(120_000);
    const game = ((await (await request.get("/api/games")).json()) as GameSpec[]).find((spec) => spec.game === name)!;
    const seats = game.seats[0]!;
    const bots = game.bots.length > 2 ? game.bots[1]! : game.bots[0]!;
    const made = await request.post("/api/tables", { data: { game: name, seats, seed: 7, pace: "instant", bots: Array.from({ length: seats - 1 }, () => bots) } });
    const { table, url } = (await made.json()) as { table: string; url: string };
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript((table) => {
      sessionStorage.setItem(`stich.made.${table}`, "wants a seat");
      localStorage.setItem("stich.forced", "off");
    }, table);
    await page.setViewportSize(SIZES[1]);
    await page.goto(url);
    const hint = page.locator(".tools button").first();
    await expect(hint).toBeVisible();
    const found: string[] = [];
    for (let decision = 0; decision < DECISIONS; decision++) {
      if (!(await hint.isVisible())) break; // the deal has ended
      await expect(hint).not.toHaveAttribute("aria-disabled", "true");
      await hint.click();
      await expect(page.locator(".notice")).toBeVisible();
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.waitForTimeout(REST);
        found.push(...(await covered(page)).map((fault) => `${decision} ${size.width} x ${size.height}: ${fault}`));
      }
      await hint.click(); // its cards are selected, or its button has the focus
      await page.keyboard.press("Enter");
      await page.waitForTimeout(3 * REST);
    }
    expect(found).toEqual([]);
  });
}
