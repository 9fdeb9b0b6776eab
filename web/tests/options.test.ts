import { expect, test } from "vitest";
import { fitting, forbids } from "../src/options";
import type { GameSpec, OptionSpec } from "../src/protocol";

const option = (name: string, ...values: string[]): OptionSpec => ({ name, kind: "choice", values, default: values[0]!, least: 0, most: 0, order: false });
const game = {
  options: [option("trump", "false", "true"), option("over", "false", "true"), option("who", "asked", "fixed"), option("seat", "0", "1", "2"), { ...option("age", "drawn", "seats"), order: true }],
  conflicts: [
    ["trump", "false", "over", "true", [2, 3]],
    ["who", "fixed", "seat", "2", [2]],
  ],
} as unknown as GameSpec;

test("what is usual forbids, too, and it is told", () => {
  expect(forbids(game, 3, {}, "over", "true")).toEqual({ option: "trump", value: "false" });
  expect(forbids(game, 3, { trump: "true" }, "over", "true")).toBeNull();
});

test("from either side", () => {
  expect(forbids(game, 3, { trump: "true", over: "true" }, "trump", "false")).toEqual({ option: "over", value: "true" });
  expect(forbids(game, 3, { trump: "true", over: "true" }, "trump", "true")).toBeNull();
});

test("at some numbers of players alone", () => {
  expect(forbids(game, 2, { who: "fixed" }, "seat", "2")).toEqual({ option: "who", value: "fixed" });
  expect(forbids(game, 3, { who: "fixed" }, "seat", "2")).toBeNull();
});

test("where fewer play, what goes no longer is the usual one again", () => {
  const chosen = { who: "fixed", seat: "2", trump: "true" };
  expect(fitting(game, 3, chosen)).toEqual(chosen);
  const left = fitting(game, 2, chosen);
  expect(left["trump"]).toBe("true");
  expect([left["who"], left["seat"]]).not.toEqual(["fixed", "2"]);
});

test("an order of other players than there are is none", () => {
  expect(fitting(game, 3, { age: "2,0,1" })).toEqual({ age: "2,0,1" });
  expect(fitting(game, 2, { age: "2,0,1" })).toEqual({});
  expect(fitting(game, 2, { age: "seats" })).toEqual({ age: "seats" });
});
