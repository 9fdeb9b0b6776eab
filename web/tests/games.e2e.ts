import { expect, test, type APIRequestContext, type Page } from "@playwright/test";
import { existsSync, readdirSync } from "node:fs";
import type { GameSpec } from "../src/wire/protocol";
import type { Catalogue, Language } from "../src/viewer/text.svelte";
import { Album } from "./album";
import { clean } from "./axe";
import { curious, keyboard, mouse, openSheet, playMatch, type Played, type Sight } from "./player";
import { shortest } from "./shortest";
import { keyOf, keysShown, sideways } from "./shown";
import { moved, SIZES, watch } from "./still";
import { ALL, LONG, some } from "./tiers";

// Every game that the server knows, including those of tests/games, at the usual number of players, with STICH_LONG=1 at every number, with
// the same stage: this tests that it is sufficient. Nothing here names a game, so that new games are played as well. Chimera has
// its own tests. Keys and mouse, widths and languages alternate; with STICH_LONG=1 each number and each language comes once in every
// game, with STICH_LONG=2 every combination of number, width and language is played by keys alone, and STICH_PICTURES names a folder
// for pictures; see README.md. Otherwise most games are played only until six decisions are made and the deal has ended, with cards
// that do not move; then nothing else moves either, see still.e2e.ts.
const GUESTS = folders("../tests/games").filter((game) => !existsSync(`../tests/games/${game}/text/fr.po`)); // examples in two languages
const OWN_TESTS = new Set(["chimera", ...GUESTS]);
const LANGUAGES = ["de", "fr", "hu", "en"] as const;
const WIDTHS = [SIZES[1], SIZES[0]] as const; // a phone and a desk
const HANDS = { keyboard, mouse };
const SIDE_BY_SIDE = 6; // seats whose points are beside each other
const MINDLESS = 2; // bots that every game has: they do not know the game
const ENOUGH = 6; // decisions of the player in all the matches of a game
const WHOLE = ["farbe_und_wert"]; // to the end of the match every time, with cards that move; other tests do so with combinations and pairs
const NOW_AND_THEN = 4; // decisions between two looks for keys that have no text
const album = new Album(process.env.STICH_PICTURES ?? "");
// Tests need their names before a server is running: the folder of a game has the name of the game.
const GAMES = ["../src/stich/games", "../tests/games"].flatMap(folders).filter((game) => !OWN_TESTS.has(game));

function folders(path: string): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() && !/^[_.]/.test(entry.name) ? [entry.name] : []));
}

/** One way to play a game. */
interface Way {
  seats: number;
  size: { width: number; height: number };
  language: Language;
  hands: keyof typeof HANDS;
  theme: "light" | "dark";
  /** every player who can interrupt is asked */
  asks: boolean;
  /** cards move visibly: this takes most */
  moves: boolean;
  /** to the end of the match, not only of a deal */
  whole: boolean;
}

/**
 * The ways for a game: all of them, or as many as it takes for each number of players and each language to come once, or one with the usual number of
 * players. What differs between the ways alternates from game to game.
 */
function ways({ game, seats }: GameSpec, first: number): Way[] {
  if (!LONG) return [way(seats[0]!, first, first >> 1, first + (first >> 2), "turns", true, WHOLE.includes(game))];
  if (ALL) return seats.flatMap((n) => WIDTHS.flatMap((_, i) => LANGUAGES.map((_, j) => way(n, i, 0, j, "keyboard", true, true))));
  const most = Math.max(seats.length, LANGUAGES.length);
  return Array.from({ length: most }, (_, i) => way(seats[i % seats.length]!, first + i, i, i, "turns", true, true));
}

function way(seats: number, size: number, hand: number, language: number, hands: "keyboard" | "turns", asks: boolean, whole: boolean): Way {
  return {
    seats,
    size: LONG ? WIDTHS[size % WIDTHS.length]! : SIZES[size % SIZES.length]!,
    language: LANGUAGES[language % LANGUAGES.length]!,
    hands: hands === "keyboard" || hand % 2 === 0 ? "keyboard" : "mouse",
    theme: (size + language) % 2 === 0 ? "light" : "dark",
    asks,
    moves: asks && whole,
    whole,
  };
}

/** The other players: the usual bots, or random ones if the game has no bots of its own, because a search without hints takes its time. */
function others(game: GameSpec, seats: number): string[] {
  return game.bots.length > MINDLESS ? [] : Array.from({ length: seats - 1 }, () => game.bots[0]!);
}

const known = async (request: APIRequestContext): Promise<GameSpec[]> => (await (await request.get("/api/games")).json()) as GameSpec[];

