import { expect, test, type Page } from "@playwright/test";
import { existsSync, readdirSync } from "node:fs";
import type { GameSpec } from "../src/wire/protocol";
import { curious, keyboard, mouse, playMatch } from "./player";
import { shortest } from "./shortest";
import { moved, shifted, SIZES, watch } from "./still";
import { LONG, usual } from "./tiers";

// Nothing moves while one plays: the first decisions of two games, each at a size of its own, because games.e2e.ts looks at some others; before a release
// a whole match of every game at each size, as short as the options of the game allow. The figures of a whole match are printed: docs/performance.md.
const GUESTS = readdirSync("../tests/games").filter((game) => existsSync(`../tests/games/${game}/rules.py`));
const GAMES = [...readdirSync("../src/stich/games").filter((game) => existsSync(`../src/stich/games/${game}/rules.py`)), ...GUESTS];
const USUAL = ["chimera", "rummy"];
const ENOUGH = 16; // decisions

/** Where few cards lie in the middle of a large window, they are large. */
const smallCards = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const lying = [...document.querySelectorAll(".trick [data-card]:not(.last *), .pairs [data-card], .best [data-card], .fan [data-card]")];
    const stocks = [...document.querySelectorAll(".stage.duel .bank .pile")]; // with more players somebody sits above them
    const widths = [...lying, ...stocks].map((card) => (card as HTMLElement).offsetWidth); // as laid out: cards may be turned
    return widths.length <= 5 ? widths.filter((width) => width < 96).map((width) => `a card of ${width} px among ${widths.length}`) : [];
  });

for (const [i, name] of GAMES.entries()) {
  for (const [j, size] of SIZES.entries()) {
    test(`nothing moves in ${name} at ${size.width} x ${size.height}`, usual(USUAL.includes(name) && j === i % SIZES.length), async ({ page, request }) => {
      test.setTimeout(LONG ? 900_000 : 180_000);
      const game = ((await (await request.get("/api/games")).json()) as GameSpec[]).find((spec) => spec.game === name)!;
      const bots = game.bots.length > 2 ? game.bots[1]! : game.bots[0]!; // beginners answer at once
      const made = await request.post("/api/tables", { data: { game: name, seats: game.seats[0], seed: 7, pace: "instant", options: LONG ? shortest(game, false, true) : {}, bots: Array.from({ length: game.seats[0]! - 1 }, () => bots) } });
      const { table, url } = (await made.json()) as { table: string; url: string };
      await page.setViewportSize(size);
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.addInitScript((table) => sessionStorage.setItem(`stich.made.${table}`, "wants a seat"), table);
      await watch(page);
      await page.goto(url);
      const all: string[] = [];
      const over = new Error("that is enough");
      let decided = 0;
      const seen = async (): Promise<void> => {
        all.push(...(await moved(page)));
        if (size.width === 1440) all.push(...(await smallCards(page)));
        if (++decided > ENOUGH && !LONG) throw over;
      };
      const hands = LONG && size.width < 1000 ? mouse : keyboard; // what is held ready by keys lies higher, by the pointer lighter
      const played = await playMatch(page, hands, { ...curious(), seen, deals: LONG ? Infinity : 1 }).catch((error: unknown) => {
        if (error !== over) throw error;
      });
      if (played) console.log(`| ${name} | ${size.width} x ${size.height} | ${played.deals} | ${played.decisions} | ${(await shifted(page)).toFixed(4)} | ${new Set(all).size} |`);
      expect([...new Set(all)]).toEqual([]);
    });
  }
}
