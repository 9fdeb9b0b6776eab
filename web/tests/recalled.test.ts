import { describe, expect, test } from "vitest";
import { TableStore } from "../src/table/table.svelte";
import type { Said, TableView } from "../src/wire/protocol";

const said = (n: number): Said => ["say", n % 2, 0, "", "", ["g.said.play", { seat: n % 2, n }], [], 0, "", ""];
const VIEW = { you: 0, status: "playing", deal: 1, occupants: [], window: null } as unknown as TableView;

/** A table, and how much its viewer had missed each time that the whole deal came. */
function followed(): { table: TableStore; missed: (number | null)[] } {
  const table = new TableStore("t", undefined, () => ({ have: 0, request: () => 0, nudge: () => undefined, close: () => undefined }));
  table.welcome({ zones: [] } as never, 0);
  const missed: (number | null)[] = [];
  table.onReturn((_, n) => missed.push(n));
  return { table, missed };
}

const whole = (table: TableStore): void => table.whole({ t: "view", v: 1, now: 0, view: VIEW } as never);
const told = (table: TableStore, count: number): void => table.told({ t: "told", v: 1, events: Array.from({ length: count }, (_, n) => said(n)), sat: [] } as never);
const update = (table: TableStore, patch: object, ...events: Said[]): void => table.update({ t: "update", v: 2, now: 0, patch, events } as never);

describe("how much of a deal a viewer has missed", () => {
  test("all of it if they come in the middle, and what was said meanwhile if they come back", () => {
    const { table, missed } = followed();
    whole(table);
    told(table, 3);
    update(table, {}, said(3));
    whole(table);
    told(table, 6);
    expect(missed).toEqual([null, 2]);
  });

  test("nothing if they were there and the deal is opened to them after it, whether or not they were told of it before", () => {
    for (const before of [0, 2]) {
      const { table, missed } = followed();
      whole(table);
      if (before > 0) told(table, before);
      update(table, {}, said(2), said(3));
      update(table, { status: "match_over" }, said(4));
      told(table, 5);
      expect(missed.at(-1)).toBe(0);
      expect(table.said).toHaveLength(5);
    }
  });
});
