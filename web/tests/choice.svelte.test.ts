import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ChoiceStore } from "../src/choice.svelte";
import type { Wire } from "../src/connection";
import { PROTO } from "../src/protocol";
import type { Legal, ServerMessage, TableSpec, TableView, ZoneSpec } from "../src/protocol";
import { TableStore } from "../src/table.svelte";
import { Text } from "../src/text.svelte";

// faces 0 … 7 are ranks 0 … 3 in two suits; any suit will do
const zone = (id: string, owner: number, role: ZoneSpec["role"], see: ZoneSpec["see"]): ZoneSpec => ({
  id, name: id.split(".")[0]!, owner, role, ordered: false, see, shown: true, counted: true,
});
const SPEC: TableSpec = {
  game: "game", version: 1, table: "t1", seats: 2, deck: "plain",
  faces: ["A0", "A1", "A2", "A3", "B0", "B1", "B2", "B3"], keys: [0, 1, 2, 3, 0, 1, 2, 3],
  zones: [zone("hand.0", 0, "hand", "owner"), zone("hand.1", 1, "hand", "owner"), zone("discard", -1, "discard", "public")],
  facts: [], phases: ["play"], verbs: ["play", "pass", "take"], options: {}, bots: [], ahead: [], aids: true, help: false, lesson: null,
};
const act = (verb: string, cards: number[], to = -1): Legal => [verb, cards, to, [`game.say.${verb}`, { n: to }]];

function view(change: Partial<TableView>): TableView {
  return {
    you: 0, status: "playing", pace: "instant", chairs: [], deal: 1, dealer: 0, phase: "play", turn: 0, must: 1, may: 0,
    zones: { "hand.0": [0, 1, 4, 5, 5], "hand.1": [255, 255], discard: [2] }, facts: {}, answers: [], legal: [], scores: [0, 0],
    sheets: [], winners: [], window: null, record: false, undo: false, gone: "", acts: 0, ...change,
  };
}

class Server implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  acts: { verb: string; cards: number[]; to: number; id: number }[] = [];
  v = 1;

  send(text: string): void {
    const message = JSON.parse(text) as { t: string };
    if (message.t === "hello") this.say({ t: "welcome", proto: PROTO, epoch: "e", v: 1, now: 0, spec: SPEC });
    if (message.t === "act") this.acts.push(message as never);
  }

  close(): void {}

  say(frame: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
    flushSync();
  }

  update(patch: Record<string, unknown>): void {
    this.v += 1;
    this.say({ t: "update", v: this.v, events: [], patch });
  }
}

let server: Server;
let table: TableStore;
let choice: ChoiceStore;
let end: () => void;

async function open(legal: Legal[], change: Partial<TableView> = {}): Promise<void> {
  server = new Server();
  const text = new Text(() => Promise.resolve({ "game.say.play": "Play {n}", "game.verb.play": "Play {cards}", "game.say.pass": "Pass" }));
  await text.load("en", []);
  end = $effect.root(() => {
    table = new TableStore("t1", () => server);
    choice = new ChoiceStore(table, text);
  });
  server.onopen?.();
  server.say({ t: "view", v: 1, view: view({ legal, ...change }) });
}

const slot = (face: number, nth = 0): string => `hand.0/${face}/${nth}`;
const lit = (): string[] => choice.hand.filter((pick) => pick.lit && !pick.selected).map((pick) => pick.slot);

beforeEach(() => localStorage.clear());
afterEach(() => {
  table.close();
  end();
});

