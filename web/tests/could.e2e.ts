/**
 * What a selection can become covers neither the sentence nor what can be done, at four sizes, and moves nothing. Cards in the console keep clear of its
 * edge and of its words, a phone on its side names whose each score is, the places of a bout are large on phones, and an arrow leads to whom cards are
 * passed.
 */
import { expect, test } from "@playwright/test";

const SIZES = [[1440, 900], [768, 1024], [360, 740], [740, 360]] as const;
const REST = 250; // ms after which the page has drawn itself

test("what a selection can become lies beside the sentence", async ({ page, request }) => {
  const made = await request.post("/api/tables", { data: { game: "durak", seats: 3, seed: 7, pace: "instant", bots: ["random", "random"] } });
  const { table, url } = (await made.json()) as { table: string; url: string };
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript((table) => sessionStorage.setItem(`stich.made.${table}`, "wants a seat"), table);
  await page.goto(url);
  const boxes = (): Promise<string[]> =>
    page.evaluate(() => [...document.querySelectorAll(".console > .say, .actions, .console > .tools, .held")].map((one) => JSON.stringify(one.getBoundingClientRect())));
  await expect(page.locator(".tools button").first()).toBeVisible();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(REST);
    const place = await page.locator(".pairs > *").first().evaluate((one) => one.getBoundingClientRect().width);
    expect(place, `${width} x ${height}`).toBeGreaterThan(height < 480 ? 56 : 69); // px, of a place of a bout
    const before = await boxes();
    await page.getByRole("option", { name: "6 of clubs" }).click({ position: { x: 8, y: 30 } });
    await expect(page.locator(".could button")).toHaveCount(1);
    await page.waitForTimeout(REST);
    const covered = await page.evaluate(() => {
      const could = document.querySelector(".could")!.getBoundingClientRect();
      const meets = (one: Element): boolean => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return Math.min(right, could.right) - Math.max(left, could.left) > 1 && Math.min(bottom, could.bottom) - Math.max(top, could.top) > 1;
      };
      return [...document.querySelectorAll(".say .words, .actions button, .tools button, .spot button, [role=option]")].filter(meets).map((one) => one.outerHTML);
    });
    expect(covered, `${width} x ${height}`).toEqual([]);
    expect(await boxes(), `${width} x ${height}`).toEqual(before);
    await page.keyboard.press("Escape");
    await expect(page.locator(".could")).toHaveCount(0);
  }
});

test("the open cards of the player lie clear of the edge of the console, and scores have names", async ({ page, request }) => {
  const made = await request.post("/api/tables", { data: { game: "cruzo", seats: 4, seed: 7, pace: "instant", bots: ["random", "random", "random"] } });
  const { table, url } = (await made.json()) as { table: string; url: string };
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript((table) => sessionStorage.setItem(`stich.made.${table}`, "wants a seat"), table);
  await page.goto(url);
  await expect(page.locator(".console > .row")).toBeVisible();
  await expect(page.locator(".console .own > *").last()).toBeVisible();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(REST);
    const least = await page.evaluate(() => {
      const console = document.querySelector(".console")!.getBoundingClientRect();
      const places = [...document.querySelectorAll(".console > .row > .place")].map((one) => one.getBoundingClientRect());
      const beside = [...document.querySelectorAll(".console .ribbon, .console > .say .words")].map((one) => one.getBoundingClientRect());
      const between = (a: DOMRect, b: DOMRect): number => Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
      return Math.min(...places.flatMap((one) => [console.bottom - one.bottom, one.left - console.left, ...beside.map((other) => between(one, other))]));
    });
    expect(least, `${width} x ${height}`).toBeGreaterThanOrEqual(4.5);
    const names = await page.locator(".strip dt").evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => [one.textContent, one.scrollWidth <= one.clientWidth]));
    if (width <= 768) expect(names, `${width} x ${height}`).toEqual(["You", "Mira", "Jonas", "Noor"].map((name) => [name, true]));
    if (height < 480) expect(await page.locator(".strip dt").first().evaluate((one) => parseFloat(getComputedStyle(one).fontSize))).toBeGreaterThan(9);
  }
});

test("an arrow leads from the player's place to whom they pass cards", async ({ page, request }) => {
  const made = await request.post("/api/tables", { data: { game: "hearts", seats: 4, seed: 7, pace: "instant", bots: ["random", "random", "random"] } });
  const { table, url } = (await made.json()) as { table: string; url: string };
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript((table) => sessionStorage.setItem(`stich.made.${table}`, "wants a seat"), table);
  await page.goto(url);
  await expect(page.locator(".exchange")).toBeVisible();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(REST);
    const found = await page.evaluate(() => {
      const places = [...document.querySelectorAll(".exchange > section")].map((one) => ({ name: one.getAttribute("aria-label"), box: one.getBoundingClientRect() }));
      const [own, way] = [places.at(-1)!.box, document.querySelector(".way")!.getBoundingClientRect()];
      const above = places.filter(({ box }) => box.bottom <= own.top && box.left < way.left && way.right < box.right).map(({ name }) => name);
      return { shown: way.width > 0, above, covers: way.bottom > own.top + 6 };
    });
    expect(found, `${width} x ${height}`).toEqual(height < 480 ? { shown: false, above: [], covers: false } : { shown: true, above: ["Mira"], covers: false });
  }
});
