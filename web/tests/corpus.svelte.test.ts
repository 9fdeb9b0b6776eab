// @vitest-environment jsdom
/**
 * The page on the cases that it shares with the terminal: tests/corpus, written by tests/twins.py. The terminal runs them in tests/terminal/test_corpus.py.
 */
import { readdirSync, readFileSync } from "node:fs";
import { flushSync } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DECKS, loadDeck } from "../src/cards";
import { ChoiceStore, type Pick as Card } from "../src/choosing/choice.svelte";
import { Connection, type Link, type Listener, type Wire } from "../src/wire/connection";
import { merge } from "../src/wire/patch";
import { refusal } from "../src/choosing/notice";
import { wordsOf } from "../src/choosing/spoken";
import { PROTO } from "../src/wire/protocol";
import type { ClientMessage, Phrase, Problem, TableSpec, TableView } from "../src/wire/protocol";
import { TableStore } from "../src/table/table.svelte";
import { LANGUAGES, Text, type Catalogue, type Language } from "../src/viewer/text.svelte";
import type { Then } from "../src/wire/objects";
import { evaluated } from "./pipe";

interface Case {
  in: Language;
  do: string[];
  answer?: Omit<Problem, "id">;
  [shown: string]: unknown;
}

interface Corpus {
  spec: TableSpec;
  positions: { before?: TableView; view: TableView; cases: Case[] }[];
}

const FOLDER = "../tests/corpus";
const games = readdirSync(FOLDER).filter((file) => !["said.json", "frames.json", "rules.json"].includes(file));
const languages = Object.keys(LANGUAGES) as Language[];
const read = <T>(file: string): T => JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf-8")) as T;

let words: Record<Language, Catalogue>;

beforeAll(async () => {
  const names = games.map((file) => file.replace(".json", ""));
  const each = `{l: dict(catalogue(l, *${JSON.stringify(names)})) for l in ${JSON.stringify(languages)}}`;
  words = evaluated("from stich.text.catalogue import catalogue", each) as typeof words;
  await Promise.all(DECKS.map(loadDeck));
});
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] }));
afterEach(() => void vi.useRealTimers());

class Line implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  said: ClientMessage[] = [];

  send(text: string): void {
    this.said.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {}

  hear(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
    flushSync();
  }
}

/** The page's table on frames from a file. */
class Client {
  readonly line = new Line();
  table!: TableStore;
  choice!: ChoiceStore;
  #end: () => void = () => undefined;

  constructor(
    readonly text: Text,
    spec: TableSpec,
    view: TableView,
    before?: TableView,
  ) {
    this.#end = $effect.root(() => {
      this.table = new TableStore("table", () => this.line);
      this.choice = new ChoiceStore(this.table, text);
    });
    const { table } = this;
    this.line.onopen?.();
    this.line.hear({ t: "welcome", proto: PROTO, epoch: "e", v: 1, now: Date.now(), spec });
    text.speakOf({ me: view.you, deck: table.deck, seat: (seat) => view.occupants[seat]?.name ?? "", notation: (face) => table.notation(face) });
    if (before) this.line.hear({ t: "view", v: 1, view: before });
    this.line.hear({ t: "view", v: 1, view });
  }

  end(): void {
    this.table.close();
    this.#end();
  }

  get #cards(): Card[] {
    const { table, choice } = this;
    return table.spec.zones.map(({ id }) => table.zone(id)).filter((zone) => choice.takesFrom(zone)).flatMap((zone) => choice.picks(zone));
  }

  do(step: string): void {
    const [what, which = ""] = step.split(" ");
    const { choice } = this;
    const offers = choice.offers.filter(({ aside }) => aside === (what === "aside"));
    const offer = which === "" ? offers.find(({ primary }) => primary) : offers[Number(which)];
    if (what === "tap") choice.toggle(which);
    else if (offer) choice.press(offer);
    flushSync();
  }

  /** What was asked last, without its number. */
  request(from = 0): { id: number; sent: Record<string, unknown> } | null {
    const act = this.line.said.slice(from).findLast((message) => message.t === "act");
    return act ? { id: act.id, sent: { verb: act.verb, cards: [...(act.cards ?? [])].sort((a, b) => a - b), to: act.to, ask: act.ask ?? false } } : null;
  }

  shown(): Record<string, unknown> {
    const { choice, text } = this;
    const cards = this.#cards;
    const names = (some: Card[]): string[] => some.map(({ id }) => id).sort();
    return {
      selected: names(cards.filter(({ selected }) => selected)),
      dark: names(cards.filter(({ lit }) => !lit)),
      // what is barred only the page shows
      offers: choice.offers.filter(({ aside, ahead, why }) => !aside && !ahead && !why).map(({ label, say, actions }) => [label, say, actions.length]),
      ahead: choice.offers.filter(({ ahead }) => ahead).map(({ label }) => label),
      asides: choice.offers.filter(({ aside }) => aside).map(({ label }) => label),
      waits: choice.queued ? text.bare(`${this.table.spec.game}.verb.${choice.queued.verb}`) : "",
      asked: choice.question?.actions.map((action) => text.say(action.say)) ?? [],
      said: choice.notice ? wordsOf(choice.notice, text) : "",
    };
  }
}

