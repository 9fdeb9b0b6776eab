// @vitest-environment node
import { describe, expect, test } from "vitest";
import { differences, fitting, forbids, lacks, presetOf, presetsFor, spans, usualPreset } from "../src/pages/start/options";
import { needFrom } from "../src/wire/games";
import type { GameSpec, Need, OptionSpec, PresetSpec } from "../src/wire/protocol";

const option = (name: string, ...values: string[]): OptionSpec => ({ name, kind: "choice", values, default: values[0]!, least: 0, most: 0, order: false, needs: [] });
const game = {
  options: [option("trump", "false", "true"), option("over", "false", "true"), option("who", "asked", "fixed"), option("seat", "0", "1", "2"), { ...option("age", "drawn", "seats"), order: true }],
  conflicts: [
    ["trump", "false", "over", "true", [2, 3]],
    ["who", "fixed", "seat", "2", [2]],
  ],
} as unknown as GameSpec;

test("a default value forbids, too, and the page says so", () => {
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

test("an option that lacks something changes nothing, and the first thing that it lacks is named", () => {
  const over = { ...option("over", "false", "true"), needs: [[["trump", ["true"]]], [["players", ["3", "4"]]]] as Need[][] };
  expect(lacks(game, 2, {}, over)).toEqual([{ option: "trump", values: ["true"] }]);
  expect(lacks(game, 2, { trump: "true" }, over)).toEqual([{ option: "players", values: ["3", "4"] }]);
  expect(lacks(game, 3, { trump: "true" }, over)).toBeNull();
  expect(lacks(game, 2, {}, option("who", "asked"))).toBeNull();
});

test("of what would do one is enough, and all of it is named", () => {
  const ways = [["trump", ["true"]], ["players", ["3", "4"]]] as Need[];
  const over = { ...option("over", "false", "true"), needs: [ways] };
  expect(lacks(game, 2, {}, over)).toEqual(ways.map(needFrom));
  expect(lacks(game, 2, { trump: "true" }, over)).toBeNull();
  expect(lacks(game, 3, {}, over)).toBeNull();
});

test("numbers one after the other are a span", () => {
  expect(spans(["3", "4", "5"])).toEqual(["3–5"]);
  expect(spans(["3", "4"])).toEqual(["3", "4"]);
  expect(spans(["2", "4", "6"])).toEqual(["2", "4", "6"]);
  expect(spans(["asked", "fixed", "drawn"])).toEqual(["asked", "fixed", "drawn"]);
});

describe("usual tables", () => {
  const presets: PresetSpec[] = [["page", {}, [2, 3], false], ["club", { trump: "true" }, [3], true], ["home", { who: "fixed" }, [2, 3], false]];
  const known = { ...game, presets } as GameSpec;

  test("are those for so many; the recommended one comes first, else that of the defaults", () => {
    expect(presetsFor(known, 2).map(({ name }) => name)).toEqual(["page", "home"]);
    expect(usualPreset(known, 3)?.name).toBe("club");
    expect(usualPreset(known, 2)?.name).toBe("page");
    expect(usualPreset({ ...known, presets: [] }, 2)).toBeNull();
  });

  test("are known by all their options, however these were chosen", () => {
    expect(presetOf(known, 3, { trump: "true", over: "false" })?.name).toBe("club");
    expect(presetOf(known, 2, { trump: "true" })).toBeNull();
    expect(presetOf(known, 3, { trump: "true", who: "fixed" })).toBeNull();
    expect(differences(known, { trump: "true" }, { who: "fixed" })).toBe(2);
  });
});
