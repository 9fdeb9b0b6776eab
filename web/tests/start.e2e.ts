/** The start page: games first, filters, unfinished matches, the daily deal, statistics; by mouse, touch and keys, at every size. */
import { expect, test, type Page } from "@playwright/test";
import { clean } from "./axe";
import { keyboard, playMatch } from "./player";
import { LONG, onlyLong } from "./tiers";

const SIZES = [[1440, 900], [768, 1024], [360, 740], [740, 360], [320, 640]] as const;

/** A table that this browser has made and sits down at. */
async function table(page: Page, wish: Record<string, unknown>): Promise<string> {
  const made = await page.request.post("/api/tables", { data: { pace: "instant", ...wish } });
  const { table: name } = (await made.json()) as { table: string };
  if (page.url() === "about:blank") await page.goto("/rules/chimera");
  await page.evaluate((id) => sessionStorage.setItem(`stich.made.${id}`, "wants a seat"), name); // as the start page leaves it
  await page.goto(`/t/${name}`);
  return name;
}

test.use({ contextOptions: { reducedMotion: "reduce" }, locale: "en" });

test("tiles are in the first screen at every size, and nothing sticks out", async ({ page }) => {
  await page.goto("/");
  const tiles = page.locator(".tile");
  await expect(tiles.first()).toBeVisible();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    const whole = (): Promise<number> => tiles.evaluateAll((all) => all.filter((tile) => tile.getBoundingClientRect().bottom <= innerHeight).length);
    await expect.poll(whole, { message: `${width} × ${height}` }).toBeGreaterThanOrEqual(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} × ${height}`).toBeLessThanOrEqual(width);
    if (LONG || width === 360) await clean(page, `start page, ${width} × ${height}`);
  }
});

test("games are found by keys alone; the count says how many, and one button leads back", async ({ page }) => {
  await page.goto("/");
  const tiles = page.locator(".tile");
  await expect(tiles.first()).toBeVisible();
  const all = await tiles.count();
  await page.getByRole("searchbox", { name: "Find a game" }).focus();
  await page.keyboard.type("ecarte");
  await expect(tiles).toHaveCount(1);
  await expect(page.getByRole("status").filter({ hasText: `1 of ${all} games` })).toBeVisible();
  await page.keyboard.press("Tab"); // to the numbers of players
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "for 2 players" })).toBeFocused();
  await page.getByRole("button", { name: "5 and more" }).press("Enter");
  await expect(tiles).toHaveCount(0);
  await expect(page.getByText("No game fits all of that.")).toBeVisible();
  await page.getByRole("button", { name: "Show all games" }).press("Enter");
  await expect(tiles).toHaveCount(all);
  await expect(page.getByRole("searchbox", { name: "Find a game" })).toBeFocused();
  await page.getByLabel("Kind", { exact: true }).selectOption({ label: "Sets and runs" });
  await page.getByLabel("Time", { exact: true }).selectOption({ label: "Over 30 min" });
  await expect(tiles).toHaveCount(1);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test("a tile opens below its row with presets and the way to play", async ({ page }) => {
    await page.goto("/");
    const tile = page.locator(".tile", { hasText: "Cruzo" });
    await tile.tap();
    const play = page.getByRole("button", { name: "Play Cruzo now" });
    await expect(play).toBeInViewport();
    const [above, below] = [await tile.boundingBox(), await play.boundingBox()];
    expect(below!.y).toBeGreaterThan(above!.y + above!.height);
    await page.locator(".presets").getByRole("button", { name: "Quiet" }).tap();
    await play.tap();
    await expect(page.locator("header.bar")).toContainText("Quiet");
  });
});

test("a preset is chosen at the tile, and is what is dealt", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Rule set: Durak").selectOption({ label: "Passing Durak" });
  await page.getByRole("button", { name: "Play Durak now" }).click();
  await expect(page.locator("header.bar")).toContainText("Passing Durak");
});

test("an unfinished match can be left from the list", onlyLong, async ({ page }) => {
  const name = await table(page, { game: "chimera" });
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(17);
  await page.goto("/");
  const list = page.getByRole("navigation", { name: "Matches that are not finished" });
  await expect(list.getByRole("link")).toHaveAttribute("href", `/t/${name}`);
  await list.getByRole("button", { name: /Leave this table/ }).press("Enter");
  await expect(list.getByRole("button", { name: "Stay" })).toBeFocused();
  await clean(page, "leaving a table");
  await page.keyboard.press("Enter");
  await expect(list.getByRole("button", { name: /Leave this table/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await list.getByRole("button", { name: "Leave the table", exact: true }).click();
  await expect(list).toHaveCount(0);
  const left = await page.request.get(`/api/unfinished?table=${name}`);
  expect(await left.json()).toEqual([]);
  await page.reload();
  await expect(page.locator(".tile").first()).toBeVisible();
  await expect(list).toHaveCount(0);
});

test("the lobby for four has Start in the window at every size", async ({ page }) => {
  await table(page, { game: "doppelkopf", preset: "club", gather: true });
  const start = page.getByRole("button", { name: "Start" });
  await expect(page.getByRole("heading", { name: "Waiting for friends" })).toBeVisible();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await expect(start, `${width} × ${height}`).toBeInViewport({ ratio: 1 });
  }
  await expect(page.locator("body")).not.toContainText(/run\.py|stich serve|--host/);
});

test("a finished match is counted once, also in two windows, and can be erased", async ({ page, context }) => {
  test.setTimeout(120_000);
  await page.addInitScript(() => localStorage.setItem("stich.pace", "instant"));
  await table(page, { game: "farbe_und_wert", preset: "common" });
  const second = await context.newPage(); // another window of the same person
  await second.goto(page.url());
  await playMatch(page, keyboard);
  await page.goto("/statistics");
  const section = page.getByRole("region", { name: "Colour and Value" });
  await expect(section.locator(".latest li")).toHaveCount(1);
  await page.reload();
  await second.goto("/statistics");
  for (const one of [page, second]) await expect(one.getByRole("region", { name: "Colour and Value" }).locator(".latest li")).toHaveCount(1);
  await clean(page, "statistics");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a file" }).click();
  expect((await saved).suggestedFilename()).toBe("stich-statistics.json");
  const file = await (await saved).path();
  await page.goto("/");
  await expect(page.locator(".tile", { hasText: "Colour and Value" })).toContainText("1 match");
  await page.goto("/statistics");
  await page.getByRole("button", { name: "Erase" }).click();
  await page.getByRole("button", { name: "Erase" }).click();
  await expect(page.getByText("No finished match yet")).toBeVisible();
  await page.reload();
  await expect(page.getByText("No finished match yet")).toBeVisible();
  for (const told of ["1 new entry read.", "0 new entries read."]) {
    const chosen = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Read a saved file" }).click();
    await (await chosen).setFiles(file);
    await expect(page.getByRole("status").filter({ hasText: told })).toBeVisible();
    await expect(section.locator(".latest li")).toHaveCount(1);
  }
});

test("the daily deal counts once, has no rematch, and its result is copied", async ({ page, context }) => {
  test.setTimeout(120_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => localStorage.setItem("stich.pace", "instant"));
  await page.goto("/");
  const daily = page.getByRole("region", { name: /^Daily deal/ });
  await daily.getByRole("combobox").selectOption("farbe_und_wert");
  await daily.getByRole("button", { name: "Play the daily deal" }).click();
  await page.waitForURL(/\/t\//);
  await expect(page.locator("header.bar")).toContainText("Daily deal");
  const address = page.url();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("stich.daily"))).not.toBeNull();
  await page.goto("/");
  await daily.getByRole("combobox").selectOption("farbe_und_wert");
  await daily.getByRole("button", { name: "Continue the daily deal" }).click();
  await page.waitForURL(address);
  await playMatch(page, keyboard);
  const dialog = page.getByRole("dialog");
  await page.locator("[data-end]").getByRole("button", { name: "Score sheet" }).click();
  await expect(dialog.getByText("Your result of")).toBeVisible();
  await expect(dialog.getByRole("button", { name: /Rematch|Play again/ })).toHaveCount(0);
  await clean(page, "the end of a daily deal", { themes: true });
  await dialog.getByRole("button", { name: "Copy the result" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^stich ♠♥♦♣ \d{4}-\d\d-\d\d\nColour and Value · [12]\/2 · .*\n[▲=▼]$/);
  await page.goto("/");
  await daily.getByRole("combobox").selectOption("farbe_und_wert");
  await expect(daily.getByRole("textbox", { name: "Text to share" })).toHaveValue(copied);
  await expect(daily.getByRole("button", { name: "Play it again (does not count)" })).toBeVisible();
  await page.goto("/statistics");
  await expect(page.getByRole("region", { name: "Daily deals" })).toContainText("Colour and Value");
  await expect(page.getByRole("region", { name: "Colour and Value", exact: true })).toHaveCount(0);
});
