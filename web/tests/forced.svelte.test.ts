// @vitest-environment jsdom
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ChoiceStore } from "../src/choosing/choice.svelte";
import { Forced, PAUSE_MS } from "../src/choosing/forced.svelte";
import { wordsOf } from "../src/choosing/spoken";
import { TableStore } from "../src/table/table.svelte";
import { Text } from "../src/viewer/text.svelte";
import type { Wire } from "../src/wire/connection";
import { PROTO, type Legal, type Said, type ServerMessage, type TableSpec, type TableView, type VerbSpec, type ZoneSpec } from "../src/wire/protocol";
import { PLAIN_SPEC, PLAIN_VIEW } from "./plain";

const zone = (id: string, owner: number, role: ZoneSpec["role"]): ZoneSpec => ({
  id, name: id, owner, role, ordered: false, see: owner < 0 ? "public" : "owner", shown: true, counted: true, most: 0,
});
const verb = (name: string, cards: string[]): VerbSpec => ({
  name, cards, bare: false, free: false, to: "", at: "", least: 0, most: 0, within: 0, among: [], above: 1, optional: false, away: false,
});
const SPEC: TableSpec = {
  ...PLAIN_SPEC,
  game: "game", version: 1, table: "t1", seats: 2, deck: "plain", decks: ["plain"], preset: "", reference: "", faces: ["A0", "A1", "A2"], keys: [0, 1, 2], copies: [1, 1, 1],
  zones: [zone("hand.0", 0, "hand"), zone("hand.1", 1, "hand"), zone("trick", -1, "trick")], facts: [], phases: ["play"], tables: {},
  verbs: [verb("play", ["hand"]), verb("pass", [])], options: {}, bots: [], premoves: [], asides: [], fewest: false, wild: [], aids: true, help: false,
  lesson: null, seeded: false, rated: false, deals: 0, lookback: -1, daily: "", sides: [], unlisted: [],
};
const act = (verb: string, cards: number[]): Legal => [verb, cards, -1, [`game.say.${verb}`, {}]];
const PLAY = act("play", [1]);
const VIEW: TableView = {
  ...PLAIN_VIEW,
  you: 0, status: "playing", pace: "normal", occupants: [], deal: 1, dealer: 0, phase: "play", turn: 0, must: 1, may: 0,
  zones: { "hand.0": [0, 1], "hand.1": [255], trick: [2] }, facts: {}, answers: [], legal: [PLAY], scores: [0, 0], sheets: [], winners: [],
  places: [], stakes: [], window: null, record: false, undo: false, gone: "", order: [], plan: [], plans: [], prompt: null, situation: null, reached: [], host: [], barred: [], dares: [], acts: 0,
  forced: true,
};
const said = (key: string, seat = 0, topic = ""): Said => ["say", seat, 0, "", "", [key, { seat }], [], 0, "", topic];

class Server implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  acts: { verb: string; cards: number[]; id: number }[] = [];
  v = 1;

  send(text: string): void {
    const message = JSON.parse(text) as { t: string; n: number };
    if (message.t === "hello") this.say({ t: "welcome", proto: PROTO, epoch: "e", v: 1, now: 0, spec: SPEC });
    if (message.t === "ping") this.say({ t: "pong", n: message.n, now: 0 });
    if (message.t === "act") this.acts.push(message as never);
  }

  close(): void {}

  say(frame: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
    flushSync();
  }

  update(patch: Record<string, unknown>, events: Said[] = []): void {
    this.say({ t: "update", v: ++this.v, events, patch });
  }

  done(patch: Record<string, unknown>): void {
    this.update(patch, [said("game.said.play")]);
    this.say({ t: "ack", id: this.acts.at(-1)!.id, v: this.v });
  }
}

let server: Server;
let table: TableStore;
let choice: ChoiceStore;
let wanted = $state(true);
let end: () => void;
const PAUSE = PAUSE_MS.normal;

