// @vitest-environment jsdom
/**
 * What happened, in chapters, at real tables of every game: every card that was laid is in one round, every word stands once, a round is over when
 * nothing lies in the middle any more, and a page that comes late has the same chapters.
 */
import { readdirSync } from "node:fs";
import { flushSync } from "svelte";
import { afterAll, expect, test } from "vitest";
import { taleOf, Tale, type Chapter, type Play } from "../src/table/tale";
import { TableStore } from "../src/table/table.svelte";
import type { Wire } from "../src/wire/connection";
import { BACK, eventOf, type GameEvent } from "../src/wire/objects";
import { PROTO } from "../src/wire/protocol";
import type { ClientMessage, Phrase, ZoneSpec } from "../src/wire/protocol";
import { Pipe } from "./pipe";

const GAMES = ["../src/stich/games", "../tests/games"].flatMap((path) =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() && !/^[_.]/.test(entry.name) ? [entry.name] : [])),
);
const MIDDLE = ["trick", "pair", "pile"];
const STEPS = 90;
const pipe = new Pipe();
afterAll(() => pipe.end());

class Line implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  said: ClientMessage[] = [];
  send(text: string): void {
    this.said.push(JSON.parse(text) as ClientMessage);
  }
  close(): void {}
}

class Page {
  readonly line = new Line();
  readonly table: TableStore;
  readonly events: GameEvent[] = [];

  constructor() {
    this.table = new TableStore("t", () => this.line);
    this.table.listen((events) => this.events.push(...events));
    this.line.onopen?.();
  }

  hear(frames: readonly string[]): void {
    for (const data of frames) this.line.onmessage?.({ data });
    flushSync();
  }

  /** Send what waits to be sent, and hear the answers. */
  async go(): Promise<void> {
    for (let message = this.line.said.shift(); message; message = this.line.said.shift()) {
      if (message.t !== "ping") this.hear(await pipe.say(message));
    }
  }
}

/** A deal of some length, as the person at seat 0 saw it. Ends before the next deal begins. */
async function played(game: string, seed: number, steps: number, options: Record<string, unknown> = {}, seats = 0): Promise<Page> {
  const page = new Page();
  page.hear(await pipe.open({ game, seed, options, seats }));
  await page.go();
  await on(page, seed, steps);
  return page;
}

async function on(page: Page, seed: number, steps: number): Promise<void> {
  const { table } = page;
  for (let step = 0; step < steps && table.view.status === "playing"; step++) {
    const offers = table.legal.filter(({ verb }) => verb !== "window_closed");
    const action = offers[(step * 7 + seed) % Math.max(1, offers.length)];
    if (action) {
      table.act(action, action.cards);
      await page.go();
    } else page.hear(await pipe.wait(1500));
    taleOf(table);
  }
}

const faces = (plays: readonly Play[]): number[] => plays.flatMap((play) => [...play.faces]);
const laid = ({ plays }: Chapter): Play[] => plays.filter((play) => play.laid);
const say = (words: Phrase | null): string => words?.[0] ?? "";

test("who passes in Durak draws no card with it, whatever fills the hands after a bout", { timeout: 60_000 }, async () => {
  const { table, events } = await played("durak", 3, STEPS, {}, 4);
  expect(events.some(({ kind, card, dst }) => kind === "move" && card === BACK && dst.startsWith("hand")), "hands are filled").toBe(true);
  expect(faces(taleOf(table).flatMap(({ plays }) => plays))).not.toContain(BACK);
});

test.each(GAMES)("%s: the chapters hold all that happened, once", { timeout: 60_000 }, async (game) => {
  const { table, events } = await played(game, 3, STEPS);
  const chapters = taleOf(table);
  const role = (id: string): string => table.spec.zones.find((zone) => zone.id === id)?.role ?? "";
  const into = events.filter(({ kind, src, dst }) => kind === "move" && MIDDLE.includes(role(dst)) && !MIDDLE.includes(role(src)));
  const rounds = chapters.filter(({ kind }) => kind === "round");
  expect(rounds.reduce((sum, { count }) => sum + count, 0)).toBe(into.length);
  const most = table.spec.lookback < 0 || table.view.status !== "playing" ? Infinity : table.spec.lookback; // all is open after a deal
  const over = rounds.filter((round) => round.over);
  expect(rounds.length - over.length, "one round at most is open").toBe(table.spec.zones.some(({ id, role }) => MIDDLE.includes(role) && (table.view.zones[id]?.length ?? 0) > 0) && into.length > 0 ? 1 : 0);
  over.forEach((round, i) => {
    expect(round.past).toBe(i < over.length - most);
    if (round.past) expect(faces(round.plays)).toEqual([]);
    else expect(faces(laid(round))).toHaveLength(round.count);
    expect(round.end ?? round.plays.at(-1), "somebody or something has ended it").toBeTruthy();
  });
  const shown = rounds.flatMap(laid).map(({ faces }) => faces.toSorted((a, b) => a - b)); // on the felt equal ranks lie together
  const came = into.slice(into.length - shown.flat().length).map(({ card }) => card);
  expect(shown.map(({ length }) => came.splice(0, length).toSorted((a, b) => a - b))).toEqual(shown);
  // every word once, but for those of plays that can no longer be looked at
  const told = chapters.flatMap(({ plays, end }) => [...plays, ...(end ? [end] : [])]).filter((play) => !say(play.say).startsWith("table.told."));
  const words = table.said.map(({ said }) => said).filter((event) => event.say && !event.topic && event.kind !== "result");
  if (table.said.length < 300 && over.every((round) => !round.past)) expect(told.map((play) => say(play.say)).sort()).toEqual(words.map((event) => say(event.say)).sort());
  expect(new Set(told.map(({ n }) => n)).size).toBe(told.length);
  expect(new Set(chapters.map(({ n }) => n)).size, "keys").toBe(chapters.length);
  for (const { kind, plays } of chapters) if (kind === "turn") expect(new Set(plays.map(({ seat }) => seat)).size).toBe(1);
});

