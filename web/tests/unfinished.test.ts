// @vitest-environment jsdom
/** The list of unfinished matches: what the server says about the tables that this browser remembers. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askAbout, asksReader, remembered } from "../src/pages/unfinished";
import { rememberVisit, visitedTables } from "../src/viewer/visited";
import type { Unfinished } from "../src/wire/protocol";

const told = (table: string, at: number, waits: number[], more: Partial<Unfinished> = {}): Unfinished => ({
  table, game: "g", at, seat: 1, players: [], waits, deal: 1, status: "playing", lesson: false, daily: "", until: 0, ...more,
});
let said: Unfinished[] | null = [];
let asked: string[] = [];

beforeEach(() => {
  localStorage.clear();
  asked = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked = new URL(url, "http://x").searchParams.getAll("table");
    return said ? { ok: true, json: async () => said } : { ok: false, status: 503 };
  });
  for (const n of [1, 2, 3]) rememberVisit({ table: `t${n}`, game: "g", at: n });
});
afterEach(() => void vi.unstubAllGlobals());

test("tables that are gone are forgotten, those that wait for the reader come first", async () => {
  said = [told("t3", 30, [0]), told("t1", 10, [1, 2])];
  const found = await askAbout(visitedTables());
  expect(asked).toEqual(["t3", "t2", "t1"]);
  expect(found.map((one) => [one.table, asksReader(one)])).toEqual([["t1", true], ["t3", false]]);
  expect(visitedTables().map(({ table }) => table)).toEqual(["t3", "t1"]);
});

test("of those that wait for the reader the one comes first whose time is over first, and then those that have no limit", async () => {
  said = [told("t1", 10, [1]), told("t2", 20, [1], { until: 900 }), told("t3", 30, [1], { until: 500 })];
  expect((await askAbout(visitedTables())).map(({ table }) => table)).toEqual(["t3", "t2", "t1"]);
});

test("while the server does not know, nothing is forgotten", async () => {
  said = null;
  await expect(askAbout(visitedTables())).rejects.toThrow();
  expect(visitedTables()).toHaveLength(3);
  expect(remembered().map(({ table, told: nothing }) => [table, nothing])).toEqual([["t3", null], ["t2", null], ["t1", null]]);
});

test("a table at which nothing was dealt has the time of the visit", async () => {
  said = [told("t2", 0, [], { status: "gathering" })];
  expect((await askAbout(visitedTables()))[0]).toMatchObject({ at: 2 });
});

test("without tables the server is not asked", async () => {
  localStorage.clear();
  asked = ["untouched"];
  expect(await askAbout([])).toEqual([]);
  expect(asked).toEqual(["untouched"]);
});