describe("a choice", () => {
  test("sends the cards that were taken, not those that the list names", async () => {
    await open([act("play", [0], 7), act("pass", [])]);
    choice.toggle(slot(4));
    expect(choice.becoming).toBe("Play 7");
    choice.press(choice.offers.find((offer) => offer.verb === "play")!);
    expect(server.acts).toEqual([expect.objectContaining({ verb: "play", cards: [4], to: 7 })]);
  });

  test("of several readings is asked for", async () => {
    await open([act("play", [0], 1), act("play", [0], 2)]);
    choice.toggle(slot(0));
    choice.press(choice.offers[0]!);
    expect(server.acts).toEqual([]);
    expect(choice.question?.actions.map((action) => action[2])).toEqual([1, 2]);
    choice.answer(choice.question!.actions[1]!);
    expect(server.acts[0]).toMatchObject({ to: 2 });
    expect(choice.question).toBeNull();
  });

  test("is sent once, however often the button is pressed, and the buttons are off until it is shown", async () => {
    await open([act("pass", [])]);
    choice.press(choice.offers[0]!);
    choice.press(choice.offers[0]!);
    expect(server.acts).toHaveLength(1);
    expect(choice.offers[0]!.enabled).toBe(false);
    server.say({ t: "ack", id: server.acts[0]!.id, v: 2 });
    expect(choice.offers[0]!.enabled).toBe(false);
    server.update({});
    expect(choice.offers[0]!.enabled).toBe(true);
  });

  test("that is refused leaves the selection", async () => {
    await open([act("play", [0])]);
    choice.toggle(slot(0));
    choice.press(choice.offers[0]!);
    server.say({ t: "error", id: server.acts[0]!.id, code: "illegal", args: {} });
    expect(choice.selected).toEqual([0]);
    expect(choice.offers[0]!.enabled).toBe(true);
  });

  test("takes cards from elsewhere only where a legal action needs them", async () => {
    await open([act("take", [2])]);
    expect(choice.takesFrom(table.zone("discard"))).toBe(true);
    choice.toggle("discard/2/0");
    choice.press(choice.offers[0]!);
    expect(server.acts[0]).toMatchObject({ verb: "take", cards: [2] });
    server.update({ legal: [act("play", [0])] });
    expect(choice.takesFrom(table.zone("discard"))).toBe(false);
  });
});

describe("the selection", () => {
  test("survives what others do, and equal cards are told apart", async () => {
    await open([act("play", [5, 5, 1]), act("play", [5]), act("play", [0])]);
    choice.toggle(slot(5, 1));
    expect(choice.hand.filter((pick) => pick.selected).map((pick) => pick.slot)).toEqual([slot(5, 1)]);
    expect(lit()).toEqual([slot(1), slot(5)]);
    server.update({ scores: [5, 0], zones: { "hand.1": [255] } });
    expect(choice.selected).toEqual([5]);
  });

  test("is laid ready while others move", async () => {
    await open([]);
    choice.toggle(slot(0));
    expect(choice.selected).toEqual([0]);
    expect(lit()).toHaveLength(4);
    server.update({ legal: [act("play", [0])] });
    expect(choice.selected).toEqual([0]);
    expect(choice.offers[0]!.enabled).toBe(true);
  });

  test("is put back when one's turn offers nothing for cards, and cards lie as they are", async () => {
    await open([]);
    choice.toggle(slot(0));
    server.update({ legal: [act("pass", []), act("bid", [], 20)] });
    expect(choice.selected).toEqual([]);
    expect(choice.hand.some((pick) => pick.selected)).toBe(false);
    server.update({ legal: [] });
    expect(choice.selected).toEqual([]);
  });

  test("figures are the bids' where no card can be chosen, and the ranks' elsewhere", async () => {
    await open([act("bid", [], 20), act("bid", [], 30)]);
    expect(choice.offers.map((offer) => offer.hot)).toEqual(["2", "3"]);
    expect(["2", "1"].map((key) => choice.reserves(key))).toEqual([true, true]);
    server.update({ legal: [act("play", [0]), act("bid", [], 30)] });
    expect(["2", "3"].map((key) => choice.reserves(key))).toEqual([false, false]);
  });

  test("does not outlive its deal or phase, and a card that comes back is not selected", async () => {
    await open([act("play", [0])]);
    choice.toggle(slot(0));
    server.update({ deal: 2 });
    expect(choice.selected).toEqual([]);
    server.update({ deal: 1 });
    choice.toggle(slot(0));
    server.update({ zones: { "hand.0": [1, 4] } });
    server.update({ zones: { "hand.0": [0, 1, 4] } });
    expect(choice.selected).toEqual([]);
  });

  test("a watcher has none", async () => {
    await open([], { you: 15 });
    expect(choice.hand).toEqual([]);
    expect(table.watching).toBe(true);
    expect(table.around).toEqual([0, 1]);
  });
});

test("a question closes when the table moves on", async () => {
  await open([act("play", [0], 1), act("play", [0], 2)]);
  choice.toggle(slot(0));
  choice.press(choice.offers[0]!);
  server.update({ legal: [act("pass", [])] });
  expect(choice.question).toBeNull();
});
