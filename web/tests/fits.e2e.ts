import { expect, test } from "@playwright/test";
import { existsSync, readdirSync } from "node:fs";
import type { GameSpec, Puzzle, Puzzles } from "../src/wire/protocol";
import { misfits } from "./fits";
import { curious, mouse, playMatch } from "./player";
import { LONG, usual } from "./tiers";

// Everything fits in every window: one page of each game, resized in the middle of a deal, with the usual, the greatest and the smallest number of players,
// in different languages, and in larger type. 720 x 450 is a window of 1440 x 900 at 200 % zoom. Before a release only.
const SIZES = ["320x568", "360x740", "568x320", "740x360", "600x960", "768x1024", "720x450", "1024x768", "1133x744", "1180x820", "1280x720", "1440x900", "1920x1080", "2560x1440"];
const WHEN = [1, 6]; // decisions
const GAMES = ["../src/stich/games", "../tests/games"].flatMap((folder) => readdirSync(folder).filter((game) => existsSync(`${folder}/${game}/rules.py`)));
const LANGUAGES = ["de", "fr", "hu", "en"];
const PATIENCE = 700;
const RESIZED = 120; // ms after which the page has drawn itself

for (const [i, name] of (LONG ? GAMES : []).entries()) {
  for (const [j, count] of (["the usual", "the most", "the fewest", "larger type and the usual"] as const).entries()) {
    const language = LANGUAGES[(i + j) % LANGUAGES.length]!;
    test(`${name} with ${count} players fits in every window, ${language}`, async ({ page, request }) => {
      test.setTimeout(240_000);
      const game = ((await (await request.get("/api/games")).json()) as GameSpec[]).find((spec) => spec.game === name)!;
      const usual = game.seats[0]!;
      const larger = count === "larger type and the usual";
      const seats = { "the most": Math.max(...game.seats), "the fewest": Math.min(...game.seats), "the usual": usual, "larger type and the usual": usual }[count];
      const other = count === "the most" || count === "the fewest";
      test.skip(other && seats === usual, "no other number of players than the usual one");
      const bots = game.bots.length > 2 ? game.bots[1]! : game.bots[0]!;
      const made = await request.post("/api/tables", { data: { game: name, seats, seed: 7, pace: "instant", bots: Array.from({ length: seats - 1 }, () => bots) } });
      const { table, url } = (await made.json()) as { table: string; url: string };
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.addInitScript(
        ({ table, language, type }) => {
          sessionStorage.setItem(`stich.made.${table}`, "wants a seat");
          localStorage.setItem("stich.language", language);
          localStorage.setItem("stich.type", type);
        },
        { table, language, type: larger ? "on" : "off" },
      );
      await page.goto(url);
      const found: string[] = [];
      const enough = new Error("that is enough");
      let decided = 0;
      await playMatch(page, mouse, {
        ...curious(),
        seen: async (kind) => {
          if (kind === "sheet" || kind === "over") throw enough;
          if (WHEN.includes(decided)) {
            for (const size of SIZES) {
              const [width, height] = size.split("x").map(Number) as [number, number];
              await page.setViewportSize({ width, height });
              await page.waitForTimeout(RESIZED);
              const look = (): Promise<string[]> => misfits(page, width < 600 || height < 480);
              if ((await look()).length > 0) await page.waitForTimeout(PATIENCE); // the hand is laid out by the page, on a busy machine a moment later
              for (const fault of new Set(await look())) found.push(`${decided} ${size} ${fault}`);
            }
          }
          if (++decided > WHEN.at(-1)!) throw enough;
        },
      }).catch((error: unknown) => {
        if (error !== enough) throw error;
      });
      expect(found).toEqual([]);
    });
  }
}

// A puzzle is the stage with a panel below it: no mark lies over another one, before a choice and after a wrong one.
const PUZZLED = GAMES.filter((game) => existsSync(`../src/stich/games/${game}/puzzles.jsonl`));
const SOME = ["360x740", "740x360"]; // without the long run

for (const [i, name] of PUZZLED.entries()) {
  const language = LANGUAGES[i % LANGUAGES.length]!;
  test(`a puzzle of ${name} fits in every window, ${language}`, usual(name === "doppelkopf"), async ({ page, request }) => {
    test.setTimeout(240_000);
    const { games } = (await (await request.get("/api/puzzles")).json()) as Puzzles;
    const { grades } = games.find(({ game }) => game === name)!;
    const number = grades.length; // any
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript((one) => localStorage.setItem("stich.language", one), language);
    await page.goto(`/puzzles#${name}.${number}`);
    const puzzle = (await (await request.get(`/api/puzzles/${name}/${number}`)).json()) as Puzzle;
    const cards = puzzle.tries[puzzle.answer === 0 ? 1 : 0]!.cards;
    const found: string[] = [];
    const look = async (when: string): Promise<void> => {
      for (const size of LONG ? SIZES.slice(1) : SOME) {
        const [width, height] = size.split("x").map(Number) as [number, number];
        await page.setViewportSize({ width, height });
        await page.evaluate(() => scrollTo(0, 0));
        await page.waitForTimeout(RESIZED);
        const faults = (): Promise<string[]> => misfits(page, width < 600 || height < 480);
        if ((await faults()).length > 0) await page.waitForTimeout(PATIENCE);
        // in a low window the page can be scrolled: all hands lie open, and need more room than at a table
        const scrolled = (fault: string): boolean => height < 800 && fault.startsWith("below the window");
        for (const fault of new Set(await faults())) if (!scrolled(fault)) found.push(`${when} ${size} ${fault}`);
        const buttons = page.locator(".panel .buttons > *");
        expect(await buttons.count()).toBeGreaterThan(0);
        for (const box of await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))) expect(box).toBeLessThanOrEqual(width);
      }
    };
    await expect(page.locator('[role="listbox"] [role="option"]')).not.toHaveCount(0);
    await look("open");
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const face of new Set(cards)) await mouse.take(page, page.locator(`[role=option][data-card="${face}"]`).first());
    const play = page.locator(".actions .offers [aria-keyshortcuts=Enter]");
    if (await play.isVisible()) await play.click();
    await expect(page.locator(".panel .task .icon")).toBeVisible();
    await look("not quite");
    expect(found).toEqual([]);
  });
}
