import { expect, type Page, test } from "@playwright/test";

// A table shows its cards with a part of its texts, and fetches the others afterwards: nobody sees the difference.

const MOST = 90_000; // bytes on the wire before the first card, with headers, page and texts
const WHOLE = /\/api\/text\/\w+\.json\?(?!.*part=)/;

const shown = (page: Page): Promise<string[]> => page.evaluate(() => document.querySelector("main")!.innerText.split("\n"));

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

test("a table says the same before its last texts have come", async ({ page }) => {
  test.slow();
  const games = ((await (await page.request.get("/api/games")).json()) as { game: string }[]).map(({ game }) => game);
  expect(games.length).toBeGreaterThan(10);
  for (const game of games) {
    const release = await opened(page, game);
    await page.waitForTimeout(300); // the dialogs have come, which bring no words to the felt
    expect(await nameless(page), game).toEqual([]);
    const before = await shown(page);
    const rest = page.waitForResponse(WHOLE);
    release();
    await rest;
    await page.waitForTimeout(100);
    const after = await shown(page);
    const gone = before.filter((words) => !after.includes(words));
    expect([gone, after.filter((words) => !before.includes(words))], game).toEqual([[], []]);
  }
});

test("before the first card no more than 90 kB come over the wire", async ({ page }) => {
  await opened(page, "doppelkopf"); // its texts are the longest
  const loads = await page.evaluate(() => {
    const all = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const drawn = all.find(({ name }) => name.includes("/dialogs-"))!.startTime; // they are asked for when the stage has been drawn
    const before = [...(performance.getEntriesByType("navigation") as PerformanceResourceTiming[]), ...all].filter(({ responseEnd }) => responseEnd <= drawn);
    return before.map(({ name, transferSize }): [string, number] => [name.replace(/.*\//, ""), transferSize]);
  });
  const bytes = loads.reduce((sum, [, size]) => sum + size, 0);
  expect(loads.filter(([name]) => name.includes("part=first"))).toHaveLength(2);
  expect(bytes, JSON.stringify(loads)).toBeLessThanOrEqual(MOST);
  expect(bytes).toBeGreaterThan(MOST / 2); // or nothing was counted
});
