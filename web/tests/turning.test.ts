import { expect, test } from "vitest";
import { barOf, scaleOf } from "../src/stage/end/bars";
import { turningPoint } from "../src/table/turning";
import type { Sheet } from "../src/wire/protocol";

function sheets(...points: (readonly number[] | null)[]): Sheet[] {
  let totals: number[] = [];
  return points.map((given, i) => {
    const worth = given ?? totals.map(() => 0); // null: passed out
    totals = worth.map((n, seat) => n + (totals[seat] ?? 0));
    return { deal: i + 1, points: [...worth], totals, items: [], headline: ["x", {}], counted: given !== null, tallies: [] };
  });
}

test("the deal in which the later winner took the lead for good", () => {
  expect(turningPoint(sheets([10, 0], [-5, 20], [40, 0], [5, 0]), [0], false)).toBe(2);
  expect(turningPoint(sheets([3, 1, 0], [0, 9, 2], [0, 0, 30]), [2], false), "before the best of the others").toBe(2);
  expect(turningPoint(sheets([0, 5], [6, 0], [0, 1], [30, 0]), [0], false), "not where the lead only grew, nor where it was lost again").toBe(3);
});

test("penalties count the other way round, sides together, and deals that do not count not at all", () => {
  expect(turningPoint(sheets([10, 0], [5, 60], [8, 9]), [0], true)).toBe(1);
  expect(turningPoint(sheets([1, 0, 1, 0], [0, 2, 0, 2], [3, 0, 3, 0]), [0, 2], false)).toBe(2);
  expect(turningPoint(sheets([0, 2], null, [7, 0]), [0], false)).toBe(2);
});

test("none where the winner led all along, or where points do not say who is ahead", () => {
  expect(turningPoint(sheets([4, 0, -2, -2], [1, 1, -1, -1]), [0], false), "and his partner of that deal gained as much").toBeNull();
  expect(turningPoint(sheets([2, 0], null, [7, 0]), [0], false)).toBeNull();
  expect(turningPoint(sheets([4, 0]), [0], false), "one deal").toBeNull();
  expect(turningPoint(sheets([4, 4], [4, 4]), [0, 1], false), "everybody has won").toBeNull();
  expect(turningPoint(sheets([0, 0], [0, 0]), [0], false), "nobody is ahead").toBeNull();
  expect(turningPoint([], [0], false)).toBeNull();
});

test("a bar: what was before, what the deal has changed, on each side of zero", () => {
  const scale = scaleOf(sheets([20, -10], [30, -10]), 100);
  expect(scale).toEqual({ least: -20, most: 100 });
  expect(barOf(20, 50, { least: 0, most: 100 })).toEqual({ before: [0, 0.2], now: [0.2, 0.5] });
  expect(barOf(50, 20, { least: 0, most: 100 }), "taken away").toEqual({ before: [0, 0.2], now: [0.2, 0.5] });
  expect(barOf(-10, -20, { least: -20, most: 0 })).toEqual({ before: [0.5, 1], now: [0, 0.5] });
  expect(barOf(-10, -20, { least: 0, most: 10 }), "nothing on the other side of zero").toEqual({ before: [0, 0], now: [0, 0] });
  expect(barOf(-5, 10, { least: -10, most: 0 }), "across zero, below it").toEqual({ before: [0.5, 1], now: [1, 1] });
  expect(barOf(-5, 10, { least: 0, most: 10 }), "and above it").toEqual({ before: [0, 0], now: [0, 1] });
  expect(barOf(60, 120, scaleOf(sheets([60, 0], [120, 0]), 100)), "the score that ends the match is the end of every bar").toEqual({ before: [0, 0.6], now: [0.6, 1] });
  expect(barOf(0, 0, scaleOf(sheets([0, 0]), 0))).toEqual({ before: [0, 0], now: [0, 0] });
});