/** Each decision shows its player a hidden card. */
const REVEALING = ["chinchon", "farbe_und_wert"];

const late = async (): Promise<Page> => {
  const page = new Page();
  page.hear(await pipe.say({ t: "hello", proto: PROTO, table: "t", have: -1, epoch: "" }));
  return page;
};

/** All that is drawn of a story: its words with their parameters and names, its cards. */
const drawn = (chapters: readonly Chapter[]) => {
  const words = ({ seat, say, then, faces, laid, pairs }: Play) => JSON.stringify([seat, say, then.you, then.names, faces, laid, pairs ?? []]);
  return chapters.map(({ kind, plays, end, taker, trick, over, count, past }) => ({ kind, taker, trick, over, count, past, end: end && words(end), plays: plays.map(words) }));
};

test.each(GAMES)("%s: a page that is loaded again has the same story, word by word", { timeout: 120_000 }, async (game) => {
  for (const [seed, steps] of [[5, 12], [6, 40], [7, 90], [8, 25], [9, 60], [11, 33], [12, 130], [13, 250]] as const) {
    const { table } = await played(game, seed, steps);
    expect(drawn(taleOf((await late()).table))).toEqual(drawn(taleOf(table)));
  }
});

test.each(GAMES)("%s: what is taken back is gone from the story of the page that saw it", { timeout: 120_000 }, async (game) => {
  const page = await played(game, 8, 9);
  let backs = 0;
  for (let turn = 0; turn < 8 && page.table.view.status === "playing"; turn++) {
    if (page.table.view.undo) {
      page.table.undo();
      await page.go();
      backs += 1;
      expect(drawn(taleOf(page.table))).toEqual(drawn(taleOf((await late()).table)));
    }
    await on(page, turn, 3);
  }
  expect(backs > 0, "something could be taken back").toBe(!REVEALING.includes(game));
});

test.each([
  ["current_trick", 0],
  ["last_trick", 1],
  ["all", -1],
])("Chimera with looking back at %s", { timeout: 60_000 }, async (history, most) => {
  const { table } = await played("chimera", 4, 60, { history });
  expect(table.spec.lookback).toBe(most);
  const over = taleOf(table).filter((chapter) => chapter.kind === "round" && chapter.over);
  expect(over.length).toBeGreaterThan(2);
  expect(over.map(({ past }) => past)).toEqual(over.map((_, i) => most >= 0 && i < over.length - most));
});

// -- without a table

const zone = (id: string, owner: number, role: ZoneSpec["role"]): ZoneSpec => ({ id, name: id, owner, role, ordered: false, see: "public", shown: true, counted: true, most: 0 });
const SPEC = { game: "g", lookback: -1, keys: [], zones: [zone("trick", -1, "trick"), ...Array.from({ length: 12 }, (_, seat) => zone(`hand.${seat}`, seat, "hand")), zone("won.0", 0, "captured")] };
const then = { you: 0, names: [] };
let number = 0;
const entry = (v: number, ...said: Parameters<typeof eventOf>[0]) => ({ v, n: number++, said: eventOf(said), then });
const bout = (v: number) => [
  ...Array.from({ length: 12 }, (_, seat) => [entry(v + seat, "say", seat, 0, "", "", ["g.said.play", {}], [seat]), entry(v + seat, "move", -1, seat, `hand.${seat}`, "trick", null)]).flat(),
  ...Array.from({ length: 12 }, (_, seat) => entry(v + 11, "move", -1, seat, "trick", "won.0", null)),
  entry(v + 11, "trick", 0, 0, "", "", ["g.event.trick", { seat: 0, n: 12 }], [], 12),
];

test("twelve players, and the three hundredth bout: what is kept is bounded", () => {
  const tale = new Tale(SPEC);
  let said: ReturnType<typeof entry>[] = [];
  let chapters: readonly Chapter[] = [];
  for (let n = 0; n < 300; n++) {
    said = [...said, ...bout(n * 12)].slice(-300);
    const before = chapters;
    chapters = tale.read(said, 0);
    expect(chapters.slice(-2, -1)[0], "what is over is the same object").toBe(before.at(-1));
  }
  expect(chapters.length).toBeLessThanOrEqual(120);
  expect(chapters.every(({ kind, taker, end, plays, over }) => kind === "round" && over && taker === 0 && say(end?.say ?? null) === "g.event.trick" && plays.length === 12)).toBe(true);
});

