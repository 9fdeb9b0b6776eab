import { expect, test } from "@playwright/test";
import { clean } from "./axe";
import { cramped } from "./cramped";
import { usual } from "./tiers";

// A seat opens by Enter and by a press, in every window, and says what is known of it; nothing moves, and the focus goes back. The first game with
// every change; one of them has twelve players, one a row of cards before each, one shelves.
const TABLES = [["gaigel", 4], ["cruzo", 4], ["durak", 6], ["frustration", 4], ["cruzo", 12]] as const;
const SIZES = [[1440, 900], [768, 1024], [360, 740], [740, 360]] as const;

for (const [i, [game, seats]] of TABLES.entries()) {
  test(`a seat opens: ${game}, ${seats} players`, usual(i === 0), async ({ page, request }) => {
    const bots = Array.from({ length: seats - 1 }, () => "random");
    const made = await request.post("/api/tables", { data: { game, seats, seed: 7, pace: "instant", bots } });
    const { table, url } = (await made.json()) as { table: string; url: string };
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript((table) => sessionStorage.setItem(`stich.made.${table}`, "wants a seat"), table);
    await page.goto(url);
    for (const [width, height] of SIZES) {
      const where = `${game} at ${width} x ${height}`;
      await page.setViewportSize({ width, height });
      const chair = page.locator("[data-seat]").first();
      const button = chair.locator("> button");
      await button.waitFor();
      const before = await chair.boundingBox();
      await button.focus();
      await page.keyboard.press("Enter");
      const dialog = page.locator("dialog[open]");
      await dialog.waitFor();
      expect(await dialog.locator("h2").textContent(), where).toBe(await chair.locator(".who > b").evaluate((name) => name.firstChild?.textContent));
      expect(await dialog.locator(".entry").count(), `${where}: what is known`).toBeGreaterThan(0);
      expect(await cramped(page), where).toEqual([]);
      await clean(page, where, { themes: i === 0 });
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await expect(button, where).toBeFocused();
      expect(await chair.boundingBox(), `${where}: nothing moves`).toEqual(before);
      await button.click();
      await dialog.waitFor();
      await dialog.locator(".icon-button").click();
    }
  });
}
