// @vitest-environment node
import { expect, it } from "vitest";
import { deedsOf } from "../src/stage/end/deeds";
import type { Chapter, Play } from "../src/table/tale";
import { BACK } from "../src/wire/objects";

const play = (n: number, seat: number, faces: number[], more: Partial<Play> = {}): Play => ({ n, seat, say: ["x", {}], then: { you: 0, names: [] }, faces, laid: true, ...more });
const chapter = (kind: Chapter["kind"], plays: Play[], more: Partial<Chapter> = {}): Chapter => ({ n: 1, kind, plays, end: null, taker: -1, trick: false, over: true, count: 0, past: false, ...more });
const faces = (of: Chapter): number[][] => deedsOf(of).map((deed) => [...deed.faces]);

it("keeps the cards of a meld and the discard after it apart", () => {
  const turn = chapter("turn", [play(1, 2, [BACK]), play(2, 2, [4, 5, 6, 7]), play(3, 2, [9]), play(4, 2, [], { say: ["x.out", {}] })]);
  expect(faces(turn)).toEqual([[4, 5, 6, 7], [9]]);
  expect(deedsOf(turn).map(({ words }) => words?.n)).toEqual([2, 3]); // not what was announced besides
});

it("shows a card once that was drawn and put away again", () => {
  expect(faces(chapter("turn", [play(1, 0, [9]), play(2, 0, [9])]))).toEqual([[9]]);
});

it("shows the last deeds that there is room for", () => {
  expect(faces(chapter("turn", [play(1, 0, [1, 2, 3, 4, 5, 6, 7, 8]), play(2, 0, [9])]))).toEqual([[9]]);
  expect(faces(chapter("turn", [play(1, 0, [1, 2, 3, 4, 5, 6, 7, 8, 9])]))).toEqual([]);
  expect(faces(chapter("round", Array.from({ length: 10 }, (_, i) => play(i, i, [i]))))).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map((i) => [i]));
});

it("names each card of a trick, and marks the one that has won it", () => {
  const deeds = deedsOf(chapter("round", [play(1, 0, [1]), play(2, 1, [2]), play(3, 2, [3])], { trick: true, taker: 1 }));
  expect(deeds.map(({ seats, best, words }) => [seats, best, words])).toEqual([[[0], false, null], [[1], true, null], [[2], false, null]]);
});

it("lays a card on the one that it beat, with both names", () => {
  const bout = chapter("round", [play(1, 0, [1], { pairs: ["p1"] }), play(2, 0, [2], { pairs: ["p2"] }), play(3, 3, [8], { pairs: ["p1"] })]);
  expect(deedsOf(bout).map(({ seats, faces }) => [seats, faces])).toEqual([[[0, 3], [1, 8]], [[0], [2]]]);
});
