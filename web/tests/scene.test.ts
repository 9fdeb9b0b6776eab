// @vitest-environment node
import { expect, it } from "vitest";
import { figuresOf, marginOf, moodOf, outOrder, ownEnd, ownWords, saysAll, turnOf } from "../src/stage/end/scene";

import type { Sheet, Tally } from "../src/wire/protocol";

const told = (value: unknown): string => [value].flat().join("+");
const text = {
  has: (key: string) => /\.([12]|lose)$/.test(key),
  t: (key: string, args?: object) => [key, ...Object.values(args ?? {}).map(told)].join(" "),
  number: String,
};
const tally = (n: number, ...seats: number[]): Tally => ({ name: "", seats, n, rest: "" });
const sheet = (totals: number[], tallies: Tally[] = [], deal = 1): Sheet => ({ deal, points: totals, totals, items: [], headline: ["x", {}], counted: true, tallies });
/** After several deals, unless tallies are given. */
const view = (scores: number[], places: number[] = [], tallies?: Tally[], winners = [0]) => ({ scores, places, winners, sheets: tallies ? [sheet(scores, tallies)] : [sheet(scores), sheet(scores)] });
const said = (own: ReturnType<typeof ownEnd>): string => ownWords(own, text);
const four = { sides: [] as number[][], fewest: false };
const pairs = { sides: [[0, 2], [1, 3]], fewest: false };

it("says which place the viewer has, and how far behind", () => {
  expect(said(ownEnd(four, view([9, 5, 7, 1]), [2, 3, 0, 1], 2))).toBe("end.place.2, end.behind 2");
  expect(said(ownEnd(four, view([9, 5, 7, 1]), [1, 2, 3, 0], 1))).toBe("end.place 3, end.behind 4");
  expect(said(ownEnd({ ...four, fewest: true }, view([1, 5, 7, 9]), [1, 2, 3, 0], 1))).toBe("end.place.2, end.behind 4");
  expect(said(ownEnd(four, view([9, 5, 7, 1], [1, 2, 3, 4]), [1, 2, 3, 0], 1))).toBe("end.place.2"); // points do not say it
  expect(said(ownEnd(four, view([9, 5, 7, 1]), [0, 1, 2, 3], 15))).toBe("");
  expect(said(ownEnd(four, view([9, 5, 7, 1], [], []), [2, 3, 0, 1], 2)), "of one deal the figures are seen").toBe("end.place.2");
});

it("says that others have the same place", () => {
  for (const me of [1, 2]) expect(said(ownEnd(four, view([9, 5, 5, 1]), [1, 2, 3, 0], me))).toBe("end.shared.2, end.behind 4");
  expect(said(ownEnd(four, view([9, 7, 5, 5]), [1, 2, 3, 0], 3))).toBe("end.shared 3, end.behind 4");
  const three = { sides: [[0, 3], [1, 4], [2, 5]], fewest: false };
  expect(said(ownEnd(three, view([2, -1, -1, 2, -1, -1], [1, 3, 3, 1, 3, 3], []), [1, 2, 3, 4, 5, 0], 1)), "sides, too").toBe("end.shared.2");
  expect(said(ownEnd(three, view([2, 1, 0, 2, 1, 0]), [1, 2, 3, 4, 5, 0], 1)), "partners do not share it").toBe("end.place.2, end.behind 1");
});

it("names the side that has lost, and the figures of both, the better one first", () => {
  const around = [1, 2, 3, 0];
  const alone = [tally(116, 0, 2), tally(57, 1, 3)];
  expect(said(ownEnd(pairs, view([3, 1, 3, 1]), around, 1))).toBe("end.lost 1+3");
  expect(figuresOf(pairs, view([1, -1, 1, -1], [1, 3, 1, 3], alone), around), "of one deal what it was decided by").toEqual([116, 57]);
  expect(figuresOf(pairs, view([3, 1, 3, 1]), around)).toEqual([3, 1]);
  expect(figuresOf({ ...pairs, fewest: true }, view([3, 1, 3, 1], [], undefined, [1, 3]), around)).toEqual([1, 3]);
  expect(figuresOf(pairs, view([0, 0, 0, 0]), around), "nothing compares them").toBeNull();
  expect(figuresOf(four, view([3, 2, 1, 0]), around), "more than two").toBeNull();
});

it("says to one of two that they lose, and by how much, which a win says, too", () => {
  const two = (scores: number[], tallies?: Tally[]): string => {
    const end = view(scores, [], tallies);
    return ownWords(ownEnd(four, end, [1, 0], 1), text, marginOf(four, end, [1, 0]));
  };
  expect(two([7, 3])).toBe("end.lose, end.behind 4");
  expect(two([116, 54], []), "of one deal").toBe("end.lose, end.behind 62");
  expect(two([2, -2], []), "a stake is no lead").toBe("end.lose");
  expect(marginOf(four, view([9, 5, 7]), [0, 1, 2])).toBe(2);
  expect(marginOf(four, view([9, 5, 7], [], []), [0, 1, 2]), "one deal of more").toBe(0);
});

it("says that one who was alone against one side has lost", () => {
  const alone = view([2, 2, -4], [1, 1, 3], [tally(37, 2), tally(83, 0, 1)], [0, 1]);
  expect(said(ownEnd(four, alone, [2, 0, 1], 2))).toBe("end.lose");
  expect(said(ownEnd(four, view([-2, -2, 4], [2, 2, 1], [tally(83, 2), tally(37, 0, 1)], [2]), [0, 1, 2], 0))).toBe("end.lost 0+1");
});

it("celebrates no defeat, and a win that several share in another way", () => {
  const around = [0, 1, 2, 3];
  const mood = (winners: number[], me: number, losing = false, spec = four): string => moodOf(spec, view([0, 0, 0, 0], [], undefined, winners), around, me, losing);
  expect([mood([0], 0), mood([0], 1), mood([0, 1], 0), mood([0], 15)]).toEqual(["won", "lost", "shared", "won"]);
  expect([mood([0, 1, 2, 3], 0), mood([0, 1, 2, 3], 15)]).toEqual(["calm", "calm"]); // a draw
  expect([mood([0, 2], 0, false, pairs), mood([0, 2], 3, false, pairs)]).toEqual(["won", "lost"]);
  expect([mood([0, 1, 2], 3, true), mood([0, 1, 2], 0, true), mood([0, 1, 2], 15, true)]).toEqual(["lost", "calm", "calm"]);
});

it("does not say the same figures twice", () => {
  expect(saysAll("You win the round, 110 to 60", "110 : 60")).toBe(true);
  expect(saysAll("Mira has less left over and wins 56 points", "56 : 0")).toBe(false);
  expect(saysAll("Jonas goes out first", "")).toBe(false);
});

it("ranks those who got rid of their cards by when they did", () => {
  const hands = [{ owner: 0, left: 0, last: 30 }, { owner: 1, left: 3, last: 40 }, { owner: 2, left: 0, last: 10 }];
  expect([...outOrder(hands)]).toEqual([[0, 2], [1, 0], [2, 1]]);
});

it("names the deal that decided, unless points do not say who is ahead", () => {
  const sheets = [sheet([0, 5]), sheet([9, 6], [], 2)];
  const of = (places: number[]): number | null => turnOf({ fewest: false }, { ...view([9, 6], places), sheets }, [0, 1]);
  expect(of([])).toBe(1);
  expect(of([1, 1])).toBe(null);
});
