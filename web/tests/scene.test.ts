// @vitest-environment node
import { expect, it } from "vitest";
import { outOrder, ownEnd, ownWords, turnOf } from "../src/stage/end/scene";

import type { Sheet } from "../src/wire/protocol";

const text = { has: (key: string) => /\.[12]$/.test(key), t: (key: string, args?: object) => [key, ...Object.values(args ?? {})].join(" ") };
const view = (scores: number[], places: number[] = []) => ({ scores, places, winners: [0] });
const said = (own: ReturnType<typeof ownEnd>): string => ownWords(own, text);

it("says which place the viewer has, and how far behind", () => {
  const four = { sides: [], fewest: false };
  expect(said(ownEnd(four, view([9, 5, 7, 1]), [2, 3, 0, 1], 2))).toBe("end.place.2, end.behind 2");
  expect(said(ownEnd(four, view([9, 5, 7, 1]), [1, 2, 3, 0], 1))).toBe("end.place 3, end.behind 4");
  expect(said(ownEnd({ ...four, fewest: true }, view([1, 5, 7, 9]), [1, 2, 3, 0], 1))).toBe("end.place.2, end.behind 4");
  expect(said(ownEnd(four, view([9, 5, 7, 1], [1, 2, 3, 4]), [1, 2, 3, 0], 1))).toBe("end.place.2"); // points do not say it
  expect(said(ownEnd(four, view([9, 5, 7, 1]), [0, 1, 2, 3], 15))).toBe("");
});

it("says of two sides that one has lost, whoever of it looks", () => {
  const pairs = { sides: [[0, 2], [1, 3]], fewest: false };
  for (const me of [1, 3]) expect(said(ownEnd(pairs, view([1, -1, 1, -1]), [me, 0, 2, 4 - me], me))).toBe("end.lost");
});

it("ranks those who got rid of their cards by when they did", () => {
  const hands = [{ owner: 0, left: 0, last: 30 }, { owner: 1, left: 3, last: 40 }, { owner: 2, left: 0, last: 10 }];
  expect([...outOrder(hands)]).toEqual([[0, 2], [1, 0], [2, 1]]);
});

it("names the deal that decided, unless points do not say who is ahead", () => {
  const sheets = [[5, 0], [9, 1]].map((totals, i) => ({ deal: i + 1, points: totals, totals, items: [], headline: ["x", {}], counted: true, tallies: [] })) as unknown as Sheet[];
  const of = (places: number[]): number | undefined => turnOf({ fewest: false }, { ...view([9, 1], places), sheets }, [0, 1])?.at;
  expect(of([])).toBe(0); // by 5 in the first, by 3 in the second
  expect(of([1, 1])).toBe(undefined);
});
