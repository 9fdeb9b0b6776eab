import { expect, test } from "vitest";
import type { Said, Status, TableView } from "../src/protocol";
import { TableStore } from "../src/table.svelte";

const WIRE = { onopen: null, onmessage: null, onclose: null, send: () => undefined, close: () => undefined };
const view = (deal: number, status: Status): TableView => ({
  you: 0, status, pace: "instant", chairs: [], deal, dealer: 0, phase: "play", turn: 0, must: 1, may: 0,
  zones: {}, facts: {}, answers: [], legal: [], scores: [0, 0], sheets: [], winners: [], stakes: [], window: null, record: false, undo: false, gone: "", order: [], acts: 0,
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
  expect(table.said.map((entry) => entry.said[5]?.[0])).toEqual(["game.said.over"]);
  table.update({ t: "update", v: 3, events: [said("game.said.begun")], patch });
  expect(table.said.map((entry) => entry.said[5]?.[0])).toEqual(["game.said.begun"]);
});
