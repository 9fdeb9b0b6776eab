// @vitest-environment node
import { expect, test } from "vitest";
import { isSum, leftOf, namesFigure, openOf, repeated, repeats, standings, talliesTold, tellerOf } from "../src/stage/end/standings";
import { scoreLines, type ScoreLine } from "../src/stage/sheet/scorelines";
import type { TableStore } from "../src/table/table.svelte";
import type { Text } from "../src/viewer/text.svelte";
import { BACK } from "../src/wire/objects";
import type { Item, Sheet, ZoneSpec } from "../src/wire/protocol";

const text = { t: (key: string) => key, has: () => false, form: () => "", say: ([key]: [string]) => key } as unknown as Text;

/** A table after a deal, as the viewer in seat 0 sees it. */
function after(places: number[], points: number[], sides: number[][], items: Item[] = []): TableStore {
  const seats = points.length;
  const sheet: Sheet = { deal: 1, points, totals: points, items, headline: ["x", {}], counted: true, tallies: [] };
  const winners = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  return {
    spec: { game: "x", seats, sides, facts: [], options: {}, fewest: false },
    view: { status: places.length > 0 ? "match_over" : "deal_over", sheets: [sheet], scores: points, places, winners, timer: "off", clocks: [], shuffle: null, reached: [] },
    around: Array.from({ length: seats }, (_, seat) => seat),
    fact: () => undefined,
  } as unknown as TableStore;
}

const told = (table: TableStore): string[] => standings(table, text).rows.map(({ seats, place, marked }) => `${place}:${seats.join("+")}${marked ? "*" : ""}`);

test("partners share a row and a place", () => {
  expect(told(after([1, 3, 1, 3], [1, -1, 1, -1], [[0, 2], [1, 3]]))).toEqual(["1:0+2*", "2:1+3"]);
  expect(told(after([3, 1, 3, 1], [-1, 1, -1, 1], [[0, 2], [1, 3]]))).toEqual(["1:1+3*", "2:0+2"]);
});

test("sides that lost together are equal, and after two that have won together comes the third", () => {
  const three = [[0, 3], [1, 4], [2, 5]];
  expect(told(after([1, 3, 3, 1, 3, 3], [2, -1, -1, 2, -1, -1], three))).toEqual(["1:0+3*", "2:1+4", "2:2+5"]);
  expect(told(after([1, 1, 5, 1, 1, 5], [1, 1, -2, 1, 1, -2], three))).toEqual(["1:0+3*", "1:1+4*", "3:2+5"]);
});

test("without sides each has a row; nobody has a place while the match goes on", () => {
  expect(told(after([2, 1, 2], [0, 5, 0], []))).toEqual(["1:1*", "2:0", "2:2"]);
  expect(told(after([], [0, 5, 0], []))).toEqual(["0:0", "0:1*", "0:2"]);
  expect(told(after([], [1, -1, 1, -1], [[0, 2], [1, 3]]))).toEqual(["0:0+2*", "0:1+3"]);
});

test("where one has lost nobody has a place: those who were out first come first", () => {
  const losing = { ...text, has: (key: string) => key === "x.over" } as unknown as Text;
  const table = after([1, 2, 1], [0, 1, 0], []);
  table.zones = (() => [0, 1, 2].map((owner) => ({ spec: { id: `hand.${owner}`, owner }, cards: owner === 1 ? [5] : [] }))) as unknown as TableStore["zones"];
  const said = [2, 0].map((seat) => ({ said: { kind: "move", src: `hand.${seat}` } }));
  Object.assign(table, { said });
  expect(standings(table, losing).rows.map(({ seats, place, marked }) => [seats[0], place, marked])).toEqual([[2, 0, false], [0, 0, false], [1, 0, true]]);
});

test("in a match that its players have ended nobody stands out, as winner or loser", () => {
  const losing = { ...text, has: (key: string) => key === "x.over" } as unknown as Text;
  const table = after([], [0, 5, 0], []);
  table.view.status = "match_over";
  table.zones = (() => []) as unknown as TableStore["zones"];
  Object.assign(table, { said: [] });
  for (const words of [text, losing]) expect(standings(table, words).rows.map(({ marked }) => marked)).toEqual([false, false, false]);
});

