import { expect, test } from "vitest";
import { madeBy } from "../src/stage/madeby";
import type { ZoneState } from "../src/table/table.svelte";
import type { Text } from "../src/viewer/text.svelte";

const KEYS = ["g.zone.won.by", "g.zone.lost.by"];
const text = { has: (key: string) => KEYS.includes(key), say: ([key, { seat }]: [string, { seat: number }]) => `${key} ${seat}`, t: (key: string) => key } as unknown as Text;
const table = { spec: { game: "g" } } as never;
const pile = (name: string, role: string, owner: number): ZoneState => ({ spec: { name, role, owner } }) as unknown as ZoneState;

test("a pile says whose turns brought its cards there", () => {
  expect(madeBy(pile("won", "captured", 1), [0, 1], table, text)).toBe("g.zone.won.by 1");
  expect(madeBy(pile("lost", "discard", 1), [0, 1], table, text)).toBe("g.zone.lost.by 0");
});

test("has its name where the game says no more, or one of several others may have brought them", () => {
  expect(madeBy(pile("rest", "discard", 1), [0, 1], table, text)).toBe("g.zone.rest");
  expect(madeBy(pile("lost", "discard", 1), [0, 1, 2], table, text)).toBe("g.zone.lost");
});
