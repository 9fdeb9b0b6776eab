import { expect, test } from "vitest";
import type { Deed } from "../src/stage/end/deeds";
import { APART, byPlace, GAP, LINE, shapeOf, STRIP, type Part } from "../src/stage/end/lines";

const cards = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const hand = (...lengths: number[]): Part[] => lengths.map((n) => ({ cards: cards(n), left: false }));
const FRUSTRATION = [hand(9, 6), hand(4, 3, 3), hand(3, 3, 1), hand(6, 3, 3)];
const CHINCHON = [hand(4, 3), hand(3, 4), hand(7), hand(7)];
const PHONE = { width: 314, height: 330 };
const SIDEWAYS = { width: 640, height: 150 };

test("all cards of open hands have room, whole melds in a line", () => {
  for (const hands of [FRUSTRATION, CHINCHON, CHINCHON.slice(0, 2), [hand(11)]])
    for (const box of [PHONE, SIDEWAYS, { width: 1000, height: 500 }]) {
      const { card, columns, name, lines, spare } = shapeOf(hands, box, 84);
      const room = (box.width - (columns - 1) * APART) / columns - name;
      for (const [i, own] of lines.entries()) {
        expect(own.flat()).toEqual(hands[i]);
        for (const line of own) {
          const wide = line.reduce((sum, { cards }) => sum + card * (1 + STRIP * (cards.length - 1) + GAP), -GAP * card);
          expect(wide).toBeLessThanOrEqual(room + 0.01);
        }
      }
      const high = (i: number): number => lines[i]!.length * card * 1.4 + (name > 0 ? 0 : LINE);
      const rows = Array.from({ length: Math.ceil(hands.length / columns) }, (_, i) => Math.max(...lines.slice(i * columns, (i + 1) * columns).map((_, j) => high(i * columns + j))));
      expect(rows.reduce((sum, px) => sum + px, spare)).toBeLessThanOrEqual(box.height + 0.01);
    }
});

test("hands that end a match can be read on a phone", () => {
  expect(shapeOf(FRUSTRATION, PHONE, 84).card).toBeGreaterThanOrEqual(30);
  expect(shapeOf(FRUSTRATION, SIDEWAYS, 84).card).toBeGreaterThanOrEqual(24);
  expect(shapeOf(CHINCHON, PHONE, 84).card).toBeGreaterThanOrEqual(36);
  expect(shapeOf(CHINCHON.slice(0, 2), { width: 1000, height: 500 }, 84)).toMatchObject({ card: 84, columns: 1, name: 104 });
  const knock = [hand(3, 3, 3, 1), hand(10)];
  expect(shapeOf(knock, { width: 690, height: 480 }, 104).lines.every((own) => own.length === 1), "large enough in a line each").toBe(true);
});

test("what is left over has a meld beside it, not a line of its own", () => {
  const left = (n: number): Part => ({ cards: cards(n), left: true });
  const hands = [hand(4, 6), [...hand(3, 6), left(1)], [...hand(8, 6), left(2)]];
  for (const width of [620, 640, 680, 720]) {
    const { lines } = shapeOf(hands, { width, height: 640 }, 104);
    const alone = lines.flatMap((own) => own.slice(1).filter((line, i) => line[0]!.left && own[i]!.length > 1));
    expect(alone, `${width} px`).toEqual([]);
  }
});

test("hands lie in the order of the places, equal ones as they came", () => {
  const deeds = [1, 0, 2, 3].map((seat, n) => ({ n, seats: [seat] }) as unknown as Deed);
  const order = (view: Parameters<typeof byPlace>[1]): number[] => byPlace(deeds, view, true).map(({ seats: [seat] }) => seat!);
  expect(order({ places: [4, 1, 3, 2], scores: [] })).toEqual([1, 3, 2, 0]);
  expect(order({ places: [], scores: [5, 5, 0, 9] })).toEqual([2, 1, 0, 3]);
});