test("how far each has come in what the match is about stands beside the name, also where a deal had sides", () => {
  const race = after([], [0, 5], []);
  race.view.reached = [[[0], 2, 11, false, ["two of eleven", {}], null], [[1], 1, 11, false, ["one of eleven", {}], null]];
  expect(standings(race, text).rows.map(({ part, spoken }) => [part, spoken])).toEqual([["2/11", "two of eleven"], ["1/11", "one of eleven"]]);
  expect(standings(after([], [0, 5], []), text).rows.map(({ part }) => part)).toEqual(["", ""]);
});

test("what comes next for each is said after a deal where the rules have words for it, but not after the match", () => {
  const words = { ...text, has: (key: string) => key === "next.which", form: ([key]: [string], name: string) => (key === "next" ? name : "") } as unknown as Text;
  const race = (places: number[]): unknown[] => {
    const table = after(places, [0, 5], []);
    table.view.reached = [[[0], 2, 11, false, ["next", {}], null], [[1], 1, 11, false, ["laid", {}], null]];
    return standings(table, words).rows.map(({ part, spoken, next }) => [part, spoken, ...next]);
  };
  expect(race([])).toEqual([["", "", "next", "which"], ["1/11", "laid", "", ""]]);
  expect(race([1, 2])).toEqual([["2/11", "next", "", ""], ["1/11", "laid", "", ""]]);
});

test("if one side has lines that are shown, each shows its own, with its figure", () => {
  const line = (...cells: (number | null)[]): ScoreLine => ({ words: "cards", picture: "", section: "", cells });
  const reached = [66, 54].map((n, seat) => ({ name: "", seats: [seat], n, rest: "" }));
  const both = line(66, 54);
  expect([repeated([both], reached), isSum([both])]).toEqual([true, false]);
  expect([repeated([both, line(40, null)], reached), isSum([both, line(40, null)])]).toEqual([false, true]);
});

test("what the sides have reached is left out if the headline or the lines say it, or if it is nothing", () => {
  const line = (words: string, cells: (number | null)[]) => ({ words, cells }) as unknown as ScoreLine;
  const deal = (head: string, a: number, b: number): Sheet => ({
    ...after([], [0, 0], []).view.sheets[0]!,
    headline: [head, {}],
    tallies: [
      { name: "", seats: [0], n: a, rest: "" },
      { name: "", seats: [1], n: b, rest: "" },
    ],
  });
  expect(talliesTold(deal("won", 3, 2), [], text)).toBe(false);
  expect(talliesTold(deal("won by 3", 3, 2), [], text)).toBe(false);
  expect(talliesTold(deal("won by 3 to 2", 3, 2), [], text)).toBe(true);
  expect(talliesTold(deal("won by 13 to 2", 3, 2), [], text)).toBe(false);
  expect(talliesTold(deal("won by 3", 3, 2), [line("against 2", [null, 1])], text)).toBe(true);
  expect(talliesTold(deal("won", 3, 2), [line("cards", [3, 2])], text)).toBe(true);
  expect(talliesTold(deal("won", 3, 2), [line("cards", [2, 3])], text)).toBe(false);
  expect(talliesTold(deal("won", 0, 0), [], text)).toBe(true);
});

test("a figure that a line names in words is not written again", () => {
  expect(namesFigure("Won with 105 points: 1 from each across", 105)).toBe(true);
  expect([namesFigure("Won with 105 points", 5), namesFigure("Game", 5)]).toEqual([false, false]);
});

test("of three or four rows, the one with the most lines has both columns of a phone", () => {
  const rows = [0, 1, 2].map((seat) => ({ seats: [seat], place: 0, marked: false, part: "", spoken: "", next: ["", ""] as const }));
  const line = (cells: (number | null)[]): ScoreLine => ({ words: "x", cells }) as unknown as ScoreLine;
  const end = { scale: { least: 0, most: 1 }, totals: true, limit: 0, ranked: false };
  expect(tellerOf({ ...end, rows, lines: [line([null, 3, null]), line([null, 4, null])] })?.seats).toEqual([1]);
  expect(tellerOf({ ...end, rows, lines: [line([1, 3, null]), line([null, 3, null])] })?.seats).toEqual([1]);
  expect(tellerOf({ ...end, rows, lines: [line([1, 3, null]), line([1, 3, null])] })).toBe(undefined);
  expect(tellerOf({ ...end, rows, lines: [line([null, 3, null])] })).toBe(undefined);
  expect(tellerOf({ ...end, rows: rows.slice(0, 2), lines: [line([null, 3, null]), line([null, 4, null])] })).toBe(undefined);
});