const given = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

async function speaking(language: Language): Promise<Text> {
  const text = new Text((lang) => Promise.resolve(words[lang]));
  await text.load(language, games.map((file) => file.replace(".json", "")));
  return text;
}

async function run(spec: TableSpec, view: TableView, one: Case, before?: TableView): Promise<Record<string, unknown>> {
  const client = new Client(await speaking(one.in), spec, view, before);
  try {
    for (const step of one.do) client.do(step);
    const found: Record<string, unknown> = {};
    const request = client.request();
    if (request) found.sent = request.sent;
    if (request?.sent.ask && one.answer) {
      found.answer = one.answer;
      const before = client.line.said.length;
      client.line.hear({ ...one.answer, id: request.id });
      const again = client.request(before);
      if (again) found.sent = again.sent;
    }
    return Object.fromEntries(Object.entries({ ...found, ...client.shown() }).filter(([, part]) => given(part)));
  } finally {
    client.end();
  }
}

describe.each(games)("%s", (file) => {
  const { spec, positions } = read<Corpus>(file);
  test.each(positions.map(({ before, view, cases }, i) => ({ i, phase: view.phase, before, view, cases })))("position $i: $phase", async ({ before, view, cases }) => {
    for (const one of cases) expect(await run(spec, view, one, before), JSON.stringify(one.do)).toEqual(Object.fromEntries(Object.entries(one).filter(([name]) => name !== "in" && name !== "do")));
  });
});

interface Told extends Record<Language, string> {
  game: string;
  me: number;
  deck: string;
  say: Phrase;
}

describe("phrases", () => {
  const { phrases, numbers, earlier, refused } = read<{
    phrases: Told[];
    numbers: ({ n: number } & Record<Language, string>)[];
    earlier: ({ say: Phrase; then: Then } & Record<Language, string>)[];
    refused: (Pick<Problem, "code" | "args"> & Record<Language, string>)[];
  }>("said.json");

  test.each(languages)("in %s", async (language) => {
    const text = await speaking(language);
    const tables = new Map(games.map((file) => [file, read<Corpus>(file)]));
    for (const told of phrases) {
      const { spec, positions } = tables.get(`${told.game}.json`)!;
      const names = positions[0]!.view.occupants.map(({ name }, seat, all) => (seat < all.length - 1 ? name : "")); // the last one has no name
      text.speakOf({ me: told.me < spec.seats ? told.me : -1, deck: told.deck || spec.deck, seat: (seat) => names[seat] ?? "", notation: (face) => spec.faces[face] ?? "?" });
      expect(text.say(told.say), JSON.stringify(told.say)).toBe(told[language]);
    }
    const { spec, positions } = tables.get("durak.json")!;
    const { occupants } = positions[0]!.view;
    text.speakOf({ me: 0, deck: spec.deck, seat: (seat) => (seat < occupants.length - 1 ? (occupants[seat]?.name ?? "") : ""), notation: (face) => spec.faces[face] ?? "?" });
    for (const one of numbers) expect(text.signed(one.n)).toBe(one[language]);
    for (const one of earlier) expect(text.say(one.say, one.then), JSON.stringify(one)).toBe(one[language]);
    for (const one of refused) expect(text.say(refusal({ t: "error", id: 1, code: one.code, args: one.args }, text, "durak")), JSON.stringify(one)).toBe(one[language]);
  });
});

