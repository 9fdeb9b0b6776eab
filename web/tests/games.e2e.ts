import { expect, test } from "@playwright/test";
import { keyboard, mouse, playMatch } from "./player";

// Two games that the page has never heard of, from tests/games: a trick game for two with a stock, and one with equal cards, melds
// on the table and a window in which somebody may act out of turn. What is tested is that the generic stage is enough for them.
for (const [tile, hands] of [["Schnapsen", mouse], ["Rummy", keyboard]] as const) {
  test(`a whole match of ${tile} through the generic stage`, async ({ page }) => {
    test.setTimeout(400_000);
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.addInitScript(() => localStorage.setItem("stich.pace", "instant"));
    await page.goto("/");
    await page.getByRole("button", { name: new RegExp(`^${tile}`) }).click();
    const deals = page.getByLabel(/^Deals/);
    if (await deals.count()) await deals.fill("1");
    await page.getByRole("button", { name: new RegExp(`^Play ${tile}.* now$`) }).click();
    await page.waitForURL(/\/t\//);
    // lay down rather than draw for ever: of several buttons the last one
    const played = await playMatch(page, hands, { choose: (labels) => Math.max(0, labels.findIndex((label) => !/pass|close/i.test(label))) });
    expect(played.decisions).toBeGreaterThan(5);
    await expect(page.locator("dialog .won")).toBeVisible();
    expect(complaints).toEqual([]);
  });
}