test("what a player shows before they lead one of it is kept with the card, and so is what they lay before themselves", () => {
  const marry = [
    entry(0, "say", 3, 3, "", "", ["g.said.marry", {}], [3]),
    entry(0, "show", -1, 4, "hand.3", "hand.3", null),
    entry(0, "move", -1, 3, "hand.3", "trick", null),
  ];
  expect(new Tale(SPEC).read(marry, 1)[0]?.plays).toMatchObject([{ faces: [3], shown: [3, 4] }]);
  const melding = { ...SPEC, zones: [...SPEC.zones, zone("meld.3", 3, "meld")] };
  const meld = [
    entry(0, "say", 3, 3, "", "", ["g.said.meld", {}], [3, 4]),
    ...[3, 4].map((face) => entry(0, "move", -1, face, "hand.3", "meld.3", null)),
  ];
  expect(new Tale(melding).read(meld, 0)[0]?.plays).toMatchObject([{ faces: [3, 4], shown: [3, 4] }]);
});

test("a new deal begins a new story, and what was taken back does not leave a round open", () => {
  const tale = new Tale(SPEC);
  const first = bout(0);
  expect(tale.read(first, 0)).toHaveLength(1);
  const second = bout(100).slice(0, 4);
  expect(tale.read(second, 2).map(({ plays, over }) => [plays.length, over])).toEqual([[2, false]]);
  const back = entry(104, "say", 0, 0, "", "", ["table.said.undo", { seat: 0 }]);
  expect(tale.read([...second, back], 0)[0]).toMatchObject({ over: true });
});

test("what names itself a trick ends it, else what stands beside the cards that leave, before or after them", () => {
  const [said, moves] = [bout(0).slice(0, 24), bout(0).slice(24, 36)];
  const at = (kind: string, key: string) => entry(11, kind, 0, 0, "", "", [key, {}]);
  const ends = (...events: ReturnType<typeof entry>[]): string => say(new Tale(SPEC).read(events, 0)[0]!.end?.say ?? null);
  expect(ends(...said, at("taken", "a"), ...moves, at("out", "b"))).toBe("a");
  expect(ends(...said, ...moves, at("taken", "a"), at("out", "b"))).toBe("a");
  expect(ends(...said, at("party", "p"), ...moves, at("trick", "t"), at("fox", "f"))).toBe("t");
  expect(ends(...said, at("trick", "t"), ...moves, at("out", "b"))).toBe("t");
  expect(ends(...said, ...moves)).toBe("");
});

test("what a neighbour gives stands there with its giver, also where the reader gave something in the same update", () => {
  const zones = [zone("hand.0", 0, "hand"), zone("hand.1", 1, "hand"), zone("hand.2", 2, "hand")].map((one) => ({ ...one, see: "owner" as const }));
  const tale = new Tale({ game: "g", lookback: -1, keys: [], zones });
  const given = [
    entry(1, "say", 0, 0, "", "", ["g.said.give", {}], [1, 2]),
    ...[1, 2].map((face) => entry(1, "move", -1, face, "hand.0", "hand.1", null)),
    ...[255, 255].map((face) => entry(1, "move", -1, face, "hand.1", "hand.2", null)),
    ...[7, 8].map((face) => entry(1, "move", -1, face, "hand.2", "hand.0", null)),
  ].map((one) => ({ ...one, then: { you: 0, names: ["Ann", "Ben", "Cid"] } }));
  const plays = tale.read(given, 0).flatMap((chapter) => chapter.plays);
  expect(plays.map((play) => [say(play.say), [...play.faces]])).toEqual([["g.said.give", [1, 2]], ["table.told.gives", [7, 8]]]);
});

test("what all lay open in the end is not what the last player has done, whose hand may be among them", () => {
  const zones = [zone("pile", -1, "discard"), zone("hand.0", 0, "hand"), zone("hand.1", 1, "hand")];
  const deal = (...open: ReturnType<typeof entry>[]): unknown[] =>
    new Tale({ game: "g", lookback: -1, keys: [], zones })
      .read([entry(1, "say", 1, 0, "", "", ["g.said.discard", {}], [1]), entry(1, "move", -1, 1, "hand.1", "pile", null), ...open], 0)
      .flatMap(({ plays }) => plays)
      .map((play) => [say(play.say), [...play.faces]]);
  const laid = [entry(1, "show", -1, 2, "hand.1", "hand.1", null), entry(1, "show", -1, 3, "hand.0", "hand.0", null)];
  expect(deal(...laid), "its own hand is").toEqual([["g.said.discard", [1, 2]]]);
  expect(deal(entry(1, "open", -1, 255, "", "", ["g.event.open", {}]), ...laid)).toEqual([["g.said.discard", [1]], ["g.event.open", []]]);
});