test("no game is left out", async ({ request }) => {
  const names = (await known(request)).map(({ game }) => game);
  expect([...GAMES, ...OWN_TESTS].sort()).toEqual(names.sort());
});

// Every change is guarded by one game of a kind: a pile, melds, a guess, two with a stock; the others by looks (stage-marks.e2e.ts), pairs and partners
// by tests of their own (pairs.e2e.ts, tournament.e2e.ts). Before a release all are played.
const USUAL = ["cruzo", "ecarte", "farbe_und_wert", "frustration"];

for (const [i, name] of some([...GAMES.entries()], ([, game]) => USUAL.includes(game))) {
  test(`matches of ${name}`, async ({ page, request }) => {
    const game = (await known(request)).find((spec) => spec.game === name)!;
    const all = ways(game, i);
    test.setTimeout(all.length * (LONG || WHOLE.includes(name) ? 300_000 : 120_000)); // a match can last long, on a busy machine longer
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    if (!LONG) await watch(page);
    const looked = new Set<string>();
    let decisions = 0;
    const wordsFor = (way: Way): string => `${name}-${way.seats}-${way.size.width}-${way.language}`;
    const play = async (way: Way): Promise<void> => {
      const words = wordsFor(way);
      const began = Date.now();
      const played = await test.step(`${words} by ${way.hands}`, () => match(page, game, way, looked, words));
      expect(complaints, words).toEqual([]);
      album.done(words);
      decisions += played.decisions;
      if (LONG) console.log(`${words}: ${played.decisions} decisions, ${played.deals} deals, ${Math.round((Date.now() - began) / 1000)} s`);
    };
    for (const way of all) if (!album.has(wordsFor(way))) await play(way);
    // others may end a match before the player has had many turns; how cards move has been seen
    while (decisions < ENOUGH && !LONG) await play({ ...all[0]!, moves: false });
  });
}

async function match(page: Page, game: GameSpec, way: Way, looked: Set<string>, words: string): Promise<Played> {
  await page.emulateMedia({ colorScheme: way.theme, reducedMotion: way.moves ? "no-preference" : "reduce" });
  await page.setViewportSize(way.size);
  await page.goto("/");
  const texts = (await (await page.request.get(`/api/text/${way.language}.json?game=${game.game}`)).json()) as Catalogue;
  const table = await page.evaluate(
    async ({ wanted, language }) => {
      localStorage.setItem("stich.pace", "instant");
      localStorage.setItem("stich.language", language);
      const made = await fetch("/api/tables", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wanted) });
      const { table } = (await made.json()) as { table: string };
      sessionStorage.setItem(`stich.made.${table}`, "wants a seat"); // as the start page leaves it
      return table;
    },
    { wanted: { game: game.game, seats: way.seats, options: shortest(game, way.asks), bots: others(game, way.seats), pace: "instant" }, language: way.language },
  );
  await page.goto(`/t/${table}`);
  const met = new Set<string>(); // kinds of screens
  const stirred = new Set<string>();
  let seenBefore = 0;
  const seen = async (screen: string, sight: Sight): Promise<void> => {
    if (!LONG && !way.moves) (await moved(page)).forEach((one) => stirred.add(one));
    if (sight.wide) await expect.poll(() => sideways(page), { intervals: [100], timeout: 2000 }).toEqual([]); // a flying card may come from outside
    const phase = keyOf(texts, `${game.game}.phase.`, sight.phase.trim());
    const kind = sight.dialog === "none" ? `${phase}${sight.inTrick > 0 ? " trick" : ""}` : screen;
    if (!met.has(kind) || seenBefore++ % NOW_AND_THEN === 0) expect(await keysShown(page, texts), words).toEqual([]);
    met.add(kind);
    await album.keep(page, words, kind);
    if (looked.has(kind) || LONG) return;
    looked.add(kind);
    await clean(page, `${words}, ${kind}`, { themes: way.whole });
  };
  const played = await playMatch(page, HANDS[way.hands], { ...curious(), seen, ...(way.whole ? {} : { enough: ENOUGH }) });
  expect([...stirred], words).toEqual([]);
  expect(await page.locator("html").getAttribute("lang")).toBe(way.language);
  if (!way.whole) return played;
  await expect(page.locator(".finale .won")).not.toBeEmpty();
  const sheet = await openSheet(page, HANDS[way.hands]);
  const seats = way.seats > SIDE_BY_SIDE ? "tbody th" : "thead th:not(:first-child)"; // many have a line each
  await expect(sheet.locator(".figures").first().locator(seats)).toHaveCount(way.seats); // partners share a column of the totals
  return played;
}