test("all seats have their lines in one order, whatever the words say", () => {
  const item = (seat: number, key: string, n: number): Item => [seat, n, [key, { n }]] as unknown as Item;
  const words = { ...text, t: (key: string, args?: { n?: number }) => `${key} ${args?.n ?? ""}` } as unknown as Text;
  const items = [item(0, "cards", 68), item(0, "jacks", 20), item(0, "pairs", 2), item(1, "cards", 52), item(1, "pairs", 2), item(1, "seven", 10)];
  const lines = scoreLines(items, "x", 2, words);
  const of = (seat: number): string[] => lines.filter(({ cells }) => cells[seat] != null).map((line) => line.words.split(" ")[0]!);
  expect([of(0), of(1)]).toEqual([["cards", "jacks", "pairs"], ["cards", "pairs", "seven"]]);
});

test("the reader's own cards are left to them, whatever the others hold, and a hand that is seen in part is not", () => {
  const zone = (id: string, owner: number, role: ZoneSpec["role"]) => ({ id, name: id, owner, role, shown: true, see: "public" });
  const specs = [zone("pile", -1, "pile"), ...[0, 1].flatMap((seat) => [zone(`hand.${seat}`, seat, "hand"), zone(`open.${seat}`, seat, "open")])];
  const cards: Record<string, number[]> = { pile: [0], "hand.0": [5, 3], "open.0": [4], "hand.1": [BACK, 2], "open.1": [1] };
  const known = {
    me: 0,
    watching: false,
    spec: { game: "x", zones: specs, facts: [], keys: [0, 1, 2, 3, 4, 5], copies: [1, 1, 1, 1, 1, 1, 1] },
    view: { status: "match_over", zones: cards, gone: "" },
    zones: (role: string, owner?: number) => specs.filter((spec) => spec.role === role && (owner ?? spec.owner) === spec.owner).map((spec) => ({ spec, cards: cards[spec.id]! })),
    fact: () => undefined,
  } as unknown as TableStore;
  expect([leftOf([0], known, text), openOf([0], known), openOf([1], known)], "what lies open is apart").toEqual([[3, 5], [4], []]);
  expect(leftOf([1], { ...known, spec: { ...known.spec, copies: [1, 1, 1, 1, 1, 1, 2] } } as TableStore, text)).toEqual([]);
  expect(leftOf([1], known, text), "all others are seen").toEqual([2, 6]);
  const three = { ...known, spec: { ...known.spec, copies: [1, 1, 1, 1, 1, 1, 2] } } as TableStore;
  Object.assign(three, { zones: (role: string, owner?: number) => (owner === undefined ? [...known.zones("hand"), { spec: zone("hand.2", 2, "hand"), cards: [6] }] : known.zones(role as "hand", owner)) });
  expect(leftOf([1], three, text), "beside one that lies open").toEqual([2, BACK]);
  expect(leftOf([0], known, { ...text, has: () => true } as unknown as Text), "the scene has them").toEqual([]);
});

test("a line repeats what the side of a seat has reached if it is worth that, or pays for what the other has", () => {
  const tallies = [
    { name: "", seats: [0, 2], n: 31, rest: "" },
    { name: "", seats: [1, 3], n: 105, rest: "" },
  ];
  expect([repeats(31, tallies, 2), repeats(-105, tallies, 0)]).toEqual([true, true]);
  expect([repeats(-31, tallies, 2), repeats(105, tallies, 0), repeats(-2, tallies, 0), repeats(1, undefined, 0)]).toEqual([false, false, false, false]);
});

test("what only the cards have told of each player is written behind the name", () => {
  const table = after([1, 2], [6, -6], []);
  const facts = [
    { name: "colours", kind: "number", staged: true },
    { name: "values", kind: "number", staged: true },
    { name: "tricks", kind: "number", staged: false },
    { name: "points", kind: "points", staged: true },
  ];
  const said = { ...text, has: (key: string) => key.endsWith(".at"), t: (key: string, args?: { n: number }) => (args ? `${args.n} ${key}` : key) };
  const parts = (values: number[]): string[] => {
    const fact = (name: string): number[] => (name === "values" ? values : [3, 2]);
    const told = { ...table, spec: { ...table.spec, facts }, fact } as unknown as TableStore;
    return standings(told, said as unknown as Text).rows.map(({ part }) => part);
  };
  expect(parts([5, 0])).toEqual(["3 x.fact.colours.at · 5 x.fact.values.at", "2 x.fact.colours.at"]);
});
