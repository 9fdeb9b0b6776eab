// @vitest-environment jsdom
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TalkStore } from "../src/talk/talk.svelte";
import { TableStore } from "../src/table/table.svelte";
import { Text, type Catalogue } from "../src/viewer/text.svelte";
import type { Line, TableSpec, TableView } from "../src/wire/protocol";

const WORDS: Catalogue = {
  "talk.say.hello": "Hello!", "talk.say.smile": "Smile", "talk.told": "{name}: {what}", "talk.told.smile": "{name} smiles",
  "talk.spectator": "A spectator", "table.you": "You", "table.seat_n": "Player {n}", "error.secret": "a text of the page",
};
const OFFSET = 5000; // the server's clock is ahead
let n = 0;
let end: () => void = () => undefined;

const line = (more: Partial<Line> = {}): Line => ({ n: Date.now() + OFFSET + n++, seat: 1, name: "Béla", by: "b1", phrase: "hello", text: "", ...more });

async function at(): Promise<{ table: TableStore; talk: TalkStore }> {
  const text = new Text(async () => WORDS);
  await text.load("en", []);
  const connection = { have: 1, nudge: () => undefined, close: () => undefined, request: () => 1 };
  const table = new TableStore("t1", undefined, () => connection);
  table.welcome({} as TableSpec, OFFSET);
  table.whole({ t: "view", v: 1, view: { you: 0, occupants: [], status: "playing", sheets: [], window: null } as unknown as TableView });
  let talk!: TalkStore;
  end = $effect.root(() => void (talk = new TalkStore(table, text)));
  return { table, talk };
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

test("a line is told in a sentence, a sign by what it is, and a text is never read as a key", async () => {
  const { talk } = await at();
  expect(talk.told(line())).toBe("Béla: Hello!");
  expect(talk.told(line({ phrase: "smile" }))).toBe("Béla smiles");
  expect(talk.told(line({ phrase: "", text: "@error.secret {name} $& <b>" }))).toBe("Béla: @error.secret {name} $& <b>");
  expect(talk.told(line({ name: "" }))).toBe("Player 2: Hello!");
  expect(talk.told(line({ name: "", seat: -1 }))).toBe("A spectator: Hello!");
});

test("muted people are not heard, at other tables either, until they are heard again", async () => {
  const { table, talk } = await at();
  table.talk([line(), line({ by: "c1", name: "Cleo" })]);
  talk.mute("b1", "Béla", true);
  flushSync();
  expect(talk.lines.map(({ name }) => name)).toEqual(["Cleo"]);
  const other = await at();
  other.table.talk([line()]);
  flushSync();
  expect(other.talk.lines).toEqual([]);
  expect(other.talk.unread).toBe(false);
  expect(other.talk.people).toEqual([{ by: "b1", name: "Béla", muted: true }]);
  other.talk.mute("b1", "Béla", false);
  flushSync();
  expect(other.talk.lines).toHaveLength(1);
});

test("the browser remembers a bounded number of muted people", async () => {
  const { talk } = await at();
  for (let i = 0; i < 300; i++) talk.mute(`p${i}`, "x", true);
  const kept = Object.keys(JSON.parse(localStorage.getItem("stich.muted")!) as object);
  expect(kept).toHaveLength(200);
  expect(kept.at(-1)).toBe("p299");
});

test("what others said is new until it is read, one's own words never are", async () => {
  const { table, talk } = await at();
  table.talk([line({ by: "" })]);
  flushSync();
  expect(talk.unread).toBe(false);
  table.talk([line()]);
  flushSync();
  expect(talk.unread).toBe(true);
  talk.read();
  flushSync();
  expect(talk.unread).toBe(false);
});

test("a line is shown for a few seconds of the server's time, a longer one longer", async () => {
  const { talk } = await at();
  const [short, long] = [line(), line({ phrase: "", text: "x".repeat(200) })];
  expect(talk.left(long)).toBeGreaterThan(talk.left(short));
  expect(talk.left(line({ n: Date.now() + OFFSET - 60_000 }))).toBe(0);
  vi.advanceTimersByTime(11_000);
  expect([short, long].map((one) => talk.left(one))).toEqual([0, 0]);
});

test("the page keeps the last lines only", async () => {
  const { table } = await at();
  for (let i = 0; i < 120; i++) table.talk([line()]);
  expect(table.lines).toHaveLength(50);
});
