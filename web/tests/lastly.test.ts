// @vitest-environment node
import { expect, test } from "vitest";
import { lastly } from "../src/stage/lastly";
import { shortly } from "../src/stage/shortly";
import { zonesOf } from "../src/stage/zones";
import type { TableStore } from "../src/table/table.svelte";
import type { Text } from "../src/viewer/text.svelte";
import type { Answer, ZoneSpec } from "../src/wire/protocol";

const zone = (id: string, role: ZoneSpec["role"], owner = -1): Partial<ZoneSpec> => ({ id, name: id, role, owner, shown: true });
const ZONES = [zone("hand.1", "hand", 1), zone("bout", "pair"), zone("heap", "pile"), zone("led", "trick")];
const text = { name: () => "Mira", brief: (words: string) => words, t: (key: string) => key, has: () => false } as unknown as Text;

/** What is said below seat 1 after it has played cards, if any, from its hand. */
function saidAt(say: string, cards: readonly number[], to = "", answer?: Answer): ReturnType<typeof lastly> {
  const moves = cards.map((card) => ({ kind: "move", card, src: "hand.1", dst: to, seat: -1, say: null, cards: [] }));
  const events = [...(to ? moves : []), { kind: "said", card: -1, src: "", dst: "", seat: 1, say, cards }];
  const table = { said: events.map((said) => ({ said, then: null })), spec: { zones: ZONES, facts: [], game: "g" }, view: { answers: [undefined, answer], zones: {} } } as unknown as TableStore;
  return lastly(1, table, zonesOf(table), text);
}

test("the name of a seat is not said again below it", () => {
  expect(saidAt("Mira: no more", []).words).toBe("no more");
  expect(saidAt("Mira passes", []).words).toBe("passes");
  expect(saidAt("Miranda passes", []).words).toBe("Miranda passes");
  expect(saidAt("No bid of Mira", []).words).toBe("No bid of Mira");
});

test("what was said of the trick before is gone when it is cleared", () => {
  const take = { kind: "move", card: 3, src: "led", dst: "won.1", seat: -1, say: null, cards: [] };
  const after = (...events: object[]): string => {
    const table = { said: events.map((said) => ({ said, then: null })), spec: { zones: ZONES, facts: [], game: "g" }, view: { answers: [], zones: {} } } as unknown as TableStore;
    return lastly(1, table, zonesOf(table), text).words;
  };
  const pass = { kind: "said", card: -1, src: "", dst: "", seat: 1, say: "Mira passes", cards: [] };
  expect(after(pass, { ...take, src: "hand.1" })).toBe("passes");
  expect(after(pass, take)).toBe("");
  expect(after(take, pass)).toBe("passes");
});

test("the words for a deal do not hang under its dealer", () => {
  const under = (...events: object[]): string => {
    const table = { said: events.map((said) => ({ said, then: null })), spec: { zones: ZONES, facts: [], game: "g" }, view: { answers: [], zones: {} } } as unknown as TableStore;
    return lastly(1, table, zonesOf(table), text).words;
  };
  const deal = { kind: "deal", card: -1, src: "", dst: "", seat: 1, say: "Mira deals. The 8 goes under the stock", cards: [8] };
  expect(under(deal)).toBe("");
  expect(under(deal, { ...deal, kind: "say", say: "Mira passes" })).toBe("passes");
});

test("that a seat has chosen is over when the cards have gone from hand to hand", () => {
  const zones = [...ZONES, zone("hand.2", "hand", 2)];
  const chosen = { kind: "said", card: -1, src: "", dst: "", seat: 1, say: "Mira has chosen", cards: [] };
  const give = { kind: "move", card: 3, src: "hand.1", dst: "hand.2", seat: -1, say: null, cards: [] };
  const at = (...events: object[]): string => {
    const table = { said: events.map((said) => ({ said, then: null })), spec: { zones, facts: [], game: "g" }, view: { answers: [], zones: {} } } as unknown as TableStore;
    return lastly(1, table, zonesOf(table), text).words;
  };
  expect(at(chosen)).toBe("has chosen");
  expect(at(chosen, give)).toBe("");
  expect(at({ ...chosen, say: "Mira gives it", cards: [3] }, give)).toBe("gives it");
});

test("what a badge of this phase says is not said once more below it", () => {
  const facts = [{ name: "refused", kind: "seats" }];
  const said = [{ said: { kind: "said", card: -1, src: "", dst: "", seat: 1, say: "Mira declines", cards: [] }, then: null }];
  const at = (refused: number): string => {
    const table = { said, fact: () => refused, spec: { zones: ZONES, facts, game: "g" }, view: { answers: [], zones: {}, phase: "vote" } } as unknown as TableStore;
    return lastly(1, table, zonesOf(table), { ...text, has: (key: string) => key === "g.badge.refused.vote" } as unknown as Text).words;
  };
  expect(at(0b010)).toBe("");
  expect(at(0b100)).toBe("declines");
});

test("the backs of cards that a seat gives say that it has chosen", () => {
  expect(saidAt("Mira has chosen", [], "", ["sealed", "give", [], 0]).words).toBe("");
  expect(saidAt("Mira has chosen", [], "", ["silent", "", [], 0]).words).toBe("has chosen");
});

test("cards in the middle speak for themselves, those of a pile are named", () => {
  for (const to of ["bout", "led"]) expect(saidAt("Mira beats it", [3, 4], to)).toEqual({ words: "", faces: [] });
  expect(saidAt("Mira plays twos", [3, 4], "heap")).toEqual({ words: "plays twos", faces: [] });
  expect(saidAt("Mira shows a pair", [3, 4])).toEqual({ words: "shows a pair", faces: [3, 4] });
});

test("in few letters it is a verb and its cards, or an arrow where they were thrown; no cards without either", () => {
  const zones = [...ZONES, zone("heap.2", "discard")];
  const words = { bare: (key: string) => (key === "discard" ? "Discards" : "Lays off on"), lang: "en" } as unknown as Text;
  const short = (say: [string, object], dst: string): ReturnType<typeof shortly> => {
    const move = { kind: "move", card: 3, src: "hand.1", dst, seat: -1, say: null, cards: [] };
    const events = [move, { kind: "say", card: -1, src: "", dst: "", seat: 1, say, cards: [3] }];
    return shortly(1, { said: events.map((said) => ({ said, then: null })), spec: { zones } } as unknown as TableStore, words);
  };
  expect(short(["discard", { seat: 1, cards: [3] }], "heap.2")).toEqual({ verb: "discards", cards: [3], thrown: true });
  expect(short(["off", { seat: 1, cards: [3], whose: 2 }], "laid.2")).toEqual({ verb: "", cards: [3], thrown: false });
});
