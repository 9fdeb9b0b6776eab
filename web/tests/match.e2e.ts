import { expect, test, type Page } from "@playwright/test";
import { keyboard, mouse, openSheet, playMatch, touch, type Hands } from "./player";
import { LONG, some } from "./tiers";

const MATCH_MS = 600_000;
const USUAL = 400;
const SHORT = LONG ? 120 : 20; // several deals, or mostly one; a match to the usual limit takes minutes in a browser

/** From the start page to the table: bots at once, everything else except the limit unchanged. */
async function start(page: Page, hands: Hands, limit: number): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("stich.pace", "instant"));
  await page.goto("/");
  if (limit !== USUAL) {
    await page.getByRole("spinbutton").fill(String(limit));
    await page.getByRole("spinbutton").press("Tab");
  }
  const play = page.getByRole("button", { name: "Play Chimera now" });
  await expect(play).toBeEnabled();
  await hands.press(page, play);
  await page.waitForURL(/\/t\//);
}

/** The totals of the score sheet, and who, by the page, has won. */
async function checkEnd(page: Page, hands: Hands, limit: number): Promise<void> {
  await openSheet(page, hands);
  const totals = (await page.locator("dialog .figures").last().locator("tr").last().locator("td").allInnerTexts()).map((text) =>
    Number(text.replace("−", "-").replace(",", "")),
  );
  const best = Math.max(...totals);
  expect(best).toBeGreaterThanOrEqual(limit);
  expect(totals.filter((total) => total === best)).toHaveLength(1);
  const names = await page.locator("dialog .figures").last().locator("thead th").allInnerTexts();
  await expect(page.locator(".finale .won")).toContainText(names[1 + totals.indexOf(best)]!);
}

// every change is guarded by the one with keys and moving cards; journey.e2e.ts plays a whole match by touch, too
const CASES = [
  { name: "at 360 px by touch", size: { width: 360, height: 780 }, hands: touch, mobile: true, limit: LONG ? USUAL : SHORT, moves: false },
  { name: "at 1440 px by keyboard alone", size: { width: 1440, height: 900 }, hands: keyboard, mobile: false, limit: SHORT, moves: true },
  { name: "on its side by mouse", size: { width: 740, height: 360 }, hands: mouse, mobile: false, limit: SHORT, moves: true },
] as const;

for (const { name, size, hands, mobile, limit, moves } of some<(typeof CASES)[number]>(CASES, ({ hands }) => hands === keyboard)) {
  test.describe(`a whole match of Chimera ${name}`, () => {
    test.use({ viewport: size, hasTouch: mobile, isMobile: mobile, contextOptions: { reducedMotion: moves ? "no-preference" : "reduce" } });

    test("from the start page to the winner, and on to a rematch", async ({ page }) => {
      test.setTimeout(MATCH_MS);
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
      await start(page, hands, limit);
      const bold = (labels: string[]): number => Math.max(0, labels.findIndex((label) => /^(Bid 20|20)/.test(label)));
      const played = await playMatch(page, hands, {
        choose: bold,
        seen: async () => expect(await sideways(page)).toBeLessThanOrEqual(0),
      });
      expect(played.deals).toBeGreaterThan(limit === SHORT ? 0 : 1);
      const end = page.locator("[data-end]");
      await expect(end.getByRole("link", { name: "Look at it again" })).toHaveAttribute("href", /^\/review\/.+-last$/);
      await expect(end.getByRole("link", { name: "Other game" })).toHaveAttribute("href", "/");
      await checkEnd(page, hands, limit);
      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download this match" }).click();
      expect((await download).suggestedFilename()).toMatch(/^chimera-.*\.stich$/);
      await hands.press(page, page.getByRole("dialog").getByRole("button", { name: "Play again" }));
      await expect(page.locator("dialog[open], [data-end]")).toHaveCount(0);
      await expect(page.getByRole("listbox").getByRole("option")).not.toHaveCount(0);
      if (hands === keyboard) await expect(page.locator('[role="option"]:focus'), "the focus after a dialog").toHaveCount(1);
      expect(complaints).toEqual([]);
    });
  });
}

/** How much wider the page is than the window, px. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
