import { expect, test } from "vitest";
import { aimOf, isOnly, ofGroups, partsOf, placedIn, reachedIn } from "../src/table/reached";
import { scoresIn, titleOf } from "../src/table/scores";
import { reachedFrom } from "../src/wire/objects";
import type { TableStore } from "../src/table/table.svelte";
import type { Text } from "../src/viewer/text.svelte";
import type { Reached as Given, TableView } from "../src/wire/protocol";

const of = (seats: number[], n: number, goal = 0, added = false): ReturnType<typeof reachedFrom> => reachedFrom([seats, n, goal, added, null, null]);

test("what a deal has brought is shown while it is played, for the score has it afterwards", () => {
  const reached: Given[] = [[[0], 5, 0, true, null, null]];
  const view = { status: "playing", reached } as unknown as TableView;
  expect(reachedIn({ view })).toHaveLength(1);
  expect(reachedIn({ view: { ...view, status: "deal_over" } })).toEqual([]);
});

test("the scores are those from before a deal until its end is shown, for its last cards still lie there", () => {
  const after = (status: string, counted = true): TableView => ({ status, scores: [7, 4], sheets: [{ points: [2, 0], counted }] }) as unknown as TableView;
  expect(scoresIn({ view: after("deal_over") }, false)).toEqual([5, 4]);
  expect(scoresIn({ view: after("deal_over") }, true)).toEqual([7, 4]);
  expect(scoresIn({ view: after("playing") }, false), "of the next one").toEqual([7, 4]);
  expect(scoresIn({ view: after("deal_over", false) }, false), "it does not count").toEqual([7, 4]);
});

test("what the match is about is shown after the deal, too: no score says it", () => {
  const reached: Given[] = [[[0], 5, 11, false, ["g.reached", {}], null]];
  for (const status of ["playing", "deal_over", "match_over"])
    expect(reachedIn({ view: { status, reached } as unknown as TableView })).toHaveLength(1);
});

test("a game says itself what wins the match, with these options; else the lowest score does if points are penalties", () => {
  const said = (keys: string[], options: Record<string, string>, fewest = true): string => {
    const text = { has: (key: string) => keys.includes(key), t: (key: string) => key } as unknown as Text;
    return aimOf({ spec: { game: "g", options, fewest } } as unknown as TableStore, text);
  };
  const own = ["g.aim", "g.aim.winner.last"];
  expect(said(own, { winner: "first" })).toBe("g.aim");
  expect(said(own, { deals: "4", winner: "last" }, false)).toBe("g.aim.winner.last");
  expect(said([], { winner: "last" })).toBe("table.fewest");
  expect(said([], { winner: "last" }, false)).toBe("");
});

test("it stands beside a score if it is of the same players, whatever their order, else by itself", () => {
  const sides = [of([0, 2], 57, 101), of([1, 3], 31, 101)];
  expect(ofGroups(sides, [[2, 0], [1, 3]])?.map((one) => one?.n)).toEqual([57, 31]);
  expect(ofGroups([sides[1]!], [[0, 2], [1, 3]])?.map((one) => one?.n)).toEqual([undefined, 31]); // the others' is not shown
  expect(ofGroups(sides, [[0], [1], [2], [3]])).toBeNull();
  expect(ofGroups([], [[0], [1]])).toEqual([null, null]);
});

test("a bar runs to the limit of the match with what the deal adds, without a limit to the goal of the deal", () => {
  expect(partsOf(100, of([0], 50, 500, true), 500)).toEqual({ before: 20, now: 30 });
  expect(partsOf(100, of([0], -50, 500, true), 500)).toEqual({ before: 10, now: 10 });
  expect(partsOf(3, of([0], 2, 3), 5)).toEqual({ before: 60, now: 60 });
  expect(partsOf(0, of([0], 57, 114), 0)).toEqual({ before: 0, now: 50 });
  expect(partsOf(490, of([0], 60, 500, true), 500)).toEqual({ before: 98, now: 100 });
  expect(partsOf(0, of([0], 57), 0)).toBeNull();
  expect(partsOf(0, null, 0)).toBeNull();
});

test("where places are all that a match brings, what each has is shown until it is over, and then the place", () => {
  const table = (kind: string, limit: string, status: string): string =>
    placedIn({ spec: { game: "g", options: { limit }, facts: [{ kind, name: "at" }] }, view: { status } } as unknown as TableStore);
  expect(table("places", "", "playing")).toBe("g.reached");
  expect(table("places", "", "match_over")).toBe("g.fact.at");
  expect(table("places", "100", "playing")).toBe("");
  expect(table("number", "", "playing")).toBe("");
});

test("a match of one deal has no score but what that deal has brought, until it is over", () => {
  const only = (options: Record<string, string>, status = "playing"): boolean => isOnly({ spec: { options }, view: { status } } as unknown as TableStore);
  expect(only({ match_games: "1" })).toBe(true);
  expect(only({ match_deals: "1" })).toBe(true);
  expect([only({ match_games: "1" }, "match_over"), only({ match_games: "2" }), only({ limit: "1" })]).toEqual([false, false, false]);
});

test("names the scores by what they are", () => {
  const text = { t: (key: string, args = {}) => `${key} ${JSON.stringify(args)}` };
  const title = (options: Record<string, string>, placed = "", only = false): string => titleOf({ spec: { options } } as unknown as TableStore, text, placed, only);
  expect([title({}), title({ target: "500" }), title({ limit: "100" })]).toEqual(["table.score {}", 'table.score_to {"limit":500}', 'table.score_to {"limit":100}']);
  expect([title({ limit: "100" }, "table.left"), title({ limit: "100" }, "", true)]).toEqual(["table.left {}", "table.reached.title {}"]);
});
