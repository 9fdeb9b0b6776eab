// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import type { GameSpec, OptionSpec, PresetSpec } from "../src/wire/protocol";
import { rememberWish, usualWish, wishFor } from "../src/pages/start/wish";

const option = (name: string, more: Partial<OptionSpec>): OptionSpec => ({ name, kind: "choice", values: [], default: "", least: 0, most: 0, order: false, needs: [], ...more });
const game = {
  game: "fool",
  seats: [4, 2, 6],
  bots: ["club", "expert"],
  options: [option("pack", { values: ["36", "52"] }), option("limit", { kind: "number", values: ["1"], least: 1, most: 30 }), option("age", { values: ["drawn"], order: true })],
  conflicts: [["pack", "36", "limit", "30", [6]]],
  presets: [],
} as unknown as GameSpec;
const NOTHING = { seats: 0, options: {}, preset: "", levels: [] };
const all = { seats: 6, options: { pack: "52", limit: "12", age: "2,0,1,3,5,4" }, preset: "", levels: ["club", "expert"] };

beforeEach(() => localStorage.clear());

test("a game is wanted as it was wanted last", () => {
  expect(wishFor(game)).toEqual(NOTHING);
  rememberWish("fool", all);
  expect(wishFor(game)).toEqual(all);
  rememberWish("another", all);
  expect(wishFor(game)).toEqual(NOTHING);
});

test("what the game does not know, or not together, is wanted no longer", () => {
  rememberWish("fool", { seats: 5, options: { pack: "24", limit: "99", age: "nobody", colour: "red" }, preset: "other", levels: ["club", "genius"] });
  expect(wishFor(game)).toEqual(NOTHING);
  rememberWish("fool", { seats: 6, options: { pack: "36", limit: "30", age: "0,1" }, preset: "", levels: [] });
  expect(wishFor(game)).toEqual({ seats: 6, options: { limit: "30" }, preset: "", levels: [] });
});

test("who chose nothing yet gets the recommended table, and whatever was chosen is offered again with the table it started from", () => {
  const presets: PresetSpec[] = [["plain", {}, [2, 4, 6], false], ["club", { pack: "52" }, [4], true]];
  const known = { ...game, presets };
  expect(wishFor(known)).toEqual({ seats: 0, options: { pack: "52" }, preset: "club", levels: [] });
  expect(usualWish(known, 2)).toEqual({ seats: 2, options: {}, preset: "plain", levels: [] });
  rememberWish("fool", { seats: 4, options: {}, preset: "plain", levels: [] });
  expect(wishFor(known)).toEqual({ seats: 4, options: {}, preset: "plain", levels: [] });
  rememberWish("fool", { seats: 6, options: { pack: "52" }, preset: "club", levels: [] }); // which is for four
  expect(wishFor(known)).toEqual({ seats: 6, options: { pack: "52" }, preset: "", levels: [] });
});

test("foreign data in the storage is no setting", () => {
  for (const stored of ["no", "3", "null", '{"game":"fool"}', '{"game":"fool","seats":"6","options":null,"levels":5}']) {
    localStorage.setItem("stich.wish", stored);
    expect(wishFor(game)).toEqual(NOTHING);
  }
});
