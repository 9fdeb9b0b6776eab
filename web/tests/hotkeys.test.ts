// @vitest-environment node
import { expect, test } from "vitest";
import type { Offer } from "../src/choosing/choose";
import { examples, HotKeys } from "../src/choosing/hotkeys";

const NUMBERS = new Set("0123456789h");
const plain = (verb: string, to = -1): Offer => ({ id: `${verb} ${to}`, verb, cards: false, actions: [{ verb, cards: [], to, say: ["", {}] }] });
const needing = (verb: string, fits = false): Offer => ({ id: `${verb}+`, verb, cards: true, actions: fits ? [{ verb, cards: [3], to: -1, say: ["", {}] }] : [] });
const bids = (...values: number[]): Offer[] => [plain("pass"), ...values.map((to) => plain("bid", to))];
const said = (offers: readonly Offer[]): string[] => offers.map(({ verb, actions }) => `${verb} ${actions[0]?.to ?? ""}`);
const keysOf = (keys: HotKeys, phase: string, offers: readonly Offer[]): string[] => keys.assign(phase, offers, said(offers), NUMBERS);

test("a bid has a figure of its number, and keeps it when lower ones go", () => {
  const keys = new HotKeys();
  expect(keysOf(keys, "bid", bids(20, 30, 40))).toEqual(["p", "2", "3", "4"]);
  expect(keysOf(keys, "bid", bids(30, 40))).toEqual(["p", "3", "4"]);
  expect(keysOf(keys, "bid", bids(40))).toEqual(["p", "4"]);
});

test("a key that was one action's is no other's in the same phase, even when the first is gone", () => {
  const keys = new HotKeys();
  expect(keysOf(keys, "bid", bids(22))).toEqual(["p", "2"]);
  expect(keysOf(keys, "bid", bids(23, 33))).toEqual(["p", "3", "b"]);
  expect(keysOf(keys, "other", [plain("bid", 23)])).toEqual(["2"]);
});

test("where cards can be chosen figures and letters of ranks are left to the hand", () => {
  const keys = new HotKeys();
  const offers = [plain("bid", 20), needing("play"), plain("hold")];
  expect(keysOf(keys, "play", offers)).toEqual(["b", "Enter", "o"]);
  expect(keysOf(keys, "play", [plain("bid", 20)])).toEqual(["2"]);
  expect(keysOf(keys, "play", offers)).toEqual(["b", "Enter", "o"]);
});

test("of several verbs with cards Enter is the one that the selection fits; letters stay where they are", () => {
  const keys = new HotKeys();
  expect(keysOf(keys, "play", [needing("lay"), needing("discard"), plain("pass")])).toEqual(["Enter", "d", "p"]);
  expect(keysOf(keys, "play", [needing("lay"), needing("discard", true), plain("pass")])).toEqual(["l", "Enter", "p"]);
});

test("a label whose letters are taken gets another; when all are, none", () => {
  const many = Array.from({ length: 40 }, (_, n) => ({ ...plain("aa"), id: `aa ${n}` }));
  const keys = keysOf(new HotKeys(), "ask", many);
  expect(keys.slice(0, 3)).toEqual(["a", "x", "v"]);
  const given = keys.filter((key) => key !== "");
  expect(new Set(given).size).toBe(given.length);
  expect(keys.at(-1)).toBe("");
});

test("the sign on a button is its key", () => {
  const signs = ["7", "8", "10", "B", "D", "K", "Á"];
  const offers = signs.map((_, to) => plain("value", to));
  expect(new HotKeys().assign("value", offers, signs, NUMBERS, signs)).toEqual(["7", "8", "0", "b", "d", "k", "a"]);
});

test("examples of what finds a card are of the cards that are played with", () => {
  expect(examples(["a", "2", "3", "10", "11", "k"])).toEqual(["2", "10", "a"]);
  expect(examples(["6", "7", "á"])).toEqual(["6", "á"]);
  expect(examples(["", "★"])).toEqual([]);
});
