// @vitest-environment jsdom
// How a hand is sorted if the rules have an order: by it, by suit, by rank.
import { expect, test } from "vitest";
import { slotsOf } from "../src/choosing/choose";
import { Holding } from "../src/choosing/holding.svelte";
import type { Laying } from "../src/viewer/settings.svelte";

const FACES = ["C", "S", "H", "D"].flatMap((suit) => ["9", "J", "Q", "K", "T", "A"].map((rank) => suit + rank));
const KEYS = FACES.map((_, face) => face);
const read = (cards: string): number[] => cards.split(" ").map((card) => FACES.indexOf(card));
// queens, jacks and diamonds are trump
const ORDER = ["CQ SQ HQ DQ CJ SJ HJ DJ DA DT DK D9", "CA CT CK C9", "HA HT HK H9", "SA ST SK S9"].map(read);
const HAND = "C9 CJ CQ CA SQ SQ S9 HA H9 DJ DA D9";

function held(laying: Laying, order: readonly (readonly number[])[] = ORDER): string[] {
  const holding = new Holding(() => ({ faces: FACES, order }));
  holding.liked.laying = laying;
  return holding.packs(slotsOf("hand.0", read(HAND), KEYS)).map((pack) => pack.map((slot) => FACES[slot.face]).join(" "));
}

test("as the rules rank it: trumps together, then suit by suit", () => {
  expect(held("own")).toEqual(["CQ SQ SQ CJ DJ DA D9", "CA C9", "HA H9", "S9"]);
});

test("by suit, from high to low as the pack lists its ranks, black and red in turn", () => {
  expect(held("suit")).toEqual(["CA CQ CJ C9", "HA H9", "SQ SQ S9", "DA DJ D9"]);
});

test("by rank", () => {
  expect(held("rank")).toEqual(["CA HA DA", "CQ SQ SQ", "CJ DJ", "C9 H9 S9 D9"]);
});

test("another trump is another order, and a card of which the rules say nothing comes last", () => {
  let order = $state.raw(ORDER);
  const holding = new Holding(() => ({ faces: FACES, order }));
  const slots = slotsOf("hand.0", read("C9 SA HA DA"), KEYS);
  const now = (): string => holding.packs(slots).flat().map((slot) => FACES[slot.face]).join(" ");
  expect(now()).toBe("DA C9 HA SA");
  order = ["SA ST", "HA", "C9"].map(read);
  expect(now()).toBe("SA HA C9 DA");
});

test("one goes round the three ways, and what one likes is remembered where it was said to be", () => {
  const holding = new Holding(() => ({ faces: FACES, order: ORDER }));
  const liked = { sorting: "rank" as const, laying: "own" as Laying };
  holding.liked = liked;
  const ways = [1, 2, 3].map(() => (holding.sort(), liked.laying));
  expect(ways).toEqual(["suit", "rank", "own"]);
  expect([holding.ruled, holding.sortable, holding.packed]).toEqual([true, true, true]);
});

const SUITS = ["C9 CA", "HA H9", "S9"].map(read);

test.each([
  ["suits, none of them trump", { order: SUITS }, ["suit", "rank"]],
  ["suits with trumps", { order: SUITS, trumped: true }, ["own", "suit", "rank"]],
  ["trumps of several suits", { order: ORDER }, ["own", "suit", "rank"]],
  ["ranks", { order: ["C9 H9", "CA HA"].map(read) }, ["rank", "suit"]],
  ["melds", { order: [], melds: true }, ["melds", "suit", "rank"]],
])("an order is called what lies together in it, and no two ways are called the same: %s", (_, rules, called) => {
  const holding = new Holding(() => ({ faces: FACES, ...rules }));
  expect(called.map(() => [holding.called, holding.sort()][0])).toEqual(called);
  expect(holding.called).toBe(called[0]);
});

test("a way that is not offered here, and was chosen elsewhere, goes on to the next one", () => {
  const holding = new Holding(() => ({ faces: FACES, order: SUITS }));
  holding.liked.laying = "suit";
  expect([holding.called, (holding.sort(), holding.called)]).toEqual(["suit", "rank"]);
});

test("cards of which the suits count are sorted by them or by ranks, and by the melds that the rules see", () => {
  let plan = $state.raw<number[][]>([]);
  const holding = new Holding(() => ({ faces: FACES, keys: KEYS, order: [], plan }));
  const slots = slotsOf("hand.0", read("C9 CT HT D9 DT DA"), KEYS);
  const now = (): string[] => holding.packs(slots).map((pack) => pack.map((slot) => FACES[slot.face]).join(" "));
  expect([holding.called, now()]).toEqual(["suit", ["C9 CT", "HT", "D9 DT DA"]]);
  holding.sort();
  expect([holding.called, now()]).toEqual(["rank", ["C9 D9", "CT HT DT", "DA"]]);
  holding.sort();
  plan = [read("CT HT DT")];
  expect([holding.called, now()]).toEqual(["melds", ["CT HT DT", "C9", "D9 DA"]]);
  expect(holding.packs(slots).map((pack) => holding.melded(pack))).toEqual([true, false, false]);
  holding.sort();
  expect([holding.called, now()[0]]).toEqual(["suit", "C9 CT"]);
  const shared = new Holding(() => ({ faces: FACES, keys: KEYS.map((key) => key % 6), order: [] }));
  expect([shared.ruled, shared.sortable]).toEqual([false, false]);
});

test("where the rules have no order it is that of the keys, and there is nothing to choose", () => {
  const holding = new Holding(() => ({ faces: FACES, order: [] }));
  holding.liked.laying = "suit";
  expect(holding.packs(slotsOf("hand.0", read("DA C9 C9"), KEYS)).map((pack) => pack.map((slot) => FACES[slot.face]))).toEqual([["C9", "C9"], ["DA"]]);
  expect([holding.ruled, holding.sortable]).toEqual([false, false]);
});

test("in games of melds: the melds so far, then suit by suit; equal cards are distinguished, jokers come last", () => {
  const faces = [...FACES, "X"];
  const joker = FACES.length;
  const slots = slotsOf("hand.0", [...read("C9 C9 CJ SJ HJ DA D9"), joker], [...KEYS, joker]);
  const plan = [read("CJ SJ HJ"), [...read("C9"), joker, 255, ...read("CQ")]];
  const holding = new Holding(() => ({ faces, order: [], melds: true, plan }));
  const now = (): string[] => holding.packs(slots).map((pack) => pack.map((slot) => faces[slot.face]).join(" "));
  expect(now()).toEqual(["CJ SJ HJ", "C9 X", "C9", "D9 DA"]);
  holding.sort();
  expect(now()).toEqual(["C9 C9 CJ", "HJ", "SJ", "D9 DA", "X"]);
  holding.sort();
  expect(now()).toEqual(["C9 C9 D9", "CJ HJ SJ", "DA", "X"]);
  expect([holding.ruled, holding.sortable]).toEqual([true, true]);
});
