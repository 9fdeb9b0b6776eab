// @vitest-environment jsdom
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renaming } from "../src/pages/table/rename.svelte";
import { TableStore } from "../src/table/table.svelte";
import type { Settings } from "../src/viewer/settings.svelte";
import type { Occupant, TableSpec, TableView } from "../src/wire/protocol";

const WATCHER = 15;
const person = (name: string): Occupant => ({ name, who: "person", level: "", online: true, ready: false });
const bot: Occupant = { name: "", who: "bot", level: "club", online: true, ready: false };
const view = (you: number, ...occupants: Occupant[]): TableView => ({ you, occupants, sheets: [], deal: 1, status: "gathering", window: null }) as unknown as TableView;

let end: () => void = () => undefined;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  end();
  vi.useRealTimers();
});

function at(first: TableView): { type(name: string): void; leave(): void; shows(next: TableView): void; sent: string[] } {
  const sent: string[] = [];
  const settings = { name: "" } as Settings;
  const connection = { have: 1, nudge: () => undefined, close: () => undefined, request: (message: { t: string; name?: string }) => sent.push(`${message.t} ${message.name}`) };
  const table = new TableStore("t1", undefined, () => connection);
  table.welcome({} as TableSpec, 0);
  table.whole({ t: "view", v: 1, view: first });
  let name: ReturnType<typeof renaming>;
  end = $effect.root(() => void (name = renaming(table, settings)));
  flushSync();
  return {
    sent,
    type(typed) {
      settings.name = typed;
      name.typed();
    },
    leave: () => name.done(),
    shows(next) {
      table.whole({ t: "view", v: 2, view: next });
      flushSync();
    },
  };
}

test("a name is sent when the player pauses or leaves the field, and not twice", () => {
  const field = at(view(0, person("")));
  field.type("An");
  vi.advanceTimersByTime(300);
  field.type("Anna");
  vi.advanceTimersByTime(1000);
  field.leave();
  expect(field.sent).toEqual(["rename Anna"]);
});

test("a name that was typed before the seat was given is sent with the seat", () => {
  const field = at(view(WATCHER, bot));
  field.type("Béla");
  field.leave();
  expect(field.sent).toEqual([]);
  field.shows(view(0, person("")));
  expect(field.sent).toEqual(["rename Béla"]);
  field.shows(view(0, person("Béla")));
  expect(field.sent).toHaveLength(1);
});

test("a name that the server learned with the request for the seat is not sent again", () => {
  const field = at(view(WATCHER, bot));
  field.type("Béla");
  field.leave();
  field.shows(view(0, person("Béla")));
  expect(field.sent).toEqual([]);
});
