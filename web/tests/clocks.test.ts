// @vitest-environment jsdom
// What a page shows of people's time, and when it changes.
import { expect, test } from "vitest";
import type { Occupant, Said, TableSpec, TableView } from "../src/wire/protocol";
import type { Text } from "../src/viewer/text.svelte";
import { timeAt } from "../src/stage/clocks";
import { figuresOf, untilChange } from "../src/stage/remaining";
import { TableStore } from "../src/table/table.svelte";
import { thenOf } from "../src/wire/objects";

const text = { t: (_: string, { n }: { n: number }) => `${n} h` } as unknown as Text;
const WIRE = { onopen: null, onmessage: null, onclose: null, send: () => undefined, close: () => undefined };
const person = (name: string, more: Partial<Occupant> = {}): Occupant => ({ name, who: "person", level: "club", online: true, ready: false, ...more });

function table(occupants: Occupant[], more: Partial<TableView> = {}): TableStore {
  const store = new TableStore("t1", () => WIRE);
  store.welcome({ zones: [], facts: [] } as unknown as TableSpec, 500);
  store.whole({ t: "view", v: 1, view: { you: 0, status: "playing", pace: "fast", occupants, deal: 1, clocks: [], shuffle: null, timer: "off", absent: "bot", window: null, legal: [], ...more } as unknown as TableView });
  return store;
}

test("seconds, minutes, hours: a part of one is one that is left", () => {
  for (const [left, figures] of [[0, "0:00"], [1, "0:01"], [17_000, "0:17"], [59_001, "1:00"], [600_000, "10:00"], [7_199_000, "119:59"], [7_200_001, "3 h"], [86_400_000, "24 h"]] as const)
    expect(figuresOf(left, text)).toBe(figures);
});

test("the figures are changed when they do, and a long time is looked at once a minute at most", () => {
  expect(untilChange(17_300)).toBe(300);
  expect(untilChange(17_000)).toBe(1000);
  expect(untilChange(86_400_000)).toBe(60_000);
  expect(untilChange(3 * 3_600_000 + 20)).toBe(20);
});

test("a time of the server is one of the page by what its clock is ahead", () => {
  expect(table([person("Ann")]).here(10_500)).toBe(10_000);
});

test("the decision has a bar, a match or a day only figures", () => {
  const clocks = [{ until: 0, left: 20_000 }, { until: 9000, left: 20_000 }];
  const both = [person("Ann"), person("Ben")];
  expect(timeAt(0, table(both, { clocks, timer: "20s" }))).toMatchObject({ until: 0, bar: 0, wait: false });
  expect(timeAt(1, table(both, { clocks, timer: "20s" }))).toMatchObject({ until: 9000, bar: 20_000, wait: false });
  expect(timeAt(1, table(both, { clocks, timer: "match" }))).toMatchObject({ until: 9000, bar: 0 });
});

test("who is away is waited for, and who sits there can wait longer, but no watcher and nobody for themselves", () => {
  const seats = [person("Ann"), person("Ben", { online: false, until: 7000 })];
  expect(timeAt(1, table(seats))).toMatchObject({ until: 7000, wait: true, vote: false });
  expect(timeAt(1, table(seats, { you: 15 }))).toMatchObject({ until: 7000, wait: false });
  expect(timeAt(1, table(seats, { you: 1 }))).toMatchObject({ wait: false });
  const played = [person("Ann"), person("Ben", { online: false, bot: "Mira" })];
  expect(timeAt(1, table(played))).toMatchObject({ until: 0, wait: false, vote: false });
});

test("at a table that waits for ever, people agree that a bot plays", () => {
  const seats = [person("Ann"), person("Ben", { online: false, agreed: [0] })];
  expect(timeAt(1, table(seats, { absent: "wait" }))).toMatchObject({ vote: true, voted: true, wait: false });
  expect(timeAt(1, table(seats, { absent: "wait", status: "match_over" }))).toMatchObject({ vote: false });
});

test("what a bot does for somebody is said of the bot, also to that person", () => {
  const seats = [person("Ann", { bot: "Ada" }), person("Ben")];
  expect(thenOf({ you: 0, occupants: seats } as unknown as TableView)).toEqual({ you: -1, names: ["Ada", "Ben"] });
  expect(thenOf({ you: 1, occupants: seats } as unknown as TableView)).toEqual({ you: 1, names: ["Ada", "Ben"] });
  expect(thenOf({ you: 0, occupants: seats } as unknown as TableView, "back")).toEqual({ you: 0, names: ["Ann", "Ben"] });
});

test("that a bot plays for somebody is said of the person, and what it does then of the bot", () => {
  const store = table([person("Ann"), person("Ben", { online: false })], { you: 0 });
  const stands: Said = ["say", 1, 0, "", "", ["table.said.stands_in", { seat: 1, name: "Mira" }], [], 0, "", "stands_in"];
  const plays: Said = ["say", 1, 0, "", "", ["game.said.play", { seat: 1 }]];
  store.update({ t: "update", v: 2, events: [stands, plays], patch: { occupants: [person("Ann"), person("Ben", { bot: "Mira" })] } });
  expect(store.said.map(({ then }) => then.names[1])).toEqual(["Ben", "Mira"]);
});
