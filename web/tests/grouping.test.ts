// @vitest-environment node
import { describe, expect, test } from "vitest";
import { slotsOf } from "../src/choosing/choose";
import { grouping } from "../src/skins/chimera/grouping";

const FACES = [...Array.from({ length: 13 }, (_, key) => ["J", "S", "P", "T"].map((family) => ({ family, key }))).flat(), { family: "P", key: 13 }, { family: "C", key: 14 }];
const KEYS = FACES.map(({ key }) => key);

/** Ranks as printed, 13 a Hero, 14 Pi Ya, 15 the Chimera; each time in another family. */
function packs(...ranks: number[]): number[][] {
  const given = new Map<number, number>();
  const faces = ranks.map((rank) => {
    const copy = given.get(rank) ?? 0;
    given.set(rank, copy + 1);
    return rank <= 13 ? 4 * (rank - 1) + copy : 38 + rank;
  });
  return grouping(slotsOf("hand.0", faces, KEYS)).map((pack) => pack.map((slot) => slot.key + 1));
}

describe("a hand by combinations", () => {
  test("has loose cards first, then sets, runs, traps and the attack", () => {
    expect(packs(1, 3, 3, 9, 9, 9, 9, 12, 12, 12, 14, 15)).toEqual([[1], [3, 3], [12, 12, 12], [9, 9, 9, 9], [14, 15]]);
    expect(packs(14, 1, 13, 13)).toEqual([[1, 14], [13, 13]]);
    expect(packs()).toEqual([]);
  });

  test("makes runs where they leave fewer loose cards, and no others", () => {
    expect(packs(3, 4, 5, 6, 7, 7, 7)).toEqual([[7, 7], [3, 4, 5, 6, 7]]);
    expect(packs(1, 2, 3, 4)).toEqual([[1, 2, 3, 4]]); // too short: loose
    expect(packs(4, 4, 5, 5, 6, 6)).toEqual([[4, 4, 5, 5, 6, 6]]);
    expect(packs(4, 4, 4, 5, 5, 5, 10)).toEqual([[10], [4, 4, 4, 5, 5, 5]]);
    expect(packs(3, 3, 3, 4, 5, 6, 7)).toEqual([[3, 3], [3, 4, 5, 6, 7]]);
  });

  test("loses no card and doubles none, and is quick with twenty of them", () => {
    let seed = 7;
    for (let n = 0; n < 300; n++) {
      const faces = FACES.map((_, face) => face).sort(() => (seed = (seed * 16807) % 2147483647) / 2147483647 - 0.5).slice(0, 20);
      const held = grouping(slotsOf("hand.0", faces, KEYS)).flat();
      expect(held.map((slot) => slot.face).sort((a, b) => a - b)).toEqual(faces.sort((a, b) => a - b));
    }
  });
});