async function open(change: Partial<TableView> = {}): Promise<void> {
  server = new Server();
  wanted = true;
  const text = new Text(() => Promise.resolve({}));
  await text.load("en", []);
  end = $effect.root(() => {
    table = new TableStore("t1", () => server);
    choice = new ChoiceStore(table, text);
    new Forced(table, choice, () => wanted);
  });
  server.onopen?.();
  server.say({ t: "view", v: 1, view: { ...VIEW, ...change } });
}
const wait = (ms: number): void => (vi.advanceTimersByTime(ms), flushSync());
const told = (): (string | undefined)[] => choice.notice?.phrases.map(([key]) => key) ?? [];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  table.close();
  end();
  vi.useRealTimers();
});

describe("what is forced", () => {
  test("is announced beside what lies there and what is asked, and plays after a pause", async () => {
    await open({ prompt: [["game.scene.led", {}], ["game.task.follow", {}], null, -1] });
    expect(told()).toEqual(["game.scene.led", "table.forced.seen"]);
    expect(choice.notice?.phrases.at(-1)?.[1], "what is asked, as in the sentence").toEqual({ what: "Game.task.follow", act: "game.say.play" });
    expect(wordsOf(choice.notice!, choice.text), "read out without what was read out when the turn began").not.toContain("follow");
    wait(PAUSE - 1);
    expect(server.acts).toEqual([]);
    wait(1);
    expect(server.acts).toEqual([expect.objectContaining({ verb: "play", cards: [1] })]);
    expect(told(), "the sentence is read again").toEqual([]);
    server.done({ legal: [], forced: false, must: 2 });
    expect(told()).toEqual([]);
    wait(10 * PAUSE);
    expect(server.acts).toHaveLength(1);
  });

  test("has the same pause whatever is held, and whatever else is shown meanwhile", async () => {
    await open({ zones: { "hand.0": [1], "hand.1": [], trick: [] } });
    wait(PAUSE / 2);
    server.update({ scores: [1, 0] });
    wait(PAUSE / 2);
    expect(server.acts).toHaveLength(1);
  });

  test.each([
    ["the rules do not say so, though there is only one action", { forced: false }],
    ["the table does not wait for this person", { legal: [], must: 2 }],
    ["several things are possible", { legal: [PLAY, act("pass", [])] }],
  ])("does nothing where %s", async (_, change: Partial<TableView>) => {
    await open(change);
    wait(10 * PAUSE);
    expect(server.acts).toEqual([]);
    expect(told()).toEqual([]);
  });

  test("is left to a person who does not want it, or stops it", async () => {
    await open();
    wanted = false;
    flushSync();
    wait(10 * PAUSE);
    expect(server.acts).toEqual([]);
    wanted = true;
    flushSync();
    choice.dismiss();
    flushSync();
    wait(10 * PAUSE);
    expect(server.acts).toEqual([]);
    choice.press(choice.offers[0]!); // chooses first, and still can
    server.update({ legal: [act("pass", [])] }, [said("game.said.play")]);
    wait(PAUSE);
    expect(server.acts.at(-1)).toMatchObject({ verb: "pass" });
  });

  test("waits after it was taken back until the person has acted", async () => {
    await open();
    wait(PAUSE);
    server.done({ legal: [], forced: false, must: 2 });
    server.update({ legal: [PLAY], forced: true, must: 1 }, [said("table.said.undo", 0, "undo")]);
    wait(10 * PAUSE);
    expect(server.acts).toHaveLength(1);
    server.update({ legal: [], forced: false, must: 2 }, [said("game.said.play")]);
    server.update({ legal: [PLAY], forced: true, must: 1 }, [said("game.said.play", 1)]);
    wait(PAUSE);
    expect(server.acts).toHaveLength(2);
  });

  test("waits while a dialog covers the table", async () => {
    await open();
    const dialog = document.body.appendChild(document.createElement("dialog"));
    const modal = vi.spyOn(document, "querySelector").mockImplementation((asked) => (asked === "dialog:modal" ? dialog : null));
    wait(3 * PAUSE);
    expect(server.acts).toEqual([]);
    modal.mockRestore();
    dialog.remove();
    wait(PAUSE);
    expect(server.acts).toHaveLength(1);
  });
});
