// @vitest-environment node
import { describe, expect, test } from "vitest";
import { placeOf, ranking, standingOf, toldByTotals } from "../src/stage/seating";
import type { FactSpec, TableView } from "../src/wire/protocol";

describe("an oval table", () => {
  const NUMBERS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

  test.each(NUMBERS)("%i players sit round it from left to right, as far on one side as on the other", (n) => {
    const places = Array.from({ length: n - 1 }, (_, i) => placeOf(i + 1, n));
    for (const [i, { x, s }] of places.entries()) {
      const opposite = places.at(-1 - i)!;
      expect(x).toBeCloseTo(-opposite.x, 1);
      expect(s).toBeCloseTo(opposite.s, 1);
      if (i > 0) expect(Math.abs(places[i - 1]!.x - x) + Math.abs(places[i - 1]!.s - s)).toBeGreaterThan(0.15);
    }
    expect(places[0]!.x).toBeLessThanOrEqual(0);
  });
});

describe("what a seat still is", () => {
  const specs: FactSpec[] = [{ name: "places", kind: "places" }, { name: "gone", kind: "out" }];
  const facts = (given: TableView["facts"]) => (name: string): TableView["facts"][string] | undefined => given[name];

  test("it plays, has a place, or is out without one", () => {
    const fact = facts({ places: [0, 2, 0], gone: 0b100 });
    expect([0, 1, 2].map((seat) => standingOf(specs, fact, seat))).toEqual([
      { out: false, place: 0, by: "" },
      { out: true, place: 2, by: "places" },
      { out: true, place: 0, by: "gone" },
    ]);
  });

  test("before the first deal there are no facts", () => {
    expect(standingOf(specs, facts({}), 0).out).toBe(false);
  });

  const shown = (ranks: { seat: number; place: number }[]): string => ranks.map(({ seat, place }) => `${place}:${seat}`).join(" ");
  const ranked = (scores: number[], places: number[], fewest: boolean): string => shown(ranking({ scores, places }, [1, 2, 0], fewest));

  test("while a match runs the totals rank, the most or the fewest first, and equal ones share a place", () => {
    expect(ranked([5, 9, 5], [], false)).toBe("1:1 2:2 2:0");
    expect(ranked([5, 9, 5], [], true)).toBe("1:2 1:0 3:1");
  });

  test("once it is over the rules rank, whatever the totals are", () => {
    expect(ranked([500, 0, 200], [1, 3, 2], true)).toBe("1:0 2:2 3:1");
    expect(ranked([5, 9, 5], [1, 3, 1], false)).toBe("1:2 1:0 3:1");
  });

  test("places are to be written where the totals do not tell them", () => {
    const told = (scores: number[], places: number[]): boolean => toldByTotals(ranking({ scores, places }, [1, 2, 0], true), scores, true);
    expect(told([500, 0, 200], [1, 3, 2])).toBe(false);
    expect(told([3, 7, 3], [1, 3, 1])).toBe(true);
    expect(told([3, 7, 3], [])).toBe(true);
  });
});
