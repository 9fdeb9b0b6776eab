/** What a selection can become covers neither the sentence nor what can be done, at four sizes, and moves nothing. */
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
      return [...document.querySelectorAll(".say .words, .actions button, .tools button, [role=option]")].filter(meets).map((one) => one.outerHTML);
    });
    expect(covered, `${width} x ${height}`).toEqual([]);
    expect(await boxes(), `${width} x ${height}`).toEqual(before);
    await page.keyboard.press("Escape");
    await expect(page.locator(".could")).toHaveCount(0);
  }
});
