// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ChoiceStore, type Offer } from "../src/choosing/choice.svelte";
import type { Wire } from "../src/wire/connection";
import { asksCards } from "../src/stage/asked";
import Beside from "../src/stage/Beside.svelte";
import { gripOf } from "../src/stage/grip";
import Row from "../src/stage/Row.svelte";
import { refusal } from "../src/choosing/notice";
import { PROTO } from "../src/wire/protocol";
import { actionOf } from "../src/wire/objects";
import type { Legal, ServerMessage, TableSpec, TableView, VerbSpec, ZoneSpec } from "../src/wire/protocol";
import { TableStore } from "../src/table/table.svelte";
import { Text } from "../src/viewer/text.svelte";
import { PLAIN_SPEC, PLAIN_VIEW } from "./plain";

// jsdom has no layout, so there is nothing to observe
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

// faces 0 … 7 are ranks 0 … 3 in two suits; any suit will do
const zone = (id: string, owner: number, role: ZoneSpec["role"], see: ZoneSpec["see"]): ZoneSpec => ({
  id, name: id.split(".")[0]!, owner, role, ordered: false, see, shown: true, counted: true, most: 0,
});
const verb = (name: string, declared: Partial<VerbSpec> = {}): VerbSpec => ({
  name, cards: [], bare: false, free: false, to: "", at: "", least: 0, most: 0, within: 0, among: [], above: 1, optional: false, away: false, ...declared,
});
const SPEC: TableSpec = {
  ...PLAIN_SPEC,
  game: "game", version: 1, table: "t1", seats: 2, deck: "plain", decks: ["plain"], reference: "",
  preset: "", lookback: -1,
  faces: ["A0", "A1", "A2", "A3", "B0", "B1", "B2", "B3"], keys: [0, 1, 2, 3, 0, 1, 2, 3], copies: [1, 1, 1, 1, 1, 2, 1, 1],
  zones: [zone("hand.0", 0, "hand", "owner"), zone("hand.1", 1, "hand", "owner"), zone("discard", -1, "discard", "public")],
  facts: [], phases: ["play"], tables: {}, verbs: [verb("play", { cards: ["hand"], to: "card", at: "pair" }), verb("pass"), verb("take"), verb("layoff", { cards: ["hand"], to: "zone", at: "meld", within: 64 })], options: {}, bots: [], premoves: [], asides: [], fewest: false, wild: [], sides: [], aids: true, help: false, lesson: null, seeded: false, rated: false, deals: 0, daily: "", unlisted: [],
};
const act = (verb: string, cards: number[], to = -1): Legal => [verb, cards, to, [`game.say.${verb}`, { n: to }]];

function view(change: Partial<TableView>): TableView {
  return {
    ...PLAIN_VIEW,
    you: 0, status: "playing", pace: "instant", occupants: [], deal: 1, dealer: 0, phase: "play", turn: 0, must: 1, may: 0,
    zones: { "hand.0": [0, 1, 4, 5, 5], "hand.1": [255, 255], discard: [2] }, facts: {}, answers: [], legal: [], scores: [0, 0],
    sheets: [], winners: [], places: [], stakes: [], window: null, record: false, undo: false, gone: "", order: [], plan: [], plans: [], prompt: null, situation: null, reached: [], host: [], barred: [], dares: [], acts: 0, forced: false, ...change,
  };
}

