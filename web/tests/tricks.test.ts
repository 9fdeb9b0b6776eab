// @vitest-environment node
import { expect, it } from "vitest";
import { GAP, shownOf, STRIP, tricksOf, widthFor } from "../src/stage/end/tricks";
import type { Chapter } from "../src/table/tale";

const trick = (n: number, taker: number, count = 2): Chapter => ({
  n,
  kind: "round",
  plays: Array.from({ length: count }, (_, i) => ({ n: n * 10 + i, seat: i, say: null, then: { you: 0, names: [] }, faces: [i], laid: true })),
  end: null,
  taker,
  trick: true,
  over: true,
  count,
  past: false,
});

it("gives each side its tricks, and none where somebody's are nobody's", () => {
  const tricks = [trick(1, 0), trick(2, 1), trick(3, 2)];
  expect(tricksOf(tricks, [[0, 2], [1, 3]])?.map((own) => own.map(({ n }) => n))).toEqual([[1, 3], [2]]);
  expect(tricksOf([...tricks, trick(4, -1)], [[0, 2], [1, 3]])).toBe(null);
  expect(tricksOf([], [[0], [1]])).toBe(null);
  expect(tricksOf([{ ...trick(1, 0), trick: false }], [[0], [1]])).toBe(null);
  expect(tricksOf([{ ...trick(1, 0), over: false }], [[0], [1]])).toBe(null);
});

it("counts the cards of a trick that are drawn", () => {
  expect(shownOf(trick(1, 0, 4))).toBe(4);
});

it("draws tricks as large as the felt has room for all of them, and none where they would be too small", () => {
  const sides = [Array.from({ length: 8 }, (_, i) => trick(i, 0, 4)), Array.from({ length: 4 }, (_, i) => trick(i, 1, 4))];
  const sizes = [[700, 400], [348, 220], [500, 100], [300, 60], [0, 0]] as const;
  const widths = sizes.map(([width, height]) => widthFor(sides, width, height));
  expect(widths).toEqual([...widths].sort((a, b) => b - a));
  expect(widths.at(-1)).toBe(0);
  sizes.forEach(([width], at) => {
    const w = widths[at]!;
    if (w > 0) expect(w * (1 + 3 * STRIP) + GAP).toBeLessThan(width / 2);
  });
  expect(widthFor([[], []], 700, 400)).toBeGreaterThan(0);
});
