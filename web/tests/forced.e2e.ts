import { expect, test, type Page } from "@playwright/test";
import { onlyLong } from "./tiers";

// What is forced plays by itself, for a person alone with bots who has not switched it off.
const lit = (page: Page) => page.locator('[role="listbox"] [role="option"]:not([aria-disabled="true"])');
const plain = (page: Page) => page.locator('.actions .offers button:not(.cards):not([aria-disabled="true"]):not([data-ahead])');

async function sitDown(page: Page, setting: string): Promise<void> {
  const made = await page.request.post("/api/tables", { data: { game: "ecarte", seed: 5, pace: "fast", bots: ["club"] } });
  const { table, url } = (await made.json()) as { table: string; url: string };
  await page.addInitScript(
    ([key, forced]) => {
      sessionStorage.setItem(key!, "wants a seat");
      localStorage.setItem("stich.forced", forced!);
      (window as unknown as { seen: string[] }).seen = [];
      new MutationObserver(() => {
        const { seen } = window as unknown as { seen: string[] };
        const words = document.querySelector(".notice")?.textContent?.trim() ?? "";
        if (words && seen.at(-1) !== words) seen.push(words);
      }).observe(document, { subtree: true, childList: true, characterData: true });
    },
    [`stich.made.${table}`, setting],
  );
  await page.goto(url);
}

/** Play on with whatever is there, until a single card is left, which is always forced, or the deal is over. */
async function playOn(page: Page): Promise<void> {
  const over = page.locator("dialog[open]");
  let begun = false;
  for (let i = 0; i < 200; i++) {
    const cards = await page.locator('[role="listbox"] [role="option"]').count();
    begun ||= cards > 1;
    if ((begun && cards <= 1) || (await over.count()) > 0) return;
    if ((await plain(page).count()) > 0) await plain(page).last().click({ timeout: 500 }).catch(() => undefined);
    else if ((await lit(page).count()) > 0) await lit(page).first().dblclick({ timeout: 500 }).catch(() => undefined);
    await page.waitForTimeout(150);
  }
}

const seen = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as { seen: string[] }).seen);

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("a forced card is announced with what is asked, and plays by itself", async ({ page }) => {
  await sitDown(page, "");
  await playOn(page);
  await expect.poll(async () => (await seen(page)).filter((words) => words.includes("Done for you in a moment"))).not.toEqual([]);
  const asked = (await seen(page)).filter((words) => words.includes("Done for you")).map((words) => words.slice(0, words.indexOf("Done for you")));
  expect(asked.every((words) => words.trim().length > 10), `what is asked is said, too: ${asked.join(" | ")}`).toBe(true);
  await expect(page.locator('[role="listbox"] [role="option"]')).toHaveCount(0, { timeout: 30_000 });
});

test("nothing plays by itself where it is switched off, and the setting is in the menu", onlyLong, async ({ page }) => {
  await sitDown(page, "off");
  await playOn(page);
  expect((await seen(page)).filter((words) => /done for you/i.test(words))).toEqual([]);
  if ((await page.locator("dialog[open]").count()) > 0) await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Settings" }).click();
  const box = page.getByRole("checkbox", { name: /Play what is forced by itself/ });
  await expect(box).not.toBeChecked();
  await box.check();
  expect(await page.evaluate(() => localStorage.getItem("stich.forced"))).toBe("");
});
