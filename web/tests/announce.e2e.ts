import { expect, test, type Page } from "@playwright/test";
import { mkdirSync } from "node:fs";
import { sideways } from "./shown";

// Doppelkopf by the tournament rules: announcements beside the turn.
const PICTURES = process.env.STICH_PICTURES ?? "";
if (PICTURES) mkdirSync(PICTURES, { recursive: true });
const shot = async (page: Page, name: string): Promise<void> => void (PICTURES && (await page.screenshot({ path: `${PICTURES}/${name}.png` })));

async function newTable(page: Page, seed: number, options: Record<string, string> = {}): Promise<void> {
  const data = { game: "doppelkopf", seats: 4, options: { rules: "tournament", ...options }, seed, pace: "fast", gather: true };
  const made = await page.request.post("/api/tables", { data });
  await page.goto(((await made.json()) as { url: string }).url);
  await page.getByRole("button", { name: "Take this seat" }).first().click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
}

const button = (page: Page, name: string | RegExp): ReturnType<Page["getByRole"]> => page.locator(".offers").getByRole("button", { name });

test("a deal by keyboard: reservation, Re off one's turn and steps, to the sheet with every point", async ({ page }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  await newTable(page, 10);
  await expect(button(page, "Healthy")).toBeVisible();
  await shot(page, "reserve-1440");
  await page.keyboard.press("h");
  const word = button(page, /^(Re|Kontra)/);
  await expect(word).toBeVisible();
  await shot(page, "announce-1440");
  const key = (await word.getAttribute("aria-keyshortcuts"))!;
  await page.keyboard.press(key);
  await expect(page.getByText(/You: “(Re|Kontra)!”/).filter({ visible: true }).first()).toBeVisible();
  await expect(button(page, "No 90")).toBeVisible(); // the next step takes its place
  await shot(page, "said-1440");
  const sheet = page.getByRole("dialog");
  for (let n = 0; n < 150 && !(await sheet.isVisible()); n++) {
    const card = page.locator('[role="option"]:not([aria-disabled="true"])').first();
    if (await button(page, /^Play/).and(page.locator(":not([data-ahead])")).count()) {
      await card.focus();
      for (let i = 0; i < 12; i++) {
        await page.keyboard.press("Space");
        await page.keyboard.press("Enter");
        await page.waitForTimeout(120);
        if (!(await button(page, /^Play/).and(page.locator(":not([data-ahead])")).count())) break;
        await page.keyboard.press("Escape");
        await page.keyboard.press("ArrowRight");
      }
    }
    await page.waitForTimeout(400);
  }
  await expect(sheet).toContainText(/announced/);
  await shot(page, "sheet-1440");
});

for (const [width, height] of [[360, 780], [740, 360]] as const) {
  test(`announcements are within reach and cover nothing at ${width}×${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await newTable(page, 10);
    await button(page, "Healthy").click();
    const word = page.locator(".offers .aside").first(); // "Re"; "No 90" where the partner was quicker
    await expect(word).toBeVisible();
    expect(await sideways(page)).toEqual([]);
    const box = (await word.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    expect(box.height).toBeGreaterThanOrEqual(40);
    const hand = (await page.locator('[role="listbox"]').first().boundingBox())!;
    expect(box.y + box.height <= hand.y + 1 || box.y + 1 >= hand.y + hand.height).toBe(true);
    await shot(page, `announce-${width}`);
    await button(page, "Higher").click();
    const step = page.getByRole("dialog").getByRole("button", { name: "No 60" });
    await expect(step).toBeVisible();
    await shot(page, `higher-${width}`);
    await step.click();
    await expect(page.getByText("no 60!”").first()).toBeAttached();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await shot(page, `said-${width}`);
  });
}
