// Puzzles in the browser: found from the start page, solved with the keyboard and with a wrong try, remembered.
import { expect, test, type Page } from "@playwright/test";
import { clean } from "./axe";
import { usual } from "./tiers";
import type { Puzzle, Puzzles } from "../src/wire/protocol";

const panel = (page: Page) => page.getByRole("region", { name: "Puzzles" });

async function some(page: Page, game: string): Promise<{ puzzle: Puzzle; number: number }> {
  const all = (await (await page.request.get("/api/puzzles")).json()) as Puzzles;
  const { grades } = all.games.find((one) => one.game === game)!;
  const number = grades.indexOf(1) + 1;
  return { puzzle: (await (await page.request.get(`/api/puzzles/${game}/${number}`)).json()) as Puzzle, number };
}

interface Noted { scrolled: (string | undefined)[] }

/** Note in the page how each scrolling that it asks for is to move. */
function noteScrolling(): void {
  const noted = window as unknown as Noted;
  noted.scrolled = [];
  const into = Element.prototype.scrollIntoView;
  Element.prototype.scrollIntoView = function (this: Element, how?: boolean | ScrollIntoViewOptions): void {
    noted.scrolled.push(typeof how === "object" ? how.behavior : undefined);
    into.call(this, how);
  };
  const to = window.scrollTo.bind(window) as (how?: ScrollToOptions) => void;
  window.scrollTo = ((how?: ScrollToOptions) => {
    noted.scrolled.push(how?.behavior);
    to(how);
  }) as typeof window.scrollTo;
}

/** Choose one of the tries, a single card: its place in the hand is that among the hand's cards. */
async function play(page: Page, puzzle: Puzzle, at: number): Promise<void> {
  const [face] = puzzle.tries[at]!.cards;
  const hand = (puzzle.view.zones[`hand.${puzzle.seat}`] ?? []).length;
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(hand);
  await page.locator(`[role=option][data-card="${face}"]`).first().click();
  const button = page.getByRole("button", { name: /^Play/ });
  if (await button.isVisible()) await button.click();
}

for (const [colorScheme, width, height] of [["light", 1440, 900], ["dark", 360, 740]] as const) {
  test.describe(`${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height }, contextOptions: { reducedMotion: "reduce" } });

    test("a puzzle is found, tried, solved and remembered", usual(width === 360), async ({ page }) => {
      test.setTimeout(120_000);
      await page.addInitScript(noteScrolling);
      await page.goto("/");
      await page.getByRole("link", { name: "Puzzles" }).click();
      await expect(page.getByRole("heading", { name: "Puzzles" })).toBeVisible();
      await expect(page.getByRole("heading", { name: "Écarté" })).toBeVisible();
      await clean(page, "puzzles");
      const { puzzle, number } = await some(page, "ecarte");
      await page.goto(`/puzzles#ecarte.${number}`);
      await expect(panel(page)).toContainText("Only one choice brings the most");
      await expect(page.getByRole("list", { name: "Hand", exact: true })).toHaveCount(1); // the other hand lies open
      await expect(page.getByRole("log")).toContainText("Only one choice");
      await clean(page, "a puzzle");

      const wrong = puzzle.answer === 0 ? 1 : 0;
      await play(page, puzzle, wrong);
      await expect(panel(page)).toContainText("Not quite");
      await expect(page.getByRole("log")).toContainText("Not quite");
      await panel(page).getByRole("button", { name: "Try again" }).click();
      await expect(panel(page)).toContainText("Only one choice brings the most");
      await play(page, puzzle, puzzle.answer);
      await expect(panel(page)).toContainText("Right:");
      await clean(page, "a solved puzzle");
      const scrolled = await page.evaluate(() => (window as unknown as Noted).scrolled);
      expect(scrolled.length).toBeGreaterThan(1); // to the verdict, and back with the next try
      expect(scrolled.filter((behavior) => behavior === "smooth")).toEqual([]);
      await panel(page).getByRole("button", { name: "Show how it goes on" }).click();
      await expect(panel(page).getByRole("button", { name: "Show how it goes on" })).toBeHidden({ timeout: 30_000 });

      await page.getByRole("link", { name: `Puzzle ${number}` }).click();
      await expect(page.getByText("1 of", { exact: false }).first()).toBeVisible();
      await page.goto("/puzzles#ecarte.999");
      await expect(page.getByRole("heading", { name: /no puzzle 999/ })).toBeVisible();
    });
  });
}
