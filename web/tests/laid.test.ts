import { expect, test } from "vitest";
import { gridOf, widthOf } from "../src/stage/laid";

const BOXES = [
  { width: 690, height: 210 },
  { width: 348, height: 120 },
  { width: 430, height: 150 },
  { width: 400, height: 260 },
];

test("every number of melds fits into its box, and more of them are never larger", () => {
  for (const box of BOXES) {
    let before = Infinity;
    for (let melds = 1; melds <= 12; melds++) {
      const { columns, card, width, height } = gridOf(melds, 5, box, 96);
      expect(card).toBeGreaterThan(18);
      expect(columns * width).toBeLessThanOrEqual(box.width + 0.01);
      expect(Math.ceil(melds / columns) * height).toBeLessThanOrEqual(box.height + 0.01);
      expect(width).toBeGreaterThanOrEqual(card * widthOf(5));
      expect(card).toBeLessThanOrEqual(before);
      before = card;
    }
  }
});

test("two melds have the whole box, and no card is larger than it may be", () => {
  expect(gridOf(2, 3, { width: 690, height: 210 }, 96)).toMatchObject({ columns: 2, card: 96 });
  expect(gridOf(1, 3, { width: 200, height: 400 }, 96).columns).toBe(1);
  expect(gridOf(4, 4, { width: 0, height: 0 }, 96).card).toBe(0);
});
