// @vitest-environment node
import { expect, it } from "vitest";
import { counted, linesIn } from "../src/stage/end/left";
import { staked } from "../src/stage/end/scene";
import { BACK } from "../src/wire/objects";
import type { Sheet, ZoneSpec } from "../src/wire/protocol";

const zone = (id: string, role: ZoneSpec["role"], shown = true) => ({ id, role, shown });
const ZONES = [zone("away", "discard"), zone("hand.0", "hand"), zone("hand.1", "hand")];
const cardsOf = (all: Record<string, number[]>) => (id: string) => all[id] ?? [];

it("counts which cards the last hand holds where all others are seen", () => {
  const found = counted(ZONES, cardsOf({ away: [0, 3], "hand.1": [2, BACK] }), [1, 1, 1, 1], "");
  expect(found("hand.1")).toEqual([1, 2]);
  expect(found("away")).toEqual([0, 3]);
  const down = [zone("away", "discard", false), ...ZONES.slice(1)];
  const closed = cardsOf({ away: [BACK, BACK], "hand.1": [2, BACK] });
  expect(counted(down, closed, [1, 1, 1, 1], "9")("hand.1"), "cards that were seen and lie face down").toEqual([1, 2]);
  expect(counted(down, closed, [1, 1, 1, 1], "")("hand.1")).toEqual([2, BACK]);
});

it("leaves a hand as it is where others hold cards that are not seen, or some are out of the deal", () => {
  const two = counted(ZONES, cardsOf({ away: [0], "hand.0": [BACK], "hand.1": [2, BACK] }), [1, 1, 1, 1], "");
  expect(two("hand.1")).toEqual([2, BACK]);
  expect(counted(ZONES, cardsOf({ away: [0], "hand.1": [2, BACK] }), [1, 1, 1, 1], "")("hand.1")).toEqual([2, BACK]);
  expect(counted(ZONES, cardsOf({ away: [BACK], "hand.1": [2, 3] }), [1, 0, 1, 1], "")("away")).toEqual([BACK]);
});

it("leaves out words that say only what the one deal was worth", () => {
  const sheet = { points: [-5, 5], tallies: [{ n: 2 }, { n: 7 }] } as unknown as Sheet;
  expect(staked("Mira is 5 units ahead", { sheets: [sheet] })).toBe(true);
  expect(staked("Mira wins 7 to 2", { sheets: [sheet] })).toBe(false);
  expect(staked("Mira is 5 units ahead", { sheets: [sheet, sheet] })).toBe(false);
});

it("lays what is left in as few lines as can be read, spread over the row", () => {
  const cards = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
  const few = linesIn(cards(3), 300);
  expect([few.w, few.strip, few.lines.length], "there is room beside them").toEqual([28, 0.72, 1]);
  expect([linesIn(cards(3), 160, true).w, linesIn(cards(14), 160, true).lines.length], "a phone is low").toEqual([20, 2]);
  for (const [n, room, lines] of [[1, 160, 1], [15, 353, 1], [15, 160, 2], [10, 160, 1], [30, 160, 3], [4, 0, 3]] as const) {
    const laid = linesIn(cards(n), room);
    expect(laid.lines.length, `${n} cards in ${room} px`).toBe(lines);
    expect(laid.lines.flat()).toEqual(cards(n));
    if (room > 0) expect(laid.w * (1 + laid.strip * (laid.lines[0]!.length - 1))).toBeLessThanOrEqual(room + 0.01);
    if (room > 0 && n < 30) expect(laid.strip * laid.w).toBeGreaterThan(14);
  }
});
