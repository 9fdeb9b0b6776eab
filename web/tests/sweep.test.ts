// @vitest-environment node
import { describe, expect, test } from "vitest";
import { layout } from "../src/choosing/hand/layout";
import { cardAt, strip } from "../src/choosing/hand/sweep";

const keys = Array.from({ length: 20 }, (_, i) => i >> 1);

for (const [w, h] of [[340, 740], [720, 360], [1000, 900]] as const) {
  test(`in a hand ${w} px wide the free strip of every card is found, all the way down`, () => {
    const plan = layout(keys, w, h);
    plan.places.forEach((place, i) => {
      const middle = plan.card * 0.7; // half its height
      const covered = plan.rows > 1 && place.row < plan.rows - 1;
      for (const down of covered ? [0.1, 0.3] : [0.1, 0.5, 0.9]) {
        // a point of the strip, rotated with its card
        const turn = (place.turn * Math.PI) / 180;
        const [right, up] = [Math.min(place.strip, plan.card) / 2 - plan.card / 2, (1 - down) * 2 * middle];
        const x = place.x + plan.card / 2 + right * Math.cos(turn) + up * Math.sin(turn);
        const y = place.y + plan.lift + 2 * middle + right * Math.sin(turn) - up * Math.cos(turn);
        expect(cardAt(plan, x, y), `${i} at ${down}`).toBe(i);
      }
    });
  });
}

describe("a card that has risen", () => {
  const plan = layout([1, 2, 3], 300, 740);
  const first = plan.places[0]!;

  test("is found where it is now", () => {
    const [x, y] = [first.x + 5, first.y + plan.lift / 2];
    expect(cardAt(plan, x, y)).toBe(-1);
    expect(cardAt(plan, x, y, (i) => i === 0)).toBe(0);
    expect(cardAt(plan, -20, -20)).toBe(-1);
  });
});

test("a strip is the same from either end", () => {
  expect(strip(["a", "b", "c", "d"], 1, 3)).toEqual(["b", "c", "d"]);
  expect(strip(["a", "b", "c", "d"], 3, 1)).toEqual(["b", "c", "d"]);
  expect(strip(["a"], 0, 0)).toEqual(["a"]);
});
