import { expect, test, type Page } from "@playwright/test";
import type { GameSpec, OptionSpec } from "../src/protocol";
import { clean } from "./axe";
import { keyboard, mouse, playMatch, type Hands } from "./player";

// Every game that the server knows, those of tests/games with them, at every number of players, through the generic stage: what is
// tested is that it is enough. Nothing here names a game, so that the next one is played as well. Chimera has tests of its own.
const OWN_TESTS = new Set(["chimera"]);
const WORKERS = 2;
const SIZES = [{ width: 1440, height: 900 }, { width: 360, height: 780 }] as const;

interface Table {
  game: GameSpec;
  seats: number;
}

/** The options that say how long a match is, at their least: a deal or two show what there is to see. */
function shortest(game: GameSpec): Record<string, string> {
  const long = game.options.filter(({ name }) => /^(match_|target$|deals$)/.test(name));
  const least = (option: OptionSpec): number => (option.kind === "number" ? Math.max(1, option.least) : Math.min(...option.values.map(Number)));
  return Object.fromEntries(long.map((option) => [option.name, String(least(option))]));
}

/** Cards rather than passing or closing; where there are none the first button, so that nobody draws for ever. */
const choose = (labels: string[]): number => Math.max(0, labels.findIndex((label) => !/pass|close/i.test(label)));

for (let part = 0; part < WORKERS; part++) {
  test(`a whole match of every game at every number of players, part ${part + 1} of ${WORKERS}`, async ({ page, request }) => {
    test.setTimeout(400_000);
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.addInitScript(() => localStorage.setItem("stich.pace", "instant"));
    const games = ((await (await request.get("/api/games")).json()) as GameSpec[]).filter(({ game }) => !OWN_TESTS.has(game));
    expect(games.length).toBeGreaterThan(WORKERS);
    const tables = games.flatMap((game): Table[] => game.seats.map((seats) => ({ game, seats })));
    for (const [i, table] of tables.entries()) {
      if (i % WORKERS !== part) continue;
      const first = table.game.seats[0] === table.seats; // each game once by keys alone
      await test.step(`${table.game.game} for ${table.seats}`, () => match(page, table, first ? keyboard : mouse, SIZES[(i >> 1) % 2]!));
      expect(complaints, table.game.game).toEqual([]);
    }
  });
}

async function match(page: Page, { game, seats }: Table, hands: Hands, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.goto("/?skin=none");
  await page.evaluate(async (wanted) => {
    const made = await fetch("/api/tables", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wanted) });
    const { table } = (await made.json()) as { table: string };
    sessionStorage.setItem(`stich.made.${table}`, "wants a seat"); // as the start page leaves it
    location.assign(`/t/${table}?skin=none`);
  }, { game: game.game, seats, options: shortest(game), pace: "instant" });
  await page.waitForURL(/\/t\//);
  let looked = false;
  const played = await playMatch(page, hands, {
    choose,
    seen: async (screen) => {
      expect(await sideways(page), `${game.game}: wider than the window`).toBeLessThanOrEqual(0);
      if (looked || screen === "sheet") return;
      looked = true;
      await clean(page, game.game);
    },
  });
  expect(played.decisions).toBeGreaterThan(3);
  await expect(page.locator("dialog .won")).toBeVisible();
  await expect(page.locator("dialog .figures").last().locator("thead th")).toHaveCount(1 + seats);
}

/** How much wider the page is than the window, px. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
