/** Words and actions of players can be read: no sentence is cut, and none covers the name of the phase, on a phone upright and sideways. */
import { expect, test, type Page } from "@playwright/test";
import { unread } from "./shown";
import { some } from "./tiers";

const SIZES = [{ width: 360, height: 640 }, { width: 740, height: 360 }, { width: 320, height: 568 }] as const;
const TABLES = [
  { language: "en", wanted: { game: "durak", seats: 3 } },
  { language: "de", wanted: { game: "doppelkopf", preset: "family" } },
  { language: "fr", wanted: { game: "cruzo", seats: 4 } },
  { language: "hu", wanted: { game: "durak", seats: 6 } },
  { language: "de", wanted: { game: "gaigel", seats: 4 } },
  { language: "fr", wanted: { game: "herzblatt", seats: 3 } },
] as const;
const LOOKS = 8; // at each size, while bots play
const AGAIN_MS = 250; // flying cards and new words are checked again

/** What cannot be read in two checks, one after the other. */
async function lastingly(page: Page): Promise<string[]> {
  const first = await unread(page);
  if (first.length === 0) return first;
  await page.waitForTimeout(AGAIN_MS);
  const second = await unread(page);
  return second.filter((words) => first.includes(words));
}

/** How many cards of the trick do not lie whole in the window. */
const beyond = (page: Page): Promise<number> =>
  page.evaluate(() => [...document.querySelectorAll(".trick li[data-card]")].map((card) => card.getBoundingClientRect()).filter(({ left, right }) => left < 0 || right > innerWidth).length);

test("words over the phase, and words that are cut, are found", async ({ page }) => {
  await page.goto("/nothing/here");
  const shows = (html: string): Promise<string[]> => page.evaluate((inner) => void (document.body.innerHTML = `<div class="stage">${inner}</div>`), html).then(() => unread(page));
  expect(await shows('<p class="phase">Tricks</p><div class="last"><p>Jonas is Re</p></div>')).toEqual([]);
  expect(await shows('<p class="phase">Tricks</p><div class="last" style="margin-top: -30px"><p style="margin: 0">Jonas is Re</p></div>')).toEqual(["Tricks lies over Jonas is Re"]);
  const clamp = "display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1; overflow: hidden; width: 90px";
  expect(await shows(`<div class="last"><p style="${clamp}">Mira beats 2 of clubs with 5 of clubs</p></div>`)).toEqual(["cut: Mira beats 2 of clubs with 5 of clubs"]);
  const ellipsis = "overflow: hidden; text-overflow: ellipsis; white-space: nowrap; width: 90px";
  expect(await shows(`<div class="last"><p style="${ellipsis}">Mira beats 2 of clubs with 5 of clubs</p></div>`)).toEqual(["cut: Mira beats 2 of clubs with 5 of clubs"]);
});

for (const { language, wanted } of some<(typeof TABLES)[number]>(TABLES, (_, i) => i < 2)) {
  test(`what is said at ${wanted.game} can be read: ${Object.values(wanted).join(" ")}, ${language}`, async ({ browser }) => {
    test.setTimeout(120_000);
    const context = await browser.newContext({ locale: language, viewport: SIZES[0], reducedMotion: "reduce" });
    const page = await context.newPage();
    const made = await page.request.post("/api/tables", { data: { ...wanted, bots: ["beginner"], seed: 3, pace: "fast" } });
    await page.goto(((await made.json()) as { url: string }).url);
    await expect(page.locator(".stage .say")).toBeVisible({ timeout: 60_000 });
    const told = new Set<string>();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (let i = 0; i < LOOKS; i++) {
        const lost = await lastingly(page);
        if (lost.length > 0) await page.screenshot({ path: test.info().outputPath("unread.png") });
        expect(lost, `${size.width} × ${size.height}`).toEqual([]);
        expect(await beyond(page), `${size.width} × ${size.height}: of a spectator's trick, beyond the window`).toBe(0);
        for (const words of await page.locator(".stage :is(.last, .lately) p").allInnerTexts()) if (words) told.add(words);
        await page.waitForTimeout(AGAIN_MS);
      }
    }
    expect(told.size, "something was said").toBeGreaterThan(3);
    await context.close();
  });
}