class Server implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  acts: { verb: string; cards: number[]; to: number; id: number }[] = [];
  asked: { t: string; id: number }[] = [];
  v = 1;

  constructor(readonly spec: TableSpec = SPEC) {}

  send(text: string): void {
    const message = JSON.parse(text) as { t: string };
    if (message.t === "hello") this.say({ t: "welcome", proto: PROTO, epoch: "e", v: 1, now: 0, spec: this.spec });
    if (message.t === "act") this.acts.push(message as never);
    else this.asked.push(message as never);
  }

  close(): void {}

  say(frame: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
    flushSync();
  }

  /** The last action is done, and this is what it changed. */
  settle(patch: Record<string, unknown>): void {
    this.say({ t: "ack", id: this.acts.at(-1)!.id, v: this.v + 1 });
    this.update(patch);
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

async function open(legal: Legal[], change: Partial<TableView> = {}, spec = SPEC): Promise<void> {
  server = new Server(spec);
  const text = new Text(() => Promise.resolve({ "game.say.play": "Play {n}", "game.verb.play": "Play {cards}", "game.say.pass": "Pass", "game.verb.pass": "Pass" }));
  await text.load("en", []);
  end = $effect.root(() => {
    table = new TableStore("t1", () => server);
    choice = new ChoiceStore(table, text);
  });
  server.onopen?.();
  server.say({ t: "view", v: 1, view: view({ legal, ...change }) });
}

const slot = (face: number, nth = 0): string => `hand.0/${face}/${nth}`;
const lit = (): string[] => choice.hand.filter((pick) => pick.lit && !pick.selected).map((pick) => pick.id);

beforeEach(() => localStorage.clear());
afterEach(() => {
  table.close();
  end();
});

describe("a choice", () => {
  test("opens no place in the middle for cards that are put away", async () => {
    for (const away of [false, true]) {
      await open([act("play", [0], 1), act("play", [0, 4], 2)], {}, { ...SPEC, verbs: [verb("play", { cards: ["hand"], to: "number", most: 9, away })] });
      expect(asksCards(table)).toBe(!away);
      choice.toggle(slot(0));
      const beside = mount(Beside, { target: document.body, props: { choice, text: choice.text } });
      flushSync();
      expect([...document.querySelectorAll(".could button")].map((one) => one.textContent), "nothing is suggested to go with them").toEqual(away ? [] : ["Play 2"]);
      void unmount(beside);
    }
  });

  test("sends the cards that were taken, not those that the list names", async () => {
    await open([act("play", [0], 7), act("pass", [])]);
    choice.toggle(slot(4));
    expect(choice.becoming).toBe("Play 7");
    choice.press(choice.offers.find((offer) => offer.verb === "play")!);
    expect(server.acts).toEqual([expect.objectContaining({ verb: "play", cards: [4], to: 7 })]);
  });

  test("is forgotten once it is done, and a refusal when the next one comes", async () => {
    await open([act("play", [0], 7), act("pass", [])]);
    const told = (id: number): boolean => choice.tells({ t: "error", id, code: "illegal", args: {} });
    const pass = (): number => {
      choice.press(choice.offers.find((offer) => offer.verb === "pass")!);
      return server.acts.at(-1)!.id;
    };
    expect(told(-1), "an error that answers no request").toBe(false);
    const done = pass();
    expect(told(done)).toBe(true);
    server.settle({});
    expect(told(done)).toBe(false);
    const refused = [pass()];
    server.say({ t: "error", id: refused[0]!, code: "illegal", args: {} });
    server.say({ t: "view", v: server.v, view: view({ legal: [act("pass", [])] }) });
    expect(told(refused[0]!)).toBe(true);
    refused.push(pass());
    server.say({ t: "error", id: refused[1]!, code: "illegal", args: {} });
    expect(refused.map(told)).toEqual([false, true]);
  });

  test("of several readings is asked for", async () => {
    await open([act("play", [0], 1), act("play", [0], 2)]);
    choice.toggle(slot(0));
    choice.press(choice.offers[0]!);
    expect(server.acts).toEqual([]);
    expect(choice.question?.actions.map((action) => action.to)).toEqual([1, 2]);
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

  test("can be made for looking: its cards are seen, not selected", async () => {
    await open([act("play", [0])]);
    const end = $effect.root(() => {
      const still = new ChoiceStore(table, choice.text, { selects: false });
      still.toggle(slot(0));
      expect([still.hand.length, still.selected]).toEqual([5, []]);
    });
    choice.toggle(slot(0));
    expect(choice.selected).toEqual([0]);
    end();
  });

  test("that is none is distinguished", async () => {
    await open([act("pass", [])]);
    expect(choice.nothingElse).toBe(true);
    server.update({ legal: [act("pass", []), act("play", [0])] });
    expect(choice.nothingElse).toBe(false);
    server.update({ legal: [act("play", [0])] });
    expect(choice.nothingElse).toBe(false);
    server.update({ legal: [] });
    expect(choice.nothingElse).toBe(false);
  });

  test("is not said to be alone where the table does not wait for it, nor where something else is accepted", async () => {
    await open([act("pass", [])], { must: 2, may: 1, turn: 1 });
    expect([choice.offers.length, choice.nothingElse]).toEqual([1, false]);
    server.update({ must: 1, may: 0, turn: 0 });
    expect(choice.nothingElse).toBe(true);
    table.close();
    end();
    await open([act("pass", [])], { dares: [0] }, { ...SPEC, unlisted: [act("claim", [])] });
    expect([choice.offers.length, choice.nothingElse]).toEqual([1, false]);
  });

  test("that is none is asked for all the same, and advice says why", async () => {
    await open([act("pass", [])]);
    choice.hint();
    const { id } = server.asked.find(({ t }) => t === "hint")!;
    server.say({ t: "tip", id, verb: "pass", cards: [], to: -1, say: ["game.why.only", {}] });
    expect(choice.notice?.phrases.slice(1)).toEqual([["game.why.only", {}], ["table.alone.help", {}]]);
  });

  test("shows what is not possible now where it belongs, with the reason, and never does it", async () => {
    const bid = (n: number): Legal => ["pass", [], n, ["game.say.play", { n }]];
    const low = (n: number): TableView["barred"][number] => ["pass", ["game.say.play", { n }], ["game.why", { n: 2 }]];
    await open([act("take", []), bid(3), bid(4)], { barred: [low(1), low(2)] });
    expect(choice.offers.map(({ label, enabled }) => [label, enabled])).toEqual([["game.say.take", true], ["Play 1", false], ["Play 2", false], ["Play 3", true], ["Play 4", true]]);
    expect(new Set(choice.offers.map(({ id }) => id)).size).toBe(5);
    const [, first] = choice.offers;
    expect(first).toMatchObject({ hot: "", note: "game.why", actions: [], primary: false, tipped: false });
    choice.press(first!);
    expect(server.acts).toEqual([]);
    expect(choice.notice?.phrases).toEqual([["game.why", { n: 2 }]]);
    server.update({ barred: [] });
    expect(choice.offers.length).toBe(3);
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
  test("survives what others do, and equal cards are distinguished", async () => {
    await open([act("play", [5, 5, 1]), act("play", [5]), act("play", [0])]);
    choice.toggle(slot(5, 1));
    expect(choice.hand.filter((pick) => pick.selected).map((pick) => pick.id)).toEqual([slot(5, 1)]);
    expect(lit()).toEqual([slot(0), slot(4), slot(1), slot(5)]); // playable cards are never dim, all others always
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

  test("is cleared when the turn offers nothing for cards, and no card is dim", async () => {
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

// one more zone, for tricks; and what can be chosen before the player's turn
const TRICKS: TableSpec = { ...SPEC, zones: [...SPEC.zones, zone("trick", -1, "trick", "public")], premoves: ["play", "pass"] };
const others = (trick: number[]): Partial<TableView> => ({ zones: { "hand.0": [0, 1, 4, 5, 5], "hand.1": [255], trick, discard: [] } });
const offer = (verb: string): Offer => choice.offers.find((one) => one.verb === verb)!;
const words = (): string[] => (choice.notice?.phrases ?? []).map(([key]) => key);

describe("announcements that take no turn", () => {
  const ASIDES: TableSpec = { ...TRICKS, premoves: ["play"], asides: ["say", "more", "most"] };
  const said = [act("say", []), act("more", [], 0), act("most", [], 0)];
  const asides = (): Offer[] => choice.offers.filter((one) => one.aside);

  test("are apart: the hand is not dimmed out of turn, and a selected card stays", async () => {
    await open(said, others([2]), ASIDES);
    expect(choice.active).toBe(false);
    expect(choice.hand.every(({ lit }) => lit)).toBe(true);
    expect(asides().map(({ actions }) => actions.length)).toEqual([1, 2]);
    choice.toggle(slot(0));
    choice.press(offer("play"));
    choice.press(asides()[0]!);
    expect(server.acts.map(({ verb, cards }) => [verb, cards])).toEqual([["say", []]]);
    expect(choice.queued?.verb).toBe("play");
    server.settle({ legal: [act("play", [0])] });
    expect(server.acts.map(({ verb }) => verb)).toEqual(["say", "play"]);
  });

  test("have the same key in the player's turn and out of it, and never Enter", async () => {
    await open(said, others([]), ASIDES);
    const keys = asides().map(({ hot }) => hot);
    expect(keys.every((key) => /^[a-z]$/.test(key))).toBe(true);
    server.update({ legal: [act("play", [0]), ...said], zones: { trick: [2] } });
    expect(asides().map(({ hot }) => hot)).toEqual(keys);
    expect(offer("play").hot).toBe("Enter");
    expect(offer("play").primary).toBe(true);
  });

  test("the page asks which further one is meant, as long as they are possible, in every turn", async () => {
    await open([act("play", [0]), ...said], others([2]), ASIDES);
    choice.toggle(slot(0));
    choice.press(asides()[1]!);
    expect(choice.question?.actions.map(({ verb }) => verb)).toEqual(["more", "most"]);
    server.update({ legal: [said[0]!, said[2]!], zones: { trick: [2, 3] } });
    expect(choice.question?.actions.map(({ verb }) => verb)).toEqual(["most"]);
    choice.answer(choice.question!.actions[0]!);
    expect(server.acts.map(({ verb, to }) => [verb, to])).toEqual([["most", 0]]);
    expect(choice.selected).toEqual([0]);
    server.settle({ legal: [] });
    expect(choice.question).toBeNull();
  });
});

describe("a premove", () => {
  test("is offered while others play to a trick, by the buttons and keys of the turn itself", async () => {
    await open([], others([]), TRICKS);
    expect(choice.offers).toEqual([]);
    server.update({ zones: { trick: [2] } });
    const ahead = choice.offers.map(({ id, hot }) => [id, hot]);
    expect(choice.offers.every((one) => one.ahead)).toBe(true);
    server.update({ legal: [act("play", [0]), act("pass", [])] });
    expect(choice.offers.map(({ id, hot }) => [id, hot])).toEqual(ahead);
    expect(choice.offers.some((one) => one.ahead)).toBe(false);
  });

  test("is sent once when the turn comes, with the very cards", async () => {
    await open([], others([2]), TRICKS);
    choice.toggle(slot(5, 1));
    choice.press(offer("play"));
    expect(offer("play").queued).toBe(true);
    expect(server.acts).toEqual([]);
    server.update({ legal: [act("play", [0]), act("play", [1]), act("pass", [])] });
    expect(server.acts.map(({ verb, cards }) => [verb, cards])).toEqual([["play", [5]]]);
    server.settle({ legal: [], zones: { "hand.0": [0, 1, 4, 5], trick: [2, 5] } });
    server.update({ legal: [act("play", [1]), act("pass", [])] });
    expect(server.acts).toHaveLength(1);
    expect(choice.queued).toBeNull();
  });

  test("is taken back by the same button, by deselecting everything, and by another choice", async () => {
    await open([], others([2]), TRICKS);
    for (const undone of [() => choice.press(offer("pass")), () => choice.clear(), () => choice.toggle(slot(0))]) {
      choice.press(offer("pass"));
      expect(choice.queued?.verb).toBe("pass");
      undone();
      expect(choice.queued).toBeNull();
    }
    server.update({ legal: [act("pass", [])] });
    expect(server.acts).toEqual([]);
  });

  test("is dropped with a word where the cards no longer fit, and they stay chosen", async () => {
    await open([], others([2]), TRICKS);
    choice.toggle(slot(0));
    choice.press(offer("play"));
    server.update({ legal: [act("play", [1]), act("pass", [])], zones: { trick: [2, 6] } });
    expect(server.acts).toEqual([]);
    expect(words()).toEqual(["table.premove.unfit"]);
    expect(choice.selected).toEqual([0]);
  });

  test("a pass is for its trick alone", async () => {
    await open([], others([2, 3]), TRICKS);
    choice.press(offer("pass"));
    server.update({ zones: { trick: [] } });
    expect(choice.queued).toBeNull();
    server.update({ legal: [act("play", [0]), act("pass", [])], zones: { trick: [7] } });
    expect(server.acts).toEqual([]);
  });
});

describe("two quick taps", () => {
  const twice = (face: string): void => (choice.toggle(face), choice.twice(face));

  test("do what the card is, alone or with what it completes", async () => {
    await open([act("play", [0]), act("play", [1, 5]), act("pass", [])]);
    twice(slot(0));
    expect(server.acts.map(({ cards }) => cards)).toEqual([[0]]);
    server.settle({ zones: { "hand.0": [1, 4, 5, 5] }, legal: [act("play", [1, 5]), act("pass", [])] });
    twice(slot(1));
    expect(server.acts.map(({ cards }) => cards)).toEqual([[0], [1, 5]]);
  });

  test("on one of the chosen cards do what all of them are", async () => {
    await open([act("play", [0, 4]), act("play", [0, 4, 1])]);
    choice.toggle(slot(0));
    choice.toggle(slot(4));
    twice(slot(0));
    expect(server.acts.map(({ cards }) => cards)).toEqual([[0, 4]]);
  });

  test("say what is missing where that is nothing yet, and ask why where it never will be", async () => {
    await open([act("play", [0, 1]), act("play", [0, 5, 5]), act("pass", [])]);
    twice(slot(0));
    expect(server.acts).toEqual([]);
    expect(words()).toEqual(["table.not_yet"]);
    expect(choice.selected).toEqual([0]);
    server.update({ legal: [act("play", [0]), act("pass", [])] });
    choice.clear();
    twice(slot(1));
    expect(server.acts.map(({ verb, cards }) => [verb, cards])).toEqual([["play", [1]]]);
  });
});

describe("a refusal", () => {
  test("is shown beside the hand until the next choice, and the cards stay selected", async () => {
    await open([act("play", [0]), act("pass", [])]);
    choice.toggle(slot(1));
    choice.press(offer("play")); // not enabled: the table is asked why
    const { id, cards } = server.acts[0]!;
    expect(cards).toEqual([1]);
    server.say({ t: "error", id, code: "illegal", args: {} });
    server.say({ t: "view", v: 1, view: view({ legal: [act("play", [0]), act("pass", [])] }) });
    expect([choice.notice?.kind, ...words()]).toEqual(["bad", "error.unknown"]);
    expect(choice.tells({ t: "error", id, code: "illegal", args: {} })).toBe(true);
    expect(choice.selected).toEqual([1]);
    choice.toggle(slot(0));
    expect(choice.notice).toBeNull();
  });

  test("is over when the player has another decision to make, because it hides what is asked", async () => {
    await open([act("play", [0])]);
    choice.say("bad", ["error.unknown", {}]);
    server.update({ legal: [] });
    expect(words()).toEqual(["error.unknown"]);
    server.update({ legal: [act("play", [0])] });
    expect(choice.notice).toBeNull();
  });

  test("names verbs as on their buttons, and an unknown one as it was written", async () => {
    const words = new Text(() => Promise.resolve({ "error.verb": "No “{verb}” here, but {allowed}", "g.verb.card": "play {cards}", "g.verb.no": "Say nothing" }));
    await words.load("en", []);
    const told = (verb: string): string => words.say(refusal({ t: "error", id: 1, code: "verb", args: { verb, allowed: "card no" } }, words, "g"));
    expect(told("card")).toBe("No “Play” here, but Play and Say nothing");
    expect(told("sing")).toBe("No “sing” here, but Play and Say nothing");
  });

  test("is not asked for without cards", async () => {
    await open([act("play", [0]), act("pass", [])]);
    choice.press(offer("play"));
    expect(server.acts).toEqual([]);
    expect(words()).toEqual(["table.choose_first"]);
  });
});

describe("a button for melds, while nothing is selected", () => {
  const MELDS = { ...SPEC, zones: [...SPEC.zones, zone("meld.0", 0, "meld", "public")] };
  const lays = [act("lay", [0, 4]), act("lay", [1, 5, 5]), act("discard", [0]), act("discard", [1])];

  test("selects what the rules see in the hand, which can be changed, and then lays it", async () => {
    await open(lays, { plan: [[0], [5, 1, 5]] }, MELDS);
    expect([offer("lay"), offer("discard")].map(({ enabled }) => enabled)).toEqual([true, false]);
    choice.press(offer("lay"));
    expect([choice.selected.toSorted(), choice.added, server.acts]).toEqual([[1, 5, 5], [], []]);
    choice.toggle(slot(1));
    expect([choice.selected, offer("lay").enabled]).toEqual([[5, 5], false]);
    choice.clear();
    choice.press(offer("lay"));
    choice.press(offer("lay"));
    expect(server.acts.map(({ verb, cards }) => [verb, cards])).toEqual([["lay", [1, 5, 5]]]);
  });

  test("takes all of a plan before a part of it, and what is listed first without one", async () => {
    await open([act("lay", [1, 5, 5]), act("lay", [0, 4, 5, 5])], { plan: [[5, 5, 1]] }, MELDS);
    expect(offer("lay").draft?.cards).toEqual([1, 5, 5]);
    server.update({ plan: [[0, 4], [5, 5]] });
    expect(offer("lay").draft?.cards).toEqual([0, 4, 5, 5]);
    server.update({ plan: [] });
    expect(offer("lay").draft?.cards).toEqual([1, 5, 5]);
  });

  test("selects nothing where a single card may be meant, or where no melds are laid", async () => {
    await open([act("play", [0, 1]), act("play", [5])], {}, MELDS);
    expect(offer("play").enabled).toBe(false);
    table.close();
    end();
    await open([act("play", [0, 1])]);
    expect(offer("play").enabled).toBe(false);
  });
});

describe("advice", () => {
  test("marks cards and says why; asked again it takes them, and done is nothing", async () => {
    await open([act("play", [0]), act("play", [1, 5]), act("pass", [])]);
    choice.hint();
    choice.hint(); // one question is enough
    expect([choice.asking, server.asked.filter(({ t }) => t === "hint").length]).toEqual([true, 1]);
    const { id } = server.asked.find(({ t }) => t === "hint")!;
    server.say({ t: "tip", id, verb: "play", cards: [1, 5], to: -1, say: ["game.why", {}] });
    expect(choice.hand.filter((pick) => pick.tipped).map((pick) => pick.face)).toEqual([1, 5]);
    expect(words()).toEqual(["game.say.play", "game.why"]);
    expect(choice.asking).toBe(false);
    choice.hint();
    expect(choice.selected).toEqual([1, 5]);
    expect(server.acts).toEqual([]);
    choice.press(offer("play"));
    server.settle({ legal: [act("play", [0])] });
    expect(choice.hand.some((pick) => pick.tipped)).toBe(false);
    expect(choice.notice).toBeNull();
  });

  test("that comes a second time, for a question that was sent twice, takes nothing out of the selection", async () => {
    await open([act("play", [0]), act("play", [1, 5]), act("pass", [])]);
    choice.hint();
    const { id } = server.asked.find(({ t }) => t === "hint")!;
    const tip: ServerMessage = { t: "tip", id, verb: "play", cards: [1, 5], to: -1, say: ["game.why", {}] };
    server.say(tip);
    choice.hint();
    server.say(tip);
    expect(choice.selected).toEqual([1, 5]);
  });

  test("is not to be had at a table without aids, and there is nothing to take back unless the table says so", async () => {
    await open([act("play", [0])], {}, { ...SPEC, aids: false });
    choice.hint();
    choice.undo();
    expect(server.asked.filter(({ t }) => t === "hint" || t === "undo")).toEqual([]);
    server.update({ undo: true });
    choice.undo();
    expect(server.asked.map(({ t }) => t)).toContain("undo");
  });
});

test("a lesson lets one action through, and says so of every other", async () => {
  await open([act("play", [0]), act("play", [1, 5]), act("pass", [])]);
  let denied = 0;
  choice.denied = () => (denied += 1);
  choice.only = actionOf(act("play", [5, 1]));
  expect(lit()).toEqual([slot(1), slot(5), slot(5, 1)]);
  expect([offer("pass"), offer("play")].map(({ held, enabled }) => [held, enabled])).toEqual([[true, false], [false, false]]);
  choice.toggle(slot(0));
  choice.press(offer("pass"));
  expect([denied, server.acts.length, choice.selected.length]).toEqual([2, 0, 0]);
  choice.toggle(slot(1));
  choice.press(offer("play"));
  expect(server.acts.map(({ verb, cards }) => [verb, cards])).toEqual([["play", [1, 5]]]);
});

test("a strip that is drawn over is taken, and nothing of it where the pointer was taken away", async () => {
  await open([act("play", [0, 1]), act("play", [1, 5, 5])]);
  choice.sweep([slot(0)], true);
  choice.sweep([slot(0), slot(4), slot(1)], true);
  choice.swept(true);
  expect(choice.selected).toEqual([0, 1]); // the longest action in it
  choice.sweep([slot(5)], true);
  choice.swept(false);
  expect(choice.selected).toEqual([0, 1]);
});

test("a hand is held by rank or by what the rules see in it, and what is chosen stays so", async () => {
  await open([act("play", [0])]);
  choice.toggle(slot(0));
  choice.holding.sort();
  expect([choice.holding.sortable, choice.holding.packed]).toEqual([false, false]);
  server.update({ plan: [[5, 5], [0, 4, 1]] });
  expect([choice.holding.sortable, choice.holding.packed]).toEqual([true, true]);
  expect(choice.hand.map((pick) => [pick.face, pick.pack])).toEqual([[5, 0], [5, 0], [0, 1], [4, 1], [1, 1]]);
  expect(choice.selected).toEqual([0]);
  choice.holding.sort();
  expect(choice.hand.map((pick) => pick.face)).toEqual([0, 4, 1, 5, 5]);
});

test("a hand is held as the rules put it in order, which changes with the view; what is chosen stays so", async () => {
  await open([act("play", [0]), act("play", [4])], { order: [[5, 1], [4, 0]] });
  choice.toggle(slot(4));
  expect(choice.hand.map((pick) => [pick.face, pick.pack])).toEqual([[5, 0], [5, 0], [1, 0], [4, 1], [0, 1]]);
  expect(choice.selected).toEqual([4]);
  expect(choice.laid([255, 0, 1, 4])).toEqual([1, 4, 0, 255]);
  server.update({ order: [[4], [0, 1, 5]] });
  expect(choice.hand.map((pick) => pick.face)).toEqual([4, 0, 1, 5, 5]);
  expect(choice.selected).toEqual([4]);
});

test("letters and figures can be no keys at all", async () => {
  await open([act("bid", [], 20), act("play", [0])]);
  expect([choice.offers.map(({ hot }) => hot !== ""), choice.toolKey("hint")]).toEqual([[true, true], "t"]);
  choice.letters = false;
  expect([choice.offers.map(({ hot }) => hot), choice.toolKey("hint")]).toEqual([["Enter", ""], ""]);
});

describe("a time to interrupt", () => {
  const window = { closes: 3000, lasts: 3000, spare: 0, plays: 0 };
  const THROW = act("play", [1, 5]);

  test("what one can do is done at once, without a card being chosen", async () => {
    await open([THROW], { window, must: 1 << 14, may: 1, turn: 1 });
    expect(choice.reacting).toBe(true);
    expect(choice.reactions).toEqual([actionOf(THROW)]);
    choice.react(actionOf(THROW));
    expect(server.acts.at(-1)).toMatchObject({ verb: "play", cards: [1, 5] });
  });

  test("it is also open to players who can do nothing; not to those who are not asked, nor to the one whose turn it will be", async () => {
    await open([], { window, must: 1 << 14, may: 1, turn: 1 });
    expect([choice.reacting, choice.reactions]).toEqual([true, []]);
    server.update({ may: 0 });
    expect(choice.reacting).toBe(false);
    server.update({ may: 1, window: { plays: 1 } });
    expect(choice.reacting).toBe(false);
    server.update({ legal: [THROW] });
    expect(choice.reactions).toEqual([]);
    expect(choice.active).toBe(true);
  });

  test("that another player was faster is not said beside the hand, where it would vanish with the phase", async () => {
    await open([THROW], { window, must: 1 << 14, may: 1, turn: 1 });
    choice.react(actionOf(THROW));
    const refused = { t: "error" as const, id: server.acts.at(-1)!.id, code: "window_first", args: { seat: 1, n: 20 } };
    server.say(refused);
    expect(choice.notice).toBeNull();
    expect(choice.tells(refused)).toBe(false);
    expect(choice.tells({ ...refused, code: "illegal" })).toBe(true);
  });
});

describe("cards that are laid on cards on the table", () => {
  const places = ["pair1", "pair2", "pair3"].map((id) => zone(id, -1, "pair", "public"));
  const spec = { ...SPEC, zones: [...SPEC.zones, ...places] };
  const beat = (card: number, by: number): Legal => ["play", [by], card, ["game.say.play", {}]];
  // on the table are 2 and 6, of which 3 beats both and 7 the second; 0 is beaten already
  const zones = { "hand.0": [3, 7, 4], "hand.1": [255], discard: [], pair1: [2], pair2: [6], pair3: [0, 1] };
  const legal = [beat(2, 3), beat(6, 3), beat(6, 7)];
  const strict = { ...spec, keys: spec.faces.map((_, face) => face) };
  const at = (id: string): ReturnType<TableStore["zone"]> => table.zone(id);
  const slot = (face: number): string => choice.hand.find((pick) => pick.face === face)!.id;

  test("first the place, then the card: only what goes there is lit, and it is laid at once", async () => {
    await open(legal, { zones }, strict);
    expect(["pair1", "pair2", "pair3"].map((id) => choice.goesTo(at(id)))).toEqual([true, true, false]);
    choice.aimAt(at("pair1"));
    expect(choice.aim).toBe("pair1");
    expect(choice.hand.filter((pick) => pick.lit).map((pick) => pick.face)).toEqual([3]);
    choice.toggle(slot(3));
    expect(server.acts.at(-1)).toMatchObject({ verb: "play", cards: [3], to: 2 });
  });

  test("first the card, then the place", async () => {
    await open(legal, { zones }, strict);
    choice.toggle(slot(3));
    expect(["pair1", "pair2", "pair3"].map((id) => choice.goesTo(at(id)))).toEqual([true, true, false]);
    choice.toggle(slot(3));
    choice.toggle(slot(7));
    expect(["pair1", "pair2"].map((id) => choice.goesTo(at(id)))).toEqual([false, true]);
    choice.aimAt(at("pair2"));
    expect(server.acts.at(-1)).toMatchObject({ cards: [7], to: 6 });
  });

  test("a place that nothing in the hand goes on says so, and is not aimed at", async () => {
    await open([beat(6, 7)], { zones }, strict);
    choice.aimAt(at("pair1"));
    expect(choice.aim).toBe("");
    expect(choice.notice?.phrases[0]).toEqual(["table.aim.none", { card: 2 }]);
  });

  test("what was aimed at is forgotten with Escape, with a second press, and when the table goes on", async () => {
    await open(legal, { zones }, strict);
    choice.aimAt(at("pair1"));
    choice.clear();
    expect(choice.aim).toBe("");
    choice.aimAt(at("pair1"));
    choice.aimAt(at("pair1"));
    expect(choice.aim).toBe("");
    choice.aimAt(at("pair2"));
    server.update({ legal: [beat(6, 7)] });
    expect(choice.aim).toBe("");
    expect(server.acts).toEqual([]);
  });

  test("with two cards to beat the button asks which one is meant, with one aimed at it does not", async () => {
    await open(legal, { zones }, strict);
    choice.toggle(slot(3));
    const [offer] = choice.offers;
    choice.press(offer!);
    expect(choice.question?.actions).toHaveLength(2);
    expect(server.acts).toEqual([]);
  });
});

describe("melds", () => {
  const melds = [zone("meld1.0", 0, "meld", "public"), zone("meld2.0", 0, "meld", "public"), zone("meld1.1", 1, "meld", "public"), zone("meld2.1", 1, "meld", "public")];
  const spec = { ...SPEC, zones: [...SPEC.zones, ...melds], keys: SPEC.faces.map((_, face) => face) };
  const zones = { "hand.0": [3, 4, 4, 7, 0], "hand.1": [255], discard: [], "meld1.0": [], "meld2.0": [], "meld1.1": [2], "meld2.1": [5, 6] };
  const off = (card: number, at: string, end = 0): Legal => ["layoff", [card], spec.zones.findIndex(({ id }) => id === at) + 64 * end, ["game.say.play", {}]];
  const discards = [0, 3, 4, 7].map((face): Legal => ["discard", [face], -1, ["game.say.play", {}]]);
  const slot = (face: number): string => choice.hand.find((pick) => pick.face === face)!.id;
  const fits = (): string[] => melds.map(({ id }) => id).filter((id) => choice.goesTo(table.zone(id)));

  test("a card is laid off on what it fits, by a tap or let go over it", async () => {
    await open([off(3, "meld1.1"), off(7, "meld2.1"), ...discards], { zones }, spec);
    expect(choice.carries).toBe(true);
    expect(choice.hand.filter(({ melded }) => melded).map(({ face }) => face), "marked before anything is chosen").toEqual([3, 7]);
    expect(fits()).toEqual(["meld1.1", "meld2.1"]);
    choice.toggle(slot(3));
    expect(fits()).toEqual(["meld1.1"]);
    choice.aimAt(table.zone("meld1.1"));
    expect(server.acts.at(-1)).toMatchObject({ verb: "layoff", cards: [3], to: 5 });
    server.settle({ zones: { "hand.0": [4, 4, 7, 0], "meld1.1": [2, 3] }, legal: [off(7, "meld2.1"), ...discards] });
    choice.carry(slot(7));
    expect([choice.selected, fits()]).toEqual([[7], ["meld2.1"]]);
    choice.dropOn(["hand.1"]);
    expect([server.acts.length, choice.selected]).toEqual([1, []]); // nothing goes there
    choice.carry(slot(7));
    choice.dropOn(["meld2.1"]);
    expect(server.acts.at(-1)).toMatchObject({ cards: [7], to: 6 });
  });

  test("where it fits at both ends it is asked at which", async () => {
    await open([off(7, "meld2.1", 1), off(7, "meld2.1", 2), ...discards], { zones }, spec);
    choice.toggle(slot(7));
    choice.aimAt(table.zone("meld2.1"));
    expect(choice.question?.actions.map((action) => action.to)).toEqual([70, 134]);
    choice.answer(choice.question!.actions[1]!);
    expect(server.acts.at(-1)).toMatchObject({ cards: [7], to: 134 });
  });

  test("the hand is sorted by melds, and their cards are selected at once", async () => {
    await open(discards, { zones, plan: [[7, 4, 255], [255, 0, 255]] }, spec);
    expect(choice.holding.ruled).toBe(true);
    expect(choice.hand.map((pick) => [pick.face, pick.pack])).toEqual([[7, 0], [4, 0], [0, 1], [3, 2], [4, 3]]);
    choice.gather([7, 4, 0]);
    expect(choice.selected).toEqual([7, 4, 0]);
    expect(choice.carries).toBe(true);
  });
});

describe("a row of cards that are face down", () => {
  const row = [1, 2, 3].map((n) => zone(`bunker${n}.0`, 0, "bunker", "secret"));
  const zones = { "hand.0": [], "hand.1": [255], discard: [], "bunker1.0": [], "bunker2.0": [255], "bunker3.0": [255] };
  const turning = verb("anything", { to: "place", at: "bunker" });
  const press = (declared: VerbSpec): number[] => {
    const page = mount(Row, { target: document.body, props: { seat: 0, table, choice, text: choice.text } });
    flushSync();
    document.querySelectorAll<HTMLElement>("button.below").forEach((button) => button.click());
    void unmount(page);
    document.body.innerHTML = "";
    return server.acts.filter((one) => one.verb === declared.name).map(({ to }) => to);
  };

  test("is turned over by the verb that is aimed at its places", async () => {
    const spec = { ...SPEC, zones: [...SPEC.zones, ...row], verbs: [turning] };
    await open([act("anything", [], 3)], { zones }, spec);
    expect(press(turning)).toEqual([3]);
  });

  test("is not turned over by a verb that is aimed at something else, whatever its name", async () => {
    const flip = verb("flip", { to: "number", least: 1, most: 3 });
    await open([act("flip", [], 3)], { zones }, { ...SPEC, zones: [...SPEC.zones, ...row], verbs: [flip] });
    expect(press(flip)).toEqual([]);
  });
});

describe("what is accepted and punished", () => {
  const spec = { ...SPEC, unlisted: [act("play", [255]), act("claim", [])] };
  const asked = (): string[] | undefined => choice.question?.actions.map(({ verb }) => verb);

  test("is done with whichever cards are chosen, also where none would have to be", async () => {
    await open([act("pass", [])], { dares: [0, 1] }, spec);
    choice.toggle(slot(1));
    choice.toggle(slot(4));
    choice.dare();
    expect(asked()).toEqual(["play", "claim"]);
    choice.answer(choice.question!.actions[0]!);
    expect(server.acts).toEqual([expect.objectContaining({ verb: "play", cards: [1, 4], to: -1 })]);
  });

  test("wants cards first; what needs none takes none", async () => {
    await open([act("pass", [])], { dares: [0] }, spec);
    choice.dare();
    expect([asked(), choice.notice?.phrases]).toEqual([undefined, [["table.choose_first", {}]]]);
    table.close();
    end();
    await open([act("play", [0])], { dares: [0, 1] }, spec);
    choice.dare();
    expect(asked()).toEqual(["claim"]);
    choice.toggle(slot(0));
    choice.answer(choice.question!.actions[0]!);
    expect(server.acts).toEqual([expect.objectContaining({ verb: "claim", cards: [] })]);
  });

  test("is offered where the rules would accept it, and not elsewhere", async () => {
    await open([act("pass", [])], {}, spec);
    expect(choice.unlisted).toEqual([]);
    server.update({ dares: [1] });
    expect(choice.unlisted).toEqual([actionOf(act("claim", []))]);
  });

  test("one of several of a kind is dared only where the table lists one", async () => {
    const one = { ...SPEC, unlisted: [act("layoff", [], 3), act("layoff", [], 4)] };
    await open([act("pass", [])], { dares: [0, 1] }, one);
    expect(choice.unlisted).toEqual([]);
    server.update({ legal: [act("pass", []), act("layoff", [], 2)] });
    expect(choice.unlisted).toHaveLength(2);
  });
});

describe("table events", () => {
  const fallen = [act("fall", [], 0), act("fall", [], 1)];
  const person = { name: "", who: "person", level: "club", online: true, ready: false } as const;

  test("are reported by a seated player, with a question whose seat it was, whatever others do", async () => {
    await open([], { host: fallen, must: 2 });
    choice.report();
    server.update({ legal: [act("pass", [])], must: 1 });
    expect(choice.question?.actions).toEqual(fallen.map(actionOf));
    choice.answer(choice.question!.actions[1]!);
    expect(server.acts).toEqual([expect.objectContaining({ verb: "fall", cards: [], to: 1, host: true })]);
    expect(choice.question).toBeNull();
  });

  test("is asked no more when it cannot happen any longer", async () => {
    await open([], { host: fallen });
    choice.report();
    server.update({ host: [] });
    expect([choice.question, choice.tableEvents]).toEqual([null, []]);
  });

  test("is said of oneself and of bots: other people say it themselves", async () => {
    const occupants = [person, person];
    await open([], { host: fallen, occupants });
    expect(choice.tableEvents).toEqual([actionOf(fallen[0]!)]);
    server.update({ occupants: [person, { ...person, who: "bot" }] });
    expect(choice.tableEvents).toEqual(fallen.map(actionOf));
  });

  test("is not for those who watch others", async () => {
    await open([], { you: 15, host: fallen, occupants: [person] });
    expect(choice.tableEvents).toEqual([]);
    server.update({ occupants: [{ ...person, who: "bot" }] });
    expect(choice.tableEvents).toEqual(fallen.map(actionOf));
  });
});

test("a player without a hand plays from the open cards before them; until then those are only shown", async () => {
  const spec = { ...SPEC, zones: [...SPEC.zones, zone("open.0", 0, "open", "public"), zone("open.1", 1, "open", "public")] };
  const rows = { discard: [2], "open.0": [1, 2], "open.1": [2, 3] };
  await open([act("play", [0])], { zones: { "hand.0": [0], "hand.1": [255], ...rows } }, spec);
  expect(choice.hand.map((pick) => pick.face)).toEqual([0]);
  expect(choice.holds(table.zone("open.0"))).toBe(false);
  server.update({ zones: { "hand.0": [] }, legal: [act("play", [2])] });
  expect(choice.hand.map((pick) => pick.face)).toEqual([1, 2]);
  expect(choice.holds(table.zone("open.0"))).toBe(true);
  expect(choice.takesFrom(table.zone("open.1"))).toBe(false);
  choice.toggle(choice.hand[1]!.id);
  choice.press(choice.offers[0]!);
  expect(server.acts.at(-1)).toMatchObject({ verb: "play", cards: [2] });
});

describe("an action that is done", () => {
  const DOUBLES = [act("play", [5]), act("play", [0])];

  test("leaves nothing selected, the twin of its card neither", async () => {
    for (const copy of [0, 1]) {
      await open(DOUBLES);
      choice.toggle(slot(5, copy));
      choice.press(offer("play"));
      server.settle({ zones: { "hand.0": [0, 1, 4, 5] } });
      expect(choice.selected).toEqual([]);
      expect(offer("play").enabled).toBe(false);
      table.close();
      end();
    }
    await open(DOUBLES);
  });

  test("leaves what was taken while it was on its way, the twin of its card too", async () => {
    await open(DOUBLES);
    choice.toggle(slot(5, 0));
    choice.press(offer("play"));
    choice.toggle(slot(5, 1));
    server.settle({ zones: { "hand.0": [0, 1, 4, 5] } });
    expect(choice.hand.filter((pick) => pick.selected).map((pick) => pick.id)).toEqual([slot(5, 0)]);
  });

  test("is over whichever comes first, the answer or its effect", async () => {
    await open(DOUBLES);
    choice.toggle(slot(5, 1));
    choice.press(offer("play"));
    server.update({ zones: { "hand.0": [0, 1, 4, 5] } });
    server.say({ t: "ack", id: server.acts[0]!.id, v: 2 });
    expect(choice.selected).toEqual([]);
  });

  test("ends the choice that it was made from, and whatever came with the whole view", async () => {
    await open([act("play", [0]), act("pass", [])]);
    choice.toggle(slot(0));
    choice.press(offer("pass"));
    server.settle({ legal: [act("play", [0])] });
    expect(choice.selected).toEqual([]);
    choice.toggle(slot(5, 1));
    server.say({ t: "view", v: 9, view: view({ legal: [act("play", [5])], zones: { "hand.0": [0, 5], "hand.1": [], discard: [] } }) });
    expect(choice.selected).toEqual([]); // one of two has gone, and nobody knows which
  });

  test("that was chosen ahead leaves nothing selected", async () => {
    await open([], others([2]), TRICKS);
    choice.toggle(slot(5, 0));
    choice.press(offer("play"));
    server.update({ legal: [act("play", [5]), act("pass", [])] });
    server.settle({ legal: [], zones: { "hand.0": [0, 1, 4, 5], trick: [2, 5] } });
    expect(choice.selected).toEqual([]);
  });
});

describe("where one card is played", () => {
  test("the next one replaces the first, also before the player's turn, once that is known", async () => {
    await open([]);
    choice.toggle(slot(0));
    choice.toggle(slot(1));
    expect(choice.selected).toEqual([0, 1]); // nobody knows yet
    server.update({ legal: [act("play", [0]), act("play", [1])] });
    expect(choice.selected).toEqual([1]);
    choice.toggle(slot(0));
    expect(choice.selected).toEqual([0]);
    server.update({ legal: [] });
    choice.toggle(slot(5));
    expect(choice.selected).toEqual([5]);
  });

  test("a strip takes the card at which the pointer is", async () => {
    await open([act("play", [0])]);
    choice.sweep([slot(0), slot(4)], true, slot(4));
    expect(choice.selected).toEqual([4]);
    choice.sweep([slot(0), slot(4), slot(1), slot(5)], true, slot(5));
    choice.swept(true);
    expect(choice.selected).toEqual([]); // it cannot be played, and nothing was selected
  });
});

describe("a card that cannot be played", () => {
  test("says why at the first click, and is dim whatever is selected", async () => {
    await open([act("play", [0]), act("pass", [])]);
    const dim = (): number[] => choice.hand.filter((pick) => !pick.lit).map((pick) => pick.face);
    expect(dim()).toEqual([1, 5, 5]);
    choice.toggle(slot(0));
    expect([dim(), server.acts]).toEqual([[1, 5, 5], []]);
    choice.toggle(slot(1));
    expect(server.acts).toEqual([expect.objectContaining({ verb: "play", cards: [1], ask: true })]);
    expect(dim()).toEqual([1, 5, 5]);
    server.say({ t: "error", id: server.acts[0]!.id, code: "illegal", args: {} });
    expect([choice.notice?.kind, choice.selected]).toEqual(["bad", [1]]);
  });

  test("blocks nothing, and a late answer is not shown", async () => {
    await open([act("play", [0]), act("pass", [])]);
    choice.toggle(slot(1));
    choice.toggle(slot(0));
    choice.press(offer("play"));
    expect(server.acts.map(({ cards }) => cards)).toEqual([[1], [0]]);
    server.say({ t: "error", id: server.acts[0]!.id, code: "illegal", args: {} });
    expect(choice.notice).toBeNull();
    expect(choice.tells({ t: "error", id: server.acts[0]!.id, code: "illegal", args: {} })).toBe(true);
  });

  test("where no card is of use, it is said so; where one is known to be, it is asked why not this one", async () => {
    await open([act("bid", [], 20), act("pass", [])]);
    choice.toggle(slot(0));
    expect([words(), choice.selected]).toEqual([["table.no_cards"], []]);
    server.update({ legal: [act("play", [0]), act("pass", [])] });
    server.update({ legal: [act("pass", [])] });
    choice.toggle(slot(1));
    expect(server.acts).toEqual([expect.objectContaining({ verb: "play", cards: [1], ask: true })]);
  });
});

describe("what the page adds", () => {
  test("is named, and goes with the card that it came with", async () => {
    await open([act("play", [5, 5]), act("pass", [])]);
    choice.toggle(slot(5));
    expect([choice.selected, choice.added]).toEqual([[5, 5], [5]]);
    choice.toggle(slot(5));
    expect([choice.selected, choice.added]).toEqual([[], []]);
  });

  test("is the player's own after a tap on it: who selects a meld card by card comes to it last", async () => {
    await open([act("play", [1, 2, 3]), act("pass", [])], { zones: { "hand.0": [0, 1, 2, 3], "hand.1": [255], discard: [] } });
    [1, 2, 3].forEach((face) => choice.toggle(slot(face)));
    expect([choice.selected, choice.added]).toEqual([[1, 2, 3], []]);
    choice.toggle(slot(3));
    expect(choice.selected).toEqual([1, 2]);
  });

  test("is not deselected by the second of two quick taps, also before the player's turn", async () => {
    await open([act("play", [5, 5]), act("pass", [])]);
    choice.toggle(slot(5));
    choice.twice(slot(5));
    expect([choice.selected, server.acts.map(({ cards }) => cards)]).toEqual([[5, 5], [[5, 5]]]);
    table.close();
    end();
    await open([]);
    choice.toggle(slot(5));
    choice.twice(slot(5));
    expect(choice.selected).toEqual([5]);
  });
});

describe("piles", () => {
  const verbs = [
    verb("draw", { at: "stock" }), verb("take", { at: "discard" }), verb("buy", { at: "discard" }), verb("cut", { to: "number", at: "stock" }),
    verb("discard", { cards: ["hand"], at: "discard" }), verb("close", { cards: ["hand"] }), verb("lay", { cards: ["hand"] }), verb("add", { cards: ["hand"], to: "place", at: "meld" }),
  ];
  const rows = [zone("stock", -1, "stock", "secret"), zone("meld1", -1, "meld", "public"), zone("meld2", -1, "meld", "public")];
  const spec: TableSpec = { ...SPEC, zones: [...SPEC.zones, ...rows], verbs };
  const zones = { ...view({}).zones, stock: [255, 255], meld1: [1, 1, 1], meld2: [4, 4, 4] };
  const grip = (id: string): string | undefined => gripOf(choice.offers, spec, id)?.verb;

  test("are pressed where one thing is done to them, and no more where there is a choice", async () => {
    await open([act("draw", []), act("take", [])], { zones }, spec);
    expect([grip("stock"), grip("discard"), grip("meld1")]).toEqual(["draw", "take", undefined]);
    choice.press(gripOf(choice.offers, spec, "stock")!);
    expect(server.acts.map(({ verb }) => verb)).toEqual(["draw"]);
    server.settle({ legal: [act("take", []), act("buy", []), act("cut", [], 1), act("cut", [], 2)] });
    expect([grip("stock"), grip("discard")]).toEqual([undefined, undefined]);
    server.update({ legal: [act("discard", [0])] });
    expect(grip("discard")).toBeUndefined();
  });

  test("take their card at once, whatever else could be done with it; the table takes none then", async () => {
    await open([act("discard", [0]), act("close", [0]), act("lay", [0, 1, 5]), act("add", [5], 2)], { zones }, spec);
    choice.carry(slot(0));
    expect([choice.lays, choice.goesTo(table.zone("discard")), choice.goesTo(table.zone("stock"))]).toEqual([false, true, false]);
    choice.dropOn([], true);
    expect([words(), choice.selected, choice.question, server.acts]).toEqual([["table.drop.places"], [0], null, []]);
    choice.carry(slot(0));
    choice.dropOn(["discard"], true);
    expect([choice.question, server.acts.map(({ verb }) => verb)]).toEqual([null, ["discard"]]);
    server.settle({ zones: { "hand.0": [1, 4, 5, 5] } });
    choice.clear();
    choice.toggle(slot(5));
    expect(["meld1", "meld2"].map((id) => choice.goesTo(table.zone(id)))).toEqual([false, true]);
  });
});

describe("cards that are let go over the table", () => {
  const drag = (card: string, onTable = true): void => (choice.carry(card), choice.dropOn([], onTable));

  test("are played where that is one thing, with what is selected and what belongs to them", async () => {
    await open([act("play", [0]), act("play", [1, 5]), act("pass", [])]);
    drag(slot(0));
    expect(server.acts.map(({ cards }) => cards)).toEqual([[0]]);
    server.settle({ zones: { "hand.0": [1, 4, 5, 5] }, legal: [act("play", [1, 5]), act("pass", [])] });
    drag(slot(1));
    expect(server.acts.map(({ cards }) => cards)).toEqual([[0], [1, 5]]);
  });

  test("ask where there are several, say what is missing, and why not", async () => {
    await open([act("play", [0], 1), act("lay", [0]), act("play", [1, 4]), act("play", [1, 5])]);
    drag(slot(0));
    expect(choice.question?.actions.map(({ verb }) => verb)).toEqual(["play", "lay"]);
    choice.answer(null);
    drag(slot(1));
    expect([words(), choice.selected]).toEqual([["table.not_yet"], [1]]);
    server.update({ legal: [act("play", [0]), act("pass", [])] });
    choice.clear();
    drag(slot(5));
    expect(server.acts).toEqual([expect.objectContaining({ cards: [5], ask: true })]);
    expect(choice.selected).toEqual([]);
  });

  test("change nothing where they are let go over nothing, or when it is too late", async () => {
    await open([act("play", [0]), act("play", [1])]);
    choice.toggle(slot(1));
    drag(slot(0), false);
    expect(choice.selected).toEqual([1]);
    choice.carry(slot(0));
    server.update({ legal: [] });
    choice.dropOn([], true);
    expect([choice.selected, server.acts]).toEqual([[1], []]);
    expect([choice.carries, choice.carry(slot(0))]).toEqual([false, false]);
  });

  test("in a lesson only what it wants leaves the hand", async () => {
    await open([act("play", [0]), act("play", [1])]);
    let denied = 0;
    choice.denied = () => (denied += 1);
    choice.only = actionOf(act("play", [1]));
    expect([choice.carry(slot(0)), denied]).toEqual([false, 1]);
    drag(slot(1));
    expect(server.acts.map(({ cards }) => cards)).toEqual([[1]]);
  });
});

test("cards that all have seen are held among the others of their rank", async () => {
  const zones = [...SPEC.zones, zone("known.0", 0, "hand", "public")];
  const held = { ...view({}).zones, "hand.0": [0, 1, 5, 5], "known.0": [4, 1] };
  await open([act("play", [0])], { zones: held }, { ...SPEC, zones });
  expect(choice.hand.map((pick) => [pick.face, pick.pack])).toEqual([[0, 0], [4, 0], [1, 1], [1, 1], [5, 1], [5, 1]]);
});
