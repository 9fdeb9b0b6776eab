import { type Browser, expect, type Page, test } from "@playwright/test";
import { Line } from "./line";
import { some } from "./tiers";

// A table shows its cards with a part of its texts, and fetches the others afterwards: nobody sees the difference.

const MOST = 91_500; // bytes on the wire before the first card, with headers, page and texts
const HANDLESS = ["farbe_und_wert"]; // its first card is a stack on the felt, which comes in a part of its own
// What is shown before the last texts is compared in games of several kinds for every change, and in all before a release.
const USUAL = ["chimera", "doppelkopf", "durak", "frustration", "hearts"];
const WHOLE = /\/api\/text\/\w+\.json\?(?!.*part=)/;

const shown = (page: Page): Promise<string[]> => page.evaluate(() => document.querySelector("main")!.innerText.split("\n"));

/** What is shown when nothing more comes. */
async function settled(page: Page): Promise<string[]> {
  for (let last = await shown(page); ; ) {
    await page.waitForTimeout(250);
    const now = await shown(page);
    if (now.join() === last.join()) return now;
    last = now;
  }
}

/** What is seen and can be pressed or read, and has an empty name. */
const nameless = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...document.querySelectorAll<HTMLElement>('[title=""], [aria-label=""]')].filter((one) => one.checkVisibility({ visibilityProperty: true })).map(({ outerHTML }) => outerHTML.slice(0, 160)));

/** Open a table of a game where the first decision is the person's or a bot's; texts that come later wait for `release`. */
async function opened(page: Page, game: string): Promise<() => void> {
  const made = await page.request.post("/api/tables", { data: { game, seed: 3, pace: "slow" } });
  const { table, url } = (await made.json()) as { table: string; url: string };
  await page.addInitScript((table) => sessionStorage.setItem(`stich.made.${table}`, "wants a seat"), table);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(WHOLE, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(url);
  await expect(page.locator("main .card").first()).toBeVisible();
  return release;
}

/** What a table shows only before its last texts have come, or only afterwards. */
async function difference(page: Page, line: Line, game: string): Promise<string[]> {
  line.release();
  const release = await opened(page, game);
  for (const late of [".tools", ".rail"]) await expect(page.locator(`.stage ${late}`)).toBeVisible();
  line.hold(); // what bots play meanwhile would be a difference, too
  const before = await settled(page); // the marks have come, and the dialogs, which bring no words to the felt
  const empty = await nameless(page);
  const rest = page.waitForResponse(WHOLE);
  release();
  await rest;
  const after = await settled(page);
  return [...empty, ...before.filter((words) => !after.includes(words)), ...after.filter((words) => !before.includes(words))];
}

test("a table says the same before its last texts have come", async ({ page }) => {
  test.slow();
  const line = await Line.of(page);
  const games = ((await (await page.request.get("/api/games")).json()) as { game: string }[]).map(({ game }) => game);
  expect(games.length).toBeGreaterThan(10);
  for (const game of some(games, (game) => USUAL.includes(game))) expect(await difference(page, line, game), game).toEqual([]);
});

type Load = [name: string, bytes: number];

/** What comes over the wire before the first card, with nothing cached. */
async function loads(browser: Browser, game: string): Promise<Load[]> {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    const look = (): void => void (document.querySelector("main .card") ? performance.mark("card") : requestAnimationFrame(look));
    requestAnimationFrame(look);
  });
  await opened(page, game);
  await page.waitForFunction(() => performance.getEntriesByName("card").length > 0);
  const before = await page.evaluate(() => {
    const drawn = performance.getEntriesByName("card")[0]!.startTime;
    const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")] as PerformanceResourceTiming[];
    return all.filter(({ responseEnd }) => responseEnd <= drawn).map(({ name, transferSize }): Load => [name.replace(/.*\//, ""), transferSize]);
  });
  await page.close();
  return before;
}

const bytes = (loads: Load[]): number => loads.reduce((sum, [, size]) => sum + size, 0);

// On a busy machine a card can be drawn after what comes behind it: the smallest of some loads counts.
test("before the first card no more than 91.5 kB come over the wire, in any game with a hand", async ({ browser, request }) => {
  test.slow();
  const games = ((await (await request.get("/api/games")).json()) as { game: string }[]).map(({ game }) => game).filter((game) => !HANDLESS.includes(game));
  for (const game of games) {
    let least = await loads(browser, game);
    for (let again = 0; again < 4 && bytes(least) > MOST; again++) {
      const next = await loads(browser, game);
      if (bytes(next) < bytes(least)) least = next;
    }
    expect(least.filter(([name]) => name.includes("part=first")), game).toHaveLength(1);
    expect(bytes(least), `${game} ${JSON.stringify(least)}`).toBeLessThanOrEqual(MOST);
    expect(bytes(least), game).toBeGreaterThan(MOST / 2); // or nothing was counted
  }
});
