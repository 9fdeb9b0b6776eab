/** Before the texts of a page have come nothing on it, seen or only spoken, is the key of a text. */
import { expect, test, type Page } from "@playwright/test";
import { onlyLong } from "./tiers";

const LATE = 700; // ms that texts are on their way
const SAID = ["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "title", "placeholder", "alt"];

/** Note every key that the page says for a moment, in words or in an attribute. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript((said) => {
    const KEY = /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$/;
    const found = new Set<string>();
    Object.assign(window, { keysSaid: found });
    const look = (where: Node): void => {
      for (const walker = document.createTreeWalker(where, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT), next = (): Node | null => walker.nextNode(); ; ) {
        const node = walker.currentNode;
        const words = node instanceof Element ? said.map((name) => node.getAttribute(name) ?? "") : /SCRIPT|STYLE/.test(node.parentElement?.tagName ?? "") ? [] : [node.nodeValue ?? ""];
        for (const word of words) if (KEY.test(word.trim())) found.add(word.trim());
        if (!next()) return;
      }
    };
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) [target, ...addedNodes].forEach(look);
      if (KEY.test(document.title)) found.add(document.title);
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: said });
  }, SAID);
  await page.route("**/api/text/**", async (route) => {
    await new Promise((done) => setTimeout(done, LATE));
    await route.continue();
  });
}

test("no page says keys for words that are still on their way", onlyLong, async ({ page, request }) => {
  test.setTimeout(120_000);
  const opened = async (wish: Record<string, unknown>): Promise<string> => ((await (await request.post("/api/tables", { data: { pace: "slow", ...wish } })).json()) as { url: string }).url;
  const [table, lobby] = [await opened({ game: "doppelkopf", bots: ["random", "random", "random"] }), await opened({ game: "chimera", gather: true })];
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message)); // two things of a list that have no words yet are still two
  const players = ["Anna", "Béla"].map((name) => ({ name, who: "person", level: "" }));
  const finished = { id: "m1", table: "t", game: "durak", at: 0, seat: 0, players, scores: [1, 0], winners: [0], deals: 2, fewest: false, places: [], preset: "", lesson: false, daily: "", seeded: true, rated: true, called_off: true };
  const kept = Array.from({ length: 9 }, (_, i) => ({ id: `k${i}`, game: "durak", at: i, players: 3, place: 1 + (i % 3), last: 3, preset: "" }));
  await page.addInitScript((matches) => localStorage.setItem("stich.statistics", JSON.stringify({ matches, erased: 0 })), kept);
  await page.route("**/api/matches*", (route) => route.fulfill({ json: [finished] }));
  await listen(page);
  for (const path of ["/", table, lobby, "/t/nosuchtable0", "/rules/durak", "/matches", "/statistics", "/me", "/review/nothing", "/watch/nothing", "/no/such/page"]) {
    await page.goto(path);
    await expect(page.locator(".wordless")).toHaveCount(0);
    await expect(page.locator("header.bar")).toBeVisible();
    await page.waitForTimeout(2 * LATE); // the texts of games come after those of the page
    expect(await page.evaluate(() => [...(window as unknown as { keysSaid: Set<string> }).keysSaid]), path).toEqual([]);
    expect(complaints, path).toEqual([]);
  }
});
