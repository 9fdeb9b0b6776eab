import { expect, test } from "vitest";
import { evenly, heightOf, layers, lie, parted, usualCard } from "../src/stage/laid";
import { eventOf } from "../src/wire/objects";

const BOXES = [
  { width: 1080, height: 200 },
  { width: 690, height: 210 },
  { width: 348, height: 120 },
  { width: 168, height: 44 },
  { width: 400, height: 260 },
];
const LENGTHS = [3, 4, 3, 13, 5, 3, 4, 3, 6, 3, 4, 3];
const CORNER = 0.46; // of a card, below which its corner is not seen

test("every number of melds fits into its box, half a card apart, and more of them are never larger", () => {
  for (const box of BOXES) {
    for (const side of ["start", "middle", "end"] as const) {
      let before = Infinity;
      for (let melds = 1; melds <= LENGTHS.length; melds++) {
        const { card, spots } = lie(LENGTHS.slice(0, melds), box, 96, side);
        expect(spots).toHaveLength(melds);
        expect(card).toBeLessThanOrEqual(before);
        before = card;
        if (box.height > 100) expect(heightOf({ card, spots })).toBeLessThanOrEqual(box.height + 0.01);
        for (const [i, { x, y, width }] of spots.entries()) {
          expect(x).toBeGreaterThanOrEqual(-0.01);
          expect(x + width).toBeLessThanOrEqual(box.width + 0.01);
          if (LENGTHS[i]! < 8 && box.height > 100) expect((width - card) / (LENGTHS[i]! - 1) / card).toBeGreaterThanOrEqual(CORNER - 0.001);
          for (const other of spots.slice(i + 1)) {
            const apart = Math.max(other.x - x - width, x - other.x - other.width);
            expect(other.y !== y || apart >= card / 2 - 0.01, `${melds} melds, ${i}`).toBe(true);
            expect(other.y === y || other.y - y >= card * 1.4).toBe(true);
          }
        }
      }
    }
  }
});

test("two melds have the whole box, and no card is larger than it may be", () => {
  expect(lie([3, 3], { width: 690, height: 210 }, 96).card).toBe(96);
  expect(lie([], { width: 690, height: 210 }, 96).spots).toEqual([]);
  expect(lie([4, 4], { width: 0, height: 0 }, 96).card).toBeGreaterThan(0);
  const [one] = lie([3], { width: 400, height: 100 }, 60, "end").spots;
  expect(one!.x + one!.width).toBe(400);
});

test("an open hand lies in its melds, and apart from them what is left over", () => {
  const hand = [0, 2, 9, 11, 12, 19, 24, 25, 26, 39];
  const kings = [9, 19, 39];
  expect(parted(hand, [kings, [24, 25, 26]])).toEqual({ melds: [kings, [24, 25, 26]], rest: [0, 2, 11, 12] });
  expect(parted(hand, [])).toBe(null);
  expect(parted([4, 4, 5], [[4, 4, 255], [4, 5]])).toEqual({ melds: [[4, 5]], rest: [4] }); // 255 is missing: no meld yet
});

test("the usual melds have room at one size, on a phone at one that can be read", () => {
  const phone = { width: 348, height: 134 };
  const card = usualCard(4, phone, 104);
  expect(card).toBeGreaterThanOrEqual(44);
  for (const melds of [1, 2, 3, 4]) expect(lie(Array.from({ length: melds }, () => 4), phone, card).card).toBe(card);
  expect(lie(Array.from({ length: 9 }, () => 4), phone, card).card).toBeLessThan(card);
  const roomy = { width: 1080, height: 260 };
  expect(lie(Array.from({ length: 6 }, () => 4), roomy, 104).card).toBe(usualCard(4, roomy, 104));
});

test("melds that belong to nobody lie in columns of equal width, all in the middle", () => {
  for (const box of BOXES.slice(0, 3)) {
    let before = Infinity;
    for (let melds = 1; melds <= LENGTHS.length; melds++) {
      const { card, spots } = evenly(LENGTHS.slice(0, melds), box, 96, 14);
      expect(card).toBeLessThanOrEqual(1.21 * before); // a long meld has made them smaller, for no other to lie over two columns
      before = card;
      expect(spots).toHaveLength(melds);
      const rows = [...new Set(spots.map(({ y }) => y))];
      const columns = [...new Set(spots.map(({ x }) => Math.round(x)))].sort((a, b) => a - b);
      const steps = columns.slice(1).map((x, i) => x - columns[i]!);
      const step = Math.min(...steps);
      for (const one of steps) expect(Math.abs(one / step - Math.round(one / step)), `${melds} melds`).toBeLessThan(0.05);
      expect(rows.length * columns.length, "no row is for one meld alone").toBeLessThan(2 * melds + 2);
      expect(heightOf({ card, spots }) + 14).toBeLessThanOrEqual(box.height + 0.01);
      for (const [i, { x, y, width }] of spots.entries()) {
        expect(x).toBeGreaterThanOrEqual(-0.01);
        expect(x + width).toBeLessThanOrEqual(box.width + 0.01);
        if (LENGTHS[i]! < 8) expect((width - card) / (LENGTHS[i]! - 1) / card).toBeGreaterThanOrEqual(CORNER - 0.001);
        for (const other of spots.slice(i + 1)) expect(other.y !== y || other.x - x - width >= 7.9).toBe(true);
      }
    }
  }
});

test("a meld says who has laid it, and not who has added to it", () => {
  const zones = [["meld1", -1, "meld"], ["hand.0", 0, "hand"], ["hand.1", 1, "hand"], ["meld1.0", 0, "meld"], ["stock", -1, "stock"]] as const;
  const moves = [["stock", "meld2"], ["hand.1", "meld1"], ["hand.0", "meld1"], ["hand.0", "meld1.0"]] as const;
  const said = moves.map(([src, dst]) => ({ said: eventOf(["move", 0, 3, src, dst, null]) }));
  expect([...layers(said, zones.map(([id, owner, role]) => ({ id, owner, role })))]).toEqual([["meld1", 1]]);
});

test("melds for whose columns a phone has no width lie in rows, as large as those allow", () => {
  const lengths = [6, 11, 4, 4, 8, 4, 4, 4, 4];
  const box = { width: 575, height: 118 };
  const { card, spots } = evenly(lengths, box, 60);
  expect(card).toBeGreaterThanOrEqual(34);
  expect(heightOf({ card, spots })).toBeLessThanOrEqual(box.height);
});
