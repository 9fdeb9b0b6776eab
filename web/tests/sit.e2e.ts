/** The buttons with which a spectator takes the seat of a bot are whole, and lie over no other seat: in the language with the longest words. */
import { expect, test } from "@playwright/test";
import { misfits } from "./fits";

const SIZES = [[600, 960], [768, 1024], [1440, 900], [360, 740]] as const;

test("a spectator can take a seat in every window", async ({ browser, request }) => {
  const made = await request.post("/api/tables", { data: { game: "doppelkopf", pace: "slow", bots: ["random", "random", "random"] } });
  const { url } = (await made.json()) as { url: string };
  const host = await browser.newContext({ locale: "en" });
  const first = await host.newPage();
  await first.goto(url);
  await first.getByRole("button", { name: "Take this seat" }).first().click();
  await expect(first.getByRole("listbox").getByRole("option")).not.toHaveCount(0);
  const context = await browser.newContext({ locale: "fr", viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole("button", { name: "Regarder seulement" }).click();
  await expect(page.locator(".sit")).toHaveCount(3);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => misfits(page, width < 600), { message: `${width} px`, intervals: [100, 300, 1000] }).toEqual([]);
  }
  await Promise.all([host.close(), context.close()]);
});