interface Chain {
  game: string;
  v: number;
  view: object;
  updates: { t: string; v: number; patch?: object; hash?: string }[];
}

interface Scenario {
  chain: number;
  name: string;
  do: string[];
  [shown: string]: unknown;
}

/** A page's connection on a wire of scenarios. */
class Wired {
  #line = new Line();
  readonly #before: ClientMessage[] = [];
  readonly #heard: number[] = [];
  #connection!: Connection;
  readonly #table: TableStore;
  #id = 0;

  constructor(
    readonly chain: Chain,
    readonly spec: TableSpec,
  ) {
    const dial = (): Wire => (this.#line = new Line());
    this.#table = new TableStore("table", dial, (listener: Listener) => (this.#connection = new Connection("table", listener, dial, () => 0.5)));
    this.#table.listen((_, v) => this.#heard.push(v));
    this.#line.onopen?.();
  }

  end(): void {
    this.#table.close();
  }

  do(step: string): void {
    const [what = "", which = ""] = step.split(" ");
    const { v, view, updates } = this.chain;
    const line = this.#line;
    const problem = { t: "error", id: this.#id, args: {} };
    if (what === "welcome") {
      const from = which === "" || which === "other" || which === "outdated" ? v : updates[Number(which)]!.v;
      line.hear({ t: "welcome", proto: which === "outdated" ? 99 : PROTO, epoch: which === "other" ? "other" : "epoch", v: from, now: 0, spec: this.spec });
    } else if (what === "view") line.hear({ t: "view", v, view });
    else if (what === "view+3") line.hear({ t: "view", v: updates[2]!.v, view: updates.slice(0, 3).reduce<unknown>((shown, { patch }) => merge(shown, patch ?? {}), view) });
    else if (what === "wait") vi.advanceTimersByTime(Number(which));
    else if (what === "lose") {
      this.#before.push(...line.said);
      line.onclose?.();
      vi.advanceTimersByTime(500);
      this.#line.onopen?.();
    } else if (what === "act") this.#id = this.#table.act({ verb: "play", cards: [], to: -1, say: ["", {}] }, []);
    else if (what === "why") this.#id = this.#table.ask("play", []);
    else if (what === "ack") line.hear({ t: "ack", id: this.#id, v: updates[Number(which)]!.v });
    else if (what === "done") line.hear({ ...updates[Number(which)]!, id: this.#id });
    else if (what === "error" || what === "hello_first" || what === "unknown_table") line.hear({ ...problem, code: what === "error" ? "verb" : what });
    else line.hear(Object.fromEntries(Object.entries(updates[Number(what)]!).filter(([name]) => name !== "hash")));
  }

  shown(): Record<string, unknown> {
    const ends: Partial<Record<Link, string>> = { refused: "unknown_table", outdated: "outdated", closed: "closed" };
    const sent = [...this.#before, ...this.#line.said].filter(({ t }) => t !== "ping");
    return {
      v: this.#connection.have,
      hash: this.#table.hash(),
      busy: this.#table.busy,
      ended: ends[this.#table.link] ?? "",
      heard: this.#heard,
      sent: sent.map((message) => (message.t === "hello" ? `hello ${message.have}` : message.t)),
    };
  }
}

describe("frames", () => {
  const { chains, scenarios } = read<{ chains: Chain[]; scenarios: Scenario[] }>("frames.json");

  test.each(scenarios.map((scenario) => ({ scenario, title: `${chains[scenario.chain]!.game}: ${scenario.name}` })))("$title", ({ scenario }) => {
    const chain = chains[scenario.chain]!;
    const wired = new Wired(chain, read<Corpus>(`${chain.game}.json`).spec);
    try {
      for (const step of scenario.do) wired.do(step);
      expect({ chain: scenario.chain, name: scenario.name, do: scenario.do, ...wired.shown() }).toEqual(scenario);
    } finally {
      wired.end();
    }
  });
});
