import { expect, test, type APIRequestContext, type Page } from "@playwright/test";
import { readdirSync } from "node:fs";
import type { GameSpec, OptionSpec } from "../src/protocol";
import { clean } from "./axe";
import { keyboard, mouse, playMatch, type Hands } from "./player";

// Every game that the server knows, those of tests/games with them, through the generic stage: what is tested is that it is
// enough. Nothing here names a game, so that the next one is played as well. Chimera has tests of its own.
// Each is played once by keys alone, for as many as usually play it; with STICH_LONG=1 at every number of players.
const LONG = !!process.env.STICH_LONG;
const OWN_TESTS = new Set(["chimera"]);
const SIZES = [{ width: 360, height: 780 }, { width: 1440, height: 900 }] as const;
// Tests need their names before there is a server to ask: a game's folder is called as the game is.
const GAMES = ["../src/stich/games", "../tests/games"].flatMap(folders).filter((game) => !OWN_TESTS.has(game));

test.use({ trace: "on-first-retry" }); // of thousands of steps it takes most of the time: --retries 1 where one is wanted

function folders(path: string): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() && !/^[_.]/.test(entry.name) ? [entry.name] : []));
}

interface Table {
  game: GameSpec;
  seats: number;
}

/** The options that say how long a match is, at little: a deal or two show what there is to see. To one point it might end without a card. */
function shortest(game: GameSpec): Record<string, string> {
  const long = game.options.filter(({ name }) => /^(match_|target$|deals$)/.test(name));
  const little = ({ kind, values, least }: OptionSpec): number => {
    const lowest = Math.min(...values.map(Number).filter((value) => value > 0)); // 0: as many as usual
    return kind === "number" ? Math.max(least, Math.min(3, lowest)) : lowest;
  };
  return Object.fromEntries(long.map((option) => [option.name, String(little(option))]));
}

/** Cards rather than passing or closing; where there are none the first button, so that nobody draws for ever. */
const choose = (labels: string[]): number => Math.max(0, labels.findIndex((label) => !/pass|close/i.test(label)));

const known = async (request: APIRequestContext): Promise<GameSpec[]> => (await (await request.get("/api/games")).json()) as GameSpec[];

test("no game is left out", async ({ request }) => {
  const names = (await known(request)).map(({ game }) => game);
  expect([...GAMES, ...OWN_TESTS].sort()).toEqual(names.sort());
});

for (const [i, name] of GAMES.entries()) {
  test(`a whole match of ${name}`, async ({ page, request }) => {
    test.setTimeout(LONG ? 600_000 : 180_000);
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.addInitScript(() => localStorage.setItem("stich.pace", "instant"));
    const game = (await known(request)).find((spec) => spec.game === name)!;
    for (const [j, seats] of (LONG ? game.seats : game.seats.slice(0, 1)).entries()) {
      await test.step(`for ${seats}`, () => match(page, { game, seats }, j === 0 ? keyboard : mouse, SIZES[(i + j) % 2]!));
      expect(complaints).toEqual([]);
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
      await expect.poll(() => sideways(page), { intervals: [100], timeout: 2000 }).toEqual([]); // a card on its way may come from beside
      if (looked || screen === "sheet") return;
      looked = true;
      await clean(page, game.game);
    },
  });
  expect(played.decisions).toBeGreaterThan(3);
  await expect(page.locator("dialog .won")).toBeVisible();
  await expect(page.locator("dialog .figures").last().locator("thead th")).toHaveCount(1 + seats);
}

/** What makes the page wider than the window. */
function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const out = [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > innerWidth);
    return ["wider than the window", ...out.map((element) => `${element.tagName} ${element.getAttribute("class")} ${element.textContent}`)];
  });
}
