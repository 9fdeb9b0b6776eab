import { expect, test } from "@playwright/test";
import { clean } from "./axe";
import { usual } from "./tiers";

/** What happened at the table as small cards, and a finished round again while the match goes on: by mouse, by keys, on a phone. */
const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
];

for (const viewport of WIDTHS) {
  test(`a finished round is looked at again, and the turn is not missed, ${viewport.width} px`, usual(viewport.width === 360), async ({ page, request }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: "reduce" });
    const made = await request.post("/api/tables", { data: { game: "ecarte", seed: 3, pace: "instant", bots: ["random"] } });
    const { url } = (await made.json()) as { url: string };
    await page.goto(url);
    await page.getByRole("button", { name: "Take this seat" }).first().click();
    const sheet = page.getByRole("dialog", { name: "Score sheet" });
    const ended = page.locator("[data-end]");
    // play one round, whatever is offered
    await expect(async () => {
      if (await ended.isVisible()) return;
      const offers = page.locator('.actions .offers button:not(.cards):not([aria-disabled="true"]):not([data-ahead])');
      const cards = page.locator('[role="listbox"] [role="option"]:not([aria-disabled="true"])');
      if (await offers.count()) await offers.last().click({ timeout: 500 });
      else if (await cards.count()) await cards.first().dblclick({ timeout: 500 });
      expect(await ended.isVisible()).toBe(true);
    }).toPass({ timeout: 40_000, intervals: [150] });
    await ended.getByRole("button", { name: "Score sheet" }).click();
    await sheet.getByRole("button", { name: "Look at round 1 again" }).click();
    const again = page.getByRole("dialog", { name: "Round 1, once more" });
    await expect(again).toBeVisible();
    await expect(again.getByText("The table is waiting for you")).toBeVisible();
    await expect(again.getByRole("slider")).toHaveAttribute("min", "0");
    await again.getByRole("button", { name: "One step on" }).or(again.locator(".controls .icon-button").nth(4)).first().click();
    await expect(again.locator(".caption")).toContainText("1/");
    await page.keyboard.press("End");
    await expect(again.locator(".scrub input")).not.toHaveValue("1");
    await clean(page, "again");
    await page.keyboard.press("Escape");
    await expect(again).toBeHidden();
    await sheet.getByRole("button", { name: /Next round/ }).click();

    // the next round runs; the story has the way to the last one, and the sign says when one is asked
    if (viewport.width < 1101) await page.locator(".strip").getByRole("button", { name: "History" }).click();
    const story = page.locator(".story");
    await expect(story).toBeVisible();
    await story.getByRole("button", { name: "Look at round 1 again" }).click();
    await expect(again).toBeVisible();
    await expect(again.getByRole("status").first()).toHaveText(/The table is waiting for you|The match goes on meanwhile/);
    await again.getByRole("button", { name: "Back to the table" }).click();
    await expect(again).toBeHidden();
    if (viewport.width < 1101) await page.keyboard.press("Escape");
    await expect(page.locator('[role="listbox"]')).toBeVisible(); // still in the seat
  });
}

test("the story by keys: rows open and close, newest first", async ({ page, request }) => {
  await page.setViewportSize(WIDTHS[0]!);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const made = await request.post("/api/tables", { data: { game: "fuenfhundert", seed: 5, pace: "instant", bots: ["random"] } });
  await page.goto(((await made.json()) as { url: string }).url);
  await page.getByRole("button", { name: "Take this seat" }).first().click();
  const rows = page.locator(".story button.row");
  await expect(async () => {
    const cards = page.locator('[role="listbox"] [role="option"]:not([aria-disabled="true"])');
    if (await cards.count()) await cards.first().dblclick({ timeout: 500 });
    expect(await rows.count()).toBeGreaterThan(3);
  }).toPass({ timeout: 30_000, intervals: [150] });
  const names = async (): Promise<string[]> => (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
  const before = await names();
  await expect(async () => {
    const cards = page.locator('[role="listbox"] [role="option"]:not([aria-disabled="true"])');
    if (await cards.count()) await cards.first().dblclick({ timeout: 500 });
    expect((await names()).length).toBeGreaterThan(before.length);
  }).toPass({ timeout: 30_000, intervals: [150] });
  expect((await names()).at(-1), "the oldest stays the last").toBe(before.at(-1));
  const expanded = page.locator('.story button.row[aria-expanded="true"]');
  await rows.first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(expanded).toHaveCount(1);
  await expect(page.locator(".story .large [role=img]").first()).toBeVisible();
  await expect(page.locator('.story button.row[tabindex="0"]')).toHaveCount(1);
  await clean(page, "again");
  await page.keyboard.press("Escape");
  await expect(expanded).toHaveCount(0);
});
