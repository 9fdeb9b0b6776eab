// @vitest-environment node
import { expect, test } from "vitest";
import { figuresAt, ribbonsOf } from "../src/stage/occupant";
import { badgeKey, badgesOf, figuresOf, isBadge } from "../src/table/badges";
import type { TableStore } from "../src/table/table.svelte";
import type { Text } from "../src/viewer/text.svelte";
import type { FactSpec } from "../src/wire/protocol";

const KEYS = new Set(["g.badge.declarer", "g.badge.refused.vote"]);
const has = (key: string): boolean => KEYS.has(key);

test("a badge is shown always, or in one phase only; in the others it is shown nowhere", () => {
  expect(badgeKey("g", "declarer", "play", has)).toBe("g.badge.declarer");
  expect(badgeKey("g", "refused", "vote", has)).toBe("g.badge.refused.vote");
  expect(badgeKey("g", "refused", "play", has)).toBe("");
  expect(isBadge("g", "refused", ["vote", "play"], has)).toBe(true);
  expect(isBadge("g", "leader", ["vote", "play"], has)).toBe(false);
});

test("a seat wears what names it: a seat, seats as bits or a list, a flag for each", () => {
  const specs: FactSpec[] = [{ name: "one", kind: "seat" }, { name: "bits", kind: "seats" }, { name: "list", kind: "seats" }, { name: "flags", kind: "flag" }, { name: "n", kind: "number" }];
  const facts: Record<string, number | number[]> = { one: 2, bits: 0b101, list: [0, 1], flags: [0, 1, 1], n: 2 };
  const worn = (seat: number): string[] => badgesOf(specs, (name) => facts[name], seat);
  expect([0, 1, 2].map(worn)).toEqual([["bits", "list"], ["list", "flags"], ["one", "bits", "flags"]]);
});

test("a number for each seat is shown once one of them is not zero", () => {
  const specs: FactSpec[] = [{ name: "tricks", kind: "number" }];
  expect(figuresOf(specs, () => [0, 0], 2)).toEqual([]);
  expect(figuresOf(specs, () => [0, 3], 2)).toEqual([{ name: "tricks", kind: "number", values: [0, 3] }]);
  expect(figuresOf(specs, () => 3, 2)).toEqual([]);
});

test("nothing is no news at a seat, but for points", () => {
  const facts: FactSpec[] = [{ name: "kings", kind: "number" }, { name: "points", kind: "points" }];
  const values: Record<string, number[]> = { kings: [0, 1], points: [0, 5] };
  const table = { spec: { game: "g", facts, seats: 2 }, fact: (name: string) => values[name] } as unknown as TableStore;
  const text = { has: () => true, t: (key: string, { n }: { n: number }) => `${n} ${key.split(".")[2]}` } as unknown as Text;
  expect([0, 1].map((seat) => figuresAt(seat, table, text))).toEqual([["0\u00a0points"], ["1\u00a0kings", "5\u00a0points"]]);
});

test("after the match nobody wears a badge: nobody declares then", () => {
  const worn = (status: string): string[] => {
    const table = { spec: { game: "g", facts: [{ name: "declarer", kind: "seat" }] }, view: { status, phase: "play" }, fact: () => 0 };
    return ribbonsOf(0, table as unknown as TableStore, { has, t: (key: string) => key } as unknown as Text);
  };
  expect(["playing", "deal_over", "match_over"].map(worn)).toEqual([["g.badge.declarer"], ["g.badge.declarer"], []]);
});
