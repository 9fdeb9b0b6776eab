// @vitest-environment jsdom
/** Own statistics: every match once, kept in this browser, erased for good. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addMatches, eraseMatches, keptMatches, type Kept } from "../src/statistics/kept";
import { attempts, beginAttempt, endAttempt, eraseAttempts } from "../src/daily/attempts";
import { sumsByGame, sumsOf } from "../src/statistics/sums";
import { countMatches, lastEnded } from "../src/statistics/sync";
import { readStatistics, statisticsFile } from "../src/statistics/transfer";
import type { Finished } from "../src/wire/protocol";

const person = { name: "Ann", who: "person", level: "club" } as const;

function finished(n: number, more: Partial<Finished> = {}): Finished {
  return {
    id: `t-${n}`, table: "t", game: "g", at: 1000 + n, seat: 0, players: [person, person, person], scores: [3, 2, 1], winners: [0], deals: 1, fewest: false,
    places: [1, 2, 3], preset: "page", lesson: false, daily: "", public: false, seeded: false, rated: false, called_off: false, ...more,
  };
}

let listed: Finished[] = []; // by the server, the latest first
beforeEach(() => {
  localStorage.clear();
  listed = [];
  vi.stubGlobal("fetch", async (url: string) => {
    const before = Number(new URL(url, "http://x").searchParams.get("before") ?? Infinity);
    return { ok: true, json: async () => listed.filter(({ at }) => at < before).slice(0, 50) };
  });
});
afterEach(() => void vi.unstubAllGlobals());

const ids = (): string[] => keptMatches().map(({ id }) => id);

test("a match is counted once, however often its end is seen", async () => {
  listed = [finished(2), finished(1)];
  await countMatches(); // a page
  await countMatches(); // reloaded
  await Promise.all([countMatches(), countMatches()]); // two windows
  expect(ids()).toEqual(["t-2", "t-1"]);
  listed = [finished(3), ...listed];
  await countMatches();
  expect(ids()).toEqual(["t-3", "t-2", "t-1"]);
});

test("all of a long list are counted, also after a first page with some that are known", async () => {
  listed = Array.from({ length: 120 }, (_, i) => finished(120 - i));
  await countMatches();
  expect(keptMatches()).toHaveLength(120);
  listed = [...Array.from({ length: 60 }, (_, i) => finished(180 - i)), ...listed];
  await countMatches();
  expect(keptMatches()).toHaveLength(180);
});

test("lessons, daily deals, matches that were ended early and those without a seat are not counted; guests' games are", () => {
  addMatches([finished(1, { lesson: true }), finished(2, { daily: "2026-11-23" }), finished(3, { seat: -1 }), finished(5, { called_off: true, winners: [], places: [] }), finished(4, { game: "guest_game" })]);
  expect(keptMatches().map(({ game }) => game)).toEqual(["guest_game"]);
});

test("erased matches do not come back from the server's list, later ones are counted", async () => {
  listed = [finished(2), finished(1)];
  await countMatches();
  listed = [finished(3), ...listed]; // ended in another window, not counted yet
  eraseMatches(await lastEnded());
  expect(ids()).toEqual([]);
  await countMatches();
  expect(ids()).toEqual([]);
  listed = [finished(4), ...listed];
  await countMatches();
  expect(ids()).toEqual(["t-4"]);
});

test("foreign data in the storage is no match", () => {
  for (const stored of ["no", "3", "null", "[]", '{"matches": 5}', '{"matches": [null, {"id": 1}, {"id": "a", "game": "g"}], "erased": "x"}']) {
    localStorage.setItem("stich.statistics", stored);
    expect(keptMatches(), stored).toEqual([]);
    expect(addMatches([finished(1)])).toBe(true);
    expect(ids()).toEqual(["t-1"]);
  }
});

test("a server of an older version does not say the preset", () => {
  const { preset: _, ...older } = finished(1);
  addMatches([older as Finished]);
  expect(keptMatches()[0]!.preset).toBeNull();
  expect(sumsOf(keptMatches(), false).byPreset).toEqual([]);
});

const kept = (n: number, place: number, more: Partial<Kept> = {}): Kept => ({ id: `${n}`, game: "g", at: n, players: 4, place, last: 4, preset: "page", ...more });

test("places, streaks, the last ten, by players and by preset", () => {
  const matches = [1, 1, 2, 1, 1, 1, 4, 1, 3, 2, 1, 1].map((place, n) => kept(n, place, { players: n % 2 ? 3 : 4, preset: n > 9 ? "" : "page" }));
  const sums = sumsOf([...matches].reverse(), false);
  expect([sums.matches, sums.good, sums.streak, sums.best]).toEqual([12, 8, 2, 3]);
  expect(sums.places).toEqual([8, 2, 1, 1]);
  expect(sums.latest.map(({ place }) => place)).toEqual([2, 1, 1, 1, 4, 1, 3, 2, 1, 1]);
  expect(sums.byPlayers).toEqual([[3, { matches: 6, good: 5 }], [4, { matches: 6, good: 3 }]]);
  expect(sums.byPreset).toEqual([["page", { matches: 10, good: 6 }], ["", { matches: 2, good: 2 }]]);
});

test("where a game names its losers, all others have done well", () => {
  const sums = sumsOf([kept(1, 2), kept(2, 4), kept(3, 3), kept(4, 1, { last: 1 })], true);
  expect([sums.good, sums.streak]).toEqual([3, 2]);
  expect(sumsOf([], true)).toMatchObject({ matches: 0, streak: 0, places: [], latest: [] });
});

test("games are apart, the one played most first", () => {
  const all = [kept(1, 1), kept(2, 4, { game: "h" }), kept(3, 4, { game: "h" })];
  expect(sumsByGame(all, (game) => game === "g").map(([game, { matches, good }]) => [game, matches, good])).toEqual([["h", 2, 0], ["g", 1, 1]]);
});

test("a saved file is read again, in another browser and after erasing, and nothing is counted twice", async () => {
  listed = [finished(2), finished(1)];
  await countMatches();
  beginAttempt("2026-11-23", "g", "d1");
  endAttempt("d1", { points: 3, place: 1, of: 3, signs: ["▲"] });
  const file = statisticsFile();
  expect(readStatistics(file), "all known").toBe(0);
  eraseMatches(await lastEnded());
  eraseAttempts();
  expect(readStatistics(file)).toBe(3);
  expect(ids()).toEqual(["t-2", "t-1"]);
  expect(attempts()).toMatchObject([{ table: "d1", again: false, outcome: { place: 1 } }]);
  await countMatches();
  expect(ids()).toEqual(["t-2", "t-1"]);
  localStorage.clear();
  beginAttempt("2026-11-23", "g", "d2"); // played here before the file came
  expect(readStatistics(file)).toBe(3);
  expect(attempts().filter(({ again }) => !again).map(({ table }) => table)).toEqual(["d2"]);
  eraseMatches(0);
  expect(readStatistics(statisticsFile())).toBe(0);
});

test("what is no such file changes nothing", () => {
  const wrong = ["", "no", "null", "[]", "{}", '{"stich":"statistics","version":2,"matches":[]}', '{"stich":"record","version":1,"matches":[]}', "x".repeat(10_000_001)];
  for (const content of wrong) expect(readStatistics(content), content.slice(0, 40)).toBeNull();
  const many = { id: "a", game: "g", at: 1, players: 2, place: 1, last: 1e9, preset: null }; // a list of a thousand million places
  const bad = [null, 1, {}, { ...many }, { ...many, last: 2, place: 0 }, { ...many, last: 2, place: 1.5 }, { ...many, last: 2, id: 7 }];
  expect(readStatistics(JSON.stringify({ stich: "statistics", version: 1, matches: bad, daily: [{}, null, "x"] }))).toBe(0);
  expect(keptMatches()).toEqual([]);
  expect(readStatistics(JSON.stringify({ stich: "statistics", version: 1, matches: [{ ...many, last: 2, preset: 5, more: "x" }, { ...many, last: 2 }] }))).toBe(1);
  expect(keptMatches()).toEqual([{ ...many, last: 2, preset: null }]);
});
