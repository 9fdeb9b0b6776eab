import { expect, test, type Page } from "@playwright/test";
import { mkdirSync } from "node:fs";
import { keyboard, playMatch } from "./player";
import { amiss, sideways } from "./shown";
import { onlyLong, usual } from "./tiers";

// Doppelkopf by the tournament rules: announcements beside the turn.
const PICTURES = process.env.STICH_PICTURES ?? "";
if (PICTURES) mkdirSync(PICTURES, { recursive: true });
const shot = async (page: Page, name: string): Promise<void> => void (PICTURES && (await page.screenshot({ path: `${PICTURES}/${name}.png` })));

async function newTable(page: Page, seed: number, options: Record<string, string> = {}): Promise<void> {
  const data = { game: "doppelkopf", seats: 4, options: { rules: "tournament", ...options }, seed, pace: "instant", gather: true };
  const made = await page.request.post("/api/tables", { data });
  await page.goto(((await made.json()) as { url: string }).url);
  await page.getByRole("button", { name: "Take this seat" }).first().click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
}

const button = (page: Page, name: string | RegExp): ReturnType<Page["getByRole"]> => page.locator(".offers").getByRole("button", { name });

test("a deal by keyboard: reservation, Re out of turn and steps, to the sheet with every point", onlyLong, async ({ page }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  await newTable(page, 10);
  await expect(button(page, "Healthy")).toBeVisible();
  await shot(page, "reserve-1440");
  await page.keyboard.press("h");
  const words = page.locator(".offers .aside");
  await expect(words).not.toHaveCount(0);
  await shot(page, "announce-1440");
  const mine = page.getByText(/You: “.*!”/).filter({ visible: true }).first();
  await expect(async () => {
    // "Re", or the next step if the partner was quicker, even at the last moment.
    const [key, label] = await words.first().evaluate((first) => [first.getAttribute("aria-keyshortcuts")!, first.querySelector(".label")!.textContent!.trim()]);
    await page.keyboard.press(key!);
    await expect(mine).toContainText(label!, { ignoreCase: true, timeout: 3000 });
    await expect(button(page, new RegExp(`^${label}$`))).toHaveCount(0); // the next step takes its place
  }).toPass();
  await expect(words).not.toHaveCount(0);
  await shot(page, "said-1440");
  await playMatch(page, keyboard, { choose: () => -1, deals: 1 });
  await expect(page.locator("[data-end]")).toContainText(/announced/);
  await shot(page, "sheet-1440");
});

for (const [width, height] of [[360, 780], [740, 360]] as const) {
  test(`announcements are within reach and cover nothing at ${width}×${height}`, usual(width === 740), async ({ page }) => {
    await page.setViewportSize({ width, height });
    await newTable(page, 10);
    await button(page, "Healthy").click();
    const word = page.locator(".offers .aside").first(); // "Re"; "No 90" if the partner was quicker.
    await expect(word).toBeVisible();
    expect(await sideways(page)).toEqual([]);
    await page.evaluate(() => scrollTo(0, 0));
    expect(await amiss(page)).toEqual([]);
    const hand = await page.locator('[role="listbox"]').first().evaluate((element) => element.getBoundingClientRect().top);
    expect(hand + 30, "rank and suit are seen without scrolling").toBeLessThanOrEqual(height);
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
