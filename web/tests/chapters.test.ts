import { expect, test } from "vitest";
import { drawn, rowOf } from "../src/stage/chapters";
import type { Chapter, Play } from "../src/table/tale";

const then = { you: 0, names: [] };
const play = (n: number, faces: number[], pair?: string): Play => ({ n, seat: n, say: null, then, faces, laid: true, ...(pair && { pair }) });
const chapter = (plays: Play[], kind: Chapter["kind"] = "round"): Chapter => ({ n: 0, kind, plays, end: null, taker: -1, trick: false, over: false, count: 0, past: false });

test("every row fits, from one card to a pile of hundreds, from 180 to 720 px", () => {
  for (const width of [180, 240, 330, 720]) {
    for (const plays of [[play(0, [1])], Array.from({ length: 4 }, (_, n) => play(n, [n])), Array.from({ length: 12 }, (_, n) => play(n, [n])), [play(0, Array.from({ length: 200 }, (_, i) => i))],
      Array.from({ length: 3 }, (_, n) => play(n, [n, n, n, n, n])), Array.from({ length: 90 }, (_, n) => play(n, [n, n]))]) {
      const { cards, w, more } = rowOf(chapter(plays), width);
      expect(cards.length).toBeGreaterThan(0);
      expect(cards.length).toBeLessThanOrEqual(26);
      expect(w).toBeLessThanOrEqual(32);
      expect(Math.max(...cards.map(({ x }) => x)) + w).toBeLessThanOrEqual(width + 1);
      if (plays.length > 1) expect(cards.length + more).toBe(plays.reduce((sum, { faces }) => sum + faces.length, 0));
    }
  }
});

test("names stand below the cards where there is room for them", () => {
  expect(rowOf(chapter(Array.from({ length: 4 }, (_, n) => play(n, [n]))), 240).name).toBe(60);
  expect(rowOf(chapter(Array.from({ length: 12 }, (_, n) => play(n, [n]))), 240).name).toBe(0);
});

test("what beats a card lies on it, in whatever order they came", () => {
  const bout = [play(0, [10], "pair1"), play(1, [20], "pair2"), play(2, [11], "pair1"), play(3, [21], "pair2")];
  expect(drawn(chapter(bout)).map(({ faces }) => faces[0])).toEqual([10, 11, 20, 21]);
  const { cards, w } = rowOf(chapter([...bout, ...Array.from({ length: 8 }, (_, n) => play(4 + n, [30 + n], `pair${3 + (n >> 1)}`))]), 240);
  const x = cards.map((card) => card.x);
  expect(x[1]! - x[0]!).toBeCloseTo(w * 0.5);
  expect(x[2]! - x[1]!).toBeCloseTo(w * 1.14);
});
