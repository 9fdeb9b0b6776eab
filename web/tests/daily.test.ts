// @vitest-environment jsdom
/** The daily deal on the page: one attempt counts, and what is shared names no card. */
import { beforeEach, expect, test } from "vitest";
import { attempts, beginAttempt, countedAttempt, endAttempt, eraseAttempts, type Outcome } from "../src/daily/attempts";
import { outcomeOf, sharedText, sheetOfDaily } from "../src/daily/outcome";
import type { Sheet, TableView } from "../src/wire/protocol";

beforeEach(() => localStorage.clear());

const outcome = (points: number): Outcome => ({ points, place: 1, of: 2, signs: ["▲"] });

test("the first attempt that was begun counts, even if a later one ends before it", () => {
  beginAttempt("2026-11-23", "g", "first");
  beginAttempt("2026-11-23", "g", "first"); // reloaded, or a second window
  beginAttempt("2026-11-23", "g", "second");
  endAttempt("second", outcome(9));
  expect(countedAttempt("2026-11-23", "g")).toMatchObject({ table: "first", again: false, outcome: null });
  endAttempt("first", outcome(5));
  endAttempt("first", outcome(99)); // only the first end of a deal
  expect(countedAttempt("2026-11-23", "g")?.outcome?.points).toBe(5);
  expect(attempts().map(({ table, again }) => [table, again])).toEqual([["second", true], ["first", false]]);
});

test("each game and each date has an attempt of its own", () => {
  beginAttempt("2026-11-23", "g", "a");
  beginAttempt("2026-11-23", "h", "b");
  beginAttempt("2026-11-24", "g", "c");
  expect(attempts().some(({ again }) => again)).toBe(false);
  expect(countedAttempt("2026-11-24", "h")).toBeNull();
  eraseAttempts();
  expect(attempts()).toEqual([]);
});

test("foreign data in the storage is no attempt", () => {
  for (const stored of ["no", "{}", "[1, null]", '[{"date": "d", "game": "g", "table": "t", "again": false, "outcome": {"points": 1}}]']) {
    localStorage.setItem("stich.daily", stored);
    expect(attempts(), stored).toEqual([]);
  }
});

const sheet = (points: number[], counted = true): Sheet => ({ deal: 1, points, totals: points, items: [], headline: ["h", {}], counted, tallies: [] });
const view = (more: Partial<TableView>): TableView => ({ you: 1, status: "deal_over", sheets: [sheet([3, 5, 5, 8])], places: [], ...more }) as TableView;

test("a deal that is played, or was passed out, has no outcome yet", () => {
  expect(outcomeOf(view({ status: "playing" }), [], false)).toBeNull();
  expect(sheetOfDaily(view({ sheets: [sheet([0, 0], false)] }))).toBeNull();
  expect(sheetOfDaily(view({ sheets: [sheet([0, 0], false), sheet([1, 2])] }))?.points).toEqual([1, 2]);
});

test("signs say who was beaten and which tricks were one's own", () => {
  const events = [{ kind: "move", seat: 1 }, { kind: "trick", seat: 1 }, { kind: "trick", seat: 3 }, { kind: "trick", seat: -1 }];
  expect(outcomeOf(view({}), events, false)).toEqual({ points: 5, place: 2, of: 4, signs: ["=▼▲", "♦♢"] });
  expect(outcomeOf(view({}), [], true)).toMatchObject({ place: 2, signs: ["=▲▼"] }); // points are penalties
  expect(outcomeOf(view({ status: "match_over", places: [1, 4, 1, 1] }), [], false)).toMatchObject({ place: 4, signs: ["▼▼▼"] });
  const many = Array.from({ length: 21 }, () => ({ kind: "trick", seat: 1 }));
  expect(outcomeOf(view({}), many, false)?.signs).toHaveLength(1);
});

test("the shared text has date, game and signs; an attempt that does not count is marked", () => {
  const attempt = { date: "2026-11-23", game: "gaigel", table: "secret-name", again: false, outcome: null };
  const words = sharedText(attempt, { points: 121, place: 1, of: 4, signs: ["▲▲▲", "♦♢"] }, "Gaigel", "121 points");
  expect(words).toBe("stich ♠♥♦♣ 2026-11-23\nGaigel · 1/4 · 121 points\n▲▲▲\n♦♢");
  expect(words).not.toContain("secret-name");
  expect(sharedText({ ...attempt, again: true }, outcome(1), "Gaigel", "1 point")).toContain("2026-11-23 ↻");
});
