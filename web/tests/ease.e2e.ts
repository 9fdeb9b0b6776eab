import { expect, test, type Locator, type Page } from "@playwright/test";
import { clean } from "./axe";
import { Line } from "./line";

// What a hand can do beyond single taps, against real bots. The deal is known by its seed: seat 0 is dealt what
// makes it the Chimera, and leads with twenty cards.
const cards = (page: Page): Locator => page.getByRole("listbox").getByRole("option");
const chosen = (page: Page): Promise<string[]> => cards(page).and(page.locator("[aria-selected=true]")).evaluateAll((all) => all.map((card) => card.getAttribute("aria-label") ?? ""));
const play = (page: Page): Locator => page.getByRole("button", { name: /^Play/ });

async function sitDown(page: Page, asked: Record<string, unknown> = {}): Promise<void> {
  const made = await page.request.post("/api/tables", { data: { game: "chimera", seed: 5, pace: "fast", ...asked } });
  const { table, url } = (await made.json()) as { table: string; url: string };
  await page.addInitScript((key) => sessionStorage.setItem(key, "wants a seat"), `stich.made.${table}`);
  await page.goto(url);
  await page.getByRole("button", { name: /^Bid 40/ }).click();
  await expect(cards(page)).toHaveCount(20);
  await expect(play(page)).toBeVisible();
}

/** The visible corner of a card, whose right side the next card covers, and the lower row its lower part. */
async function at(card: Locator): Promise<{ x: number; y: number }> {
  const box = (await card.boundingBox())!;
  return { x: box.x + 14, y: box.y + 16 };
}

async function drag(page: Page, from: number, to: number): Promise<void> {
  const [start, end] = [await at(cards(page).nth(from)), await at(cards(page).nth(to))];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 6 });
  await page.mouse.up();
}

test("draw over cards, tap twice, take back, ask for advice, learn why not", async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  await sitDown(page);
  const names = await cards(page).evaluateAll((all) => all.map((card) => card.getAttribute("aria-label")));

  // a strip is selected, and deselected in the same way
  await drag(page, 0, 1);
  expect(await chosen(page)).toEqual(names.slice(0, 2));
  await drag(page, 1, 0);
  expect(await chosen(page)).toEqual([]);

  // cards that are no combination: the table says why, and they stay selected
  await drag(page, 0, 1);
  await play(page).click({ force: true });
  await expect(page.getByRole("alert").locator(".notice", { hasText: "no combination" })).toBeVisible();
  expect(await chosen(page)).toEqual(names.slice(0, 2));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);

  // the hand in the other order, with the focus on the same card
  await cards(page).nth(0).focus();
  await page.keyboard.press("g");
  await expect(page.getByRole("button", { name: "Sort by combinations" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("[role=option]:focus")).toHaveAttribute("aria-label", names[0]!);
  await page.keyboard.press("g");

  // advice: marked, said, and on the second press chosen
  await page.keyboard.press("t");
  const tipped = page.getByRole("option", { name: /, suggested$/ });
  await expect(tipped.first()).toBeVisible();
  const advised = await tipped.count();
  await clean(page, "advice", { themes: false });
  await page.keyboard.press("t");
  expect(await chosen(page)).toHaveLength(advised);
  await page.keyboard.press("Escape");

  // two quick taps play a card; taking it back brings it back
  const first = await at(cards(page).nth(0));
  await page.mouse.dblclick(first.x, first.y);
  await expect(cards(page)).toHaveCount(19);
  await expect(page.getByRole("button", { name: "Take back" })).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(cards(page)).toHaveCount(20);
  expect(await cards(page).evaluateAll((all) => all.map((card) => card.getAttribute("aria-label")))).toEqual(names);

  // what is still out; all keys
  await page.keyboard.press("l");
  await expect(page.getByRole("dialog").getByText("Cards still out")).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("cell").first()).toHaveText(/in your hand|still out/);
  await clean(page, "cards still out", { themes: false });
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog").getByText("Enter")).toBeVisible();
  await clean(page, "keys", { themes: false });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test.describe("by touch", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("a finger drawn along the hand takes cards, one drawn upwards lays them on the table", async ({ page }) => {
    await sitDown(page);
    const finger = await page.context().newCDPSession(page);
    const touch = (type: string, point?: { x: number; y: number }): Promise<unknown> =>
      finger.send("Input.dispatchTouchEvent", { type: type as "touchStart", touchPoints: point ? [point] : [] });
    const [from, to] = [await at(cards(page).nth(1)), await at(cards(page).nth(4))];
    await touch("touchStart", from);
    for (let step = 1; step <= 6; step++) await touch("touchMove", { x: from.x + ((to.x - from.x) * step) / 6, y: from.y });
    await touch("touchEnd");
    const taken = await chosen(page);
    expect(taken.length).toBeGreaterThan(1);
    const held = await cards(page).count();
    await touch("touchStart", from);
    for (let step = 1; step <= 6; step++) await touch("touchMove", { x: from.x + 2, y: from.y - 12 * step });
    await touch("touchEnd");
    await expect(cards(page)).toHaveCount(held - taken.length);
    expect(await chosen(page)).toEqual([]);
  });
});

test("a choice made ahead of the turn is sent when it comes, and can be taken back before", async ({ page }) => {
  const line = await Line.of(page);
  await sitDown(page, { pace: "slow" });
  await cards(page).nth(0).focus();
  await page.keyboard.press("Space");
  await play(page).click();
  const pass = page.locator(".offers [data-ahead]", { hasText: "Pass" });
  await expect(pass).toHaveAttribute("aria-pressed", "false");
  line.hold(); // however long the rest takes, the turn has not come yet
  await pass.click();
  await expect(pass).toHaveAttribute("aria-pressed", "true");
  await pass.click();
  await expect(pass).toHaveAttribute("aria-pressed", "false");
  await pass.click();
  line.release();
  await expect(page.getByRole("region", { name: "History" }).getByText("You pass").first()).toBeVisible({ timeout: 20_000 });
});
