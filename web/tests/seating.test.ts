import { describe, expect, test } from "vitest";
import { directionOf, flanksOf, ranking, standingOf, toldByTotals } from "../src/stage/seating";
import type { FactSpec, TableView } from "../src/wire/protocol";

const DESK = [1060, 900] as const;
const others = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);
const sizes = (n: number, width: number, height: number): number[] => {
  const { left, top, right } = flanksOf(others(n), width, height);
  return [left.length, top.length, right.length];
};

describe("an oval table", () => {
  test.each([[6, [2, 2, 2]], [7, [2, 3, 2]], [8, [3, 2, 3]], [9, [3, 3, 3]], [10, [3, 4, 3]], [11, [4, 3, 4]]] as const)("%i others sit on three sides", (n, wanted) => {
    expect(sizes(n, ...DESK)).toEqual(wanted);
  });

  test("all sit there in their order, on any screen", () => {
    for (let n = 1; n <= 11; n++) {
      for (const [width, height] of [[300, 500], [708, 1024], [964, 768], DESK, [2000, 1400]] as const) {
        const { left, top, right } = flanksOf(others(n), width, height);
        if (n > 1) expect([...left, ...top, ...right]).toEqual(others(n));
        expect(left).toHaveLength(right.length);
      }
    }
  });

  test("where it is narrow they sit at its sides, where it is low at its end", () => {
    expect(sizes(11, 708, 1024)).toEqual([5, 1, 5]);
    expect(sizes(11, 964, 700)).toEqual([2, 7, 2]);
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
    expect(directionOf([{ name: "way", kind: "direction" }], facts({}))).toBe(0);
  });

  test("play goes on, or back", () => {
    const way: FactSpec[] = [{ name: "way", kind: "direction" }];
    expect([1, -1].map((n) => directionOf(way, facts({ way: n })))).toEqual([1, -1]);
    expect(directionOf(specs, facts({ way: 1 }))).toBe(0);
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
