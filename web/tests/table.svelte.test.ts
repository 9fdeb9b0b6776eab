// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Said, Status, TableSpec, TableView } from "../src/wire/protocol";
import { TableStore } from "../src/table/table.svelte";
import { PLAIN_VIEW } from "./plain";

const WIRE = { onopen: null, onmessage: null, onclose: null, send: () => undefined, close: () => undefined };
const view = (deal: number, status: Status): TableView => ({
  ...PLAIN_VIEW, status, deal, phase: "play", must: 1, scores: [0, 0],
});
const said = (key: string): Said => ["note", -1, 0, "", "", [key, {}]];

const CHANGES: [string, TableView, Partial<TableView>][] = [
  ["the next deal of a match", view(1, "deal_over"), { deal: 2, status: "playing" }],
  ["a match again, though its first deal follows the first deal", view(1, "match_over"), { deal: 1, status: "playing" }],
];

test.each(CHANGES)("what was said is forgotten with %s", (_, before, patch) => {
  const table = new TableStore("t1", () => WIRE);
  table.whole({ t: "view", v: 1, view: before });
  table.update({ t: "update", v: 2, events: [said("game.said.over")], patch: {} });
  expect(table.said.map((entry) => entry.said.say?.[0])).toEqual(["game.said.over"]);
  table.update({ t: "update", v: 3, events: [said("game.said.begun")], patch });
  expect(table.said.map((entry) => entry.said.say?.[0])).toEqual(["game.said.begun"]);
});

test("what a table does not tell is not among what was said", () => {
  const table = new TableStore("t1", () => WIRE);
  table.whole({ t: "view", v: 1, view: view(1, "playing") });
  const pass: Said = ["say", 1, 0, "", "", ["game.said.pass", { seat: 1 }], [], 0, "quiet"];
  table.update({ t: "update", v: 2, events: [said("game.said.play"), pass], patch: {} });
  expect(table.said.map((entry) => entry.said.say?.[0])).toEqual(["game.said.play"]);
});

describe("a window", () => {
  const NOW = 50_000;
  const AHEAD = 7_000; // the server's clock
  const open = (left: number): Partial<TableView> => ({ window: { closes: NOW + AHEAD + left, lasts: 3000, spare: 200, plays: 0 } });
  const welcomed = (): TableStore => {
    const table = new TableStore("t1", () => WIRE);
    table.welcome({} as TableSpec, AHEAD);
    return table;
  };
  beforeEach(() => void vi.useFakeTimers({ now: NOW }));
  afterEach(() => void vi.useRealTimers());

  test("lasts as long for a page that learns of it late, and a repeated view changes nothing", () => {
    const table = welcomed();
    table.whole({ t: "view", v: 1, view: view(1, "playing") });
    expect(table.windowed).toBe(false);
    table.update({ t: "update", v: 2, events: [], patch: open(3200 - 150) }); // it took 150 ms
    expect(table.windowEnds).toBe(NOW + 3000);
    expect(table.windowed).toBe(true);
    vi.setSystemTime(NOW + 500);
    table.whole({ t: "view", v: 2, view: { ...view(1, "playing"), ...open(3200 - 150) } }); // a refusal brought it
    expect(table.windowEnds).toBe(NOW + 3000);
  });

  test("has for who comes in the middle what is left of it", () => {
    const table = welcomed();
    table.whole({ t: "view", v: 1, view: { ...view(1, "playing"), ...open(1200) } });
    expect(table.windowEnds).toBe(NOW + 1000);
    const late = welcomed();
    late.whole({ t: "view", v: 1, view: { ...view(1, "playing"), ...open(100) } });
    expect(late.windowEnds).toBe(NOW);
  });
});

describe("points so far", () => {
  const facts = [
    { name: "points", kind: "points" as const },
    { name: "treasures", kind: "tally" as const },
    { name: "bid", kind: "number" as const },
  ];
  const shown = (aids: boolean, points?: boolean): unknown[] => {
    const table = new TableStore("t1", () => WIRE);
    table.welcome({ facts, aids } as TableSpec, 0);
    table.whole({ t: "view", v: 1, view: { ...view(1, "playing"), facts: { points: [3, 4], treasures: [10, 0], bid: 20 } } });
    table.liked = { deck: "", points };
    return facts.map(({ name }) => table.fact(name));
  };

  test("are shown unless the person switched them off", () => {
    expect(shown(true)).toEqual([[3, 4], [10, 0], 20]);
    expect(shown(true, true)).toEqual([[3, 4], [10, 0], 20]);
    expect(shown(true, false)).toEqual([undefined, undefined, 20]);
  });

  test("that players have to count for themselves are a help, and not given where help is off", () => {
    expect(shown(false, true)).toEqual([[3, 4], undefined, 20]);
  });
});
