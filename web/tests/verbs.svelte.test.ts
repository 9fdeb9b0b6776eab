// @vitest-environment jsdom
/**
 * The page knows no verb by its name: a table whose verbs are called otherwise, in every message, looks the same and has the same done to it.
 * Each table is played twice by the same chance, with the names of the game and with others; what is offered, lit, drawn and sent is compared.
 */
import { flushSync, mount, unmount } from "svelte";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChoiceStore } from "../src/choosing/choice.svelte";
import type { Wire } from "../src/wire/connection";
import type { Action } from "../src/wire/objects";
import type { Barred, ClientMessage, Legal, VerbSpec } from "../src/wire/protocol";
import { TableStore } from "../src/table/table.svelte";
import { Text } from "../src/viewer/text.svelte";
import Aimed from "./Aimed.svelte";
import { Pipe } from "./pipe";

vi.mock("../src/cards", async (original) => ({ ...(await original<typeof import("../src/cards")>()), card: () => "" }));

const STEPS = 100;
/** The games, with what the declarations are there for in each. */
const CASES: readonly [game: string, options: Record<string, unknown>, uses: readonly VerbSpec["to"][]][] = [
  ["chimera", {}, ["number", "way"]],
  ["durak", {}, ["card"]],
  ["farbe_und_wert", {}, ["choice"]],
  ["frustration", { auto_cut: "false" }, ["number"]],
];

const pipe = new Pipe();
afterAll(() => pipe.end());
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement): void {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement): void {
  this.open = false;
};

class Line implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  said: ClientMessage[] = [];

  send(text: string): void {
    const message = JSON.parse(text) as ClientMessage;
    if (message.t !== "ping") this.said.push(message);
  }

  close(): void {}
}

type Json = Record<string, unknown>;

/** Other names for verbs, in everything that a server says and a page answers. */
class Names {
  readonly #other = new Map<string, string>();

  constructor(readonly renaming: boolean) {}

  to = (verb: string): string => this.#other.get(verb) ?? verb;
  back = (verb: string): string => [...this.#other].find(([, other]) => other === verb)?.[0] ?? verb;

  /** Of a frame of the server all places where a verb stands. */
  heard(text: string): string {
    const frame = JSON.parse(text) as Json;
    const spec = frame.spec as Json | undefined;
    if (spec && this.renaming) (spec.verbs as VerbSpec[]).forEach(({ name }, i) => this.#other.set(name, `w${i}`));
    if (spec) {
      for (const verb of spec.verbs as VerbSpec[]) verb.name = this.to(verb.name);
      for (const list of ["premoves", "asides"]) spec[list] = (spec[list] as string[]).map(this.to);
      spec.unlisted = (spec.unlisted as Legal[]).map(this.#legal);
    }
    for (const part of [frame.view, frame.patch] as (Json | undefined)[]) {
      for (const list of ["legal", "host"]) if (part?.[list]) part[list] = (part[list] as Legal[]).map(this.#legal);
      if (part?.barred) part.barred = (part.barred as Barred[]).map(([verb, say, why]): Barred => [this.to(verb), say, why]);
    }
    return JSON.stringify(frame);
  }

  #legal = ([verb, ...rest]: Legal): Legal => [this.to(verb), ...rest];
}

/** The same steps for the same seed. */
class Chance {
  #state = 88172645;

  below(n: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % n;
  }
}

class Player {
  readonly #line = new Line();
  readonly #chance = new Chance();
  readonly #names: Names;
  readonly log: unknown[] = [];
  readonly met = new Set<string>();
  #through = 0;
  #page: ReturnType<typeof mount> | null = null;
  #end: () => void = () => undefined;
  table!: TableStore;
  choice!: ChoiceStore;

  constructor(renaming: boolean) {
    this.#names = new Names(renaming);
  }

  async sit(game: string, options: Json): Promise<void> {
    await pipe.open({ game, seed: 1, options });
    // whatever a verb is called, it is said alike: by its number among those of the game
    const words = Array.from({ length: 30 }, (_, i) => [`${game}.verb.w${i}`, `Verb ${String.fromCharCode(65 + i)}`] as const);
    const text = new Text(() => Promise.resolve(Object.fromEntries([...words, ...this.plain.map((verb, i) => [`${game}.verb.${verb}`, words[i]![1]] as const)])));
    this.#end = $effect.root(() => {
      this.table = new TableStore("table", () => this.#line);
      this.choice = new ChoiceStore(this.table, text);
    });
    this.#line.onopen?.();
    await this.pump();
    this.plain = this.table.spec.verbs.map(({ name }) => this.#names.back(name));
    await text.load("en", []);
    const { table, choice } = this;
    this.#page = mount(Aimed, { target: document.body, props: { table, choice, text } });
    flushSync();
  }

  /** The verbs as the game calls them. */
  plain: string[] = [];

  leave(): void {
    if (this.#page) void unmount(this.#page);
    this.table.close();
    this.#end();
    document.body.innerHTML = "";
  }

  async pump(ms = 0): Promise<void> {
    const frames: string[] = [];
    while (this.#through < this.#line.said.length) {
      const message = this.#line.said[this.#through++]!;
      const meant = message.t === "act" ? { ...message, verb: this.#names.back(message.verb) } : message;
      if (message.t === "act") this.log.push({ ...meant, id: 0 });
      frames.push(...(await pipe.say(meant)));
    }
    if (ms > 0) frames.push(...(await pipe.wait(ms)));
    for (const frame of frames) this.#line.onmessage?.({ data: this.#names.heard(frame) });
    if (ms > 0) vi.advanceTimersByTime(ms);
    await Promise.resolve();
    flushSync();
  }

  /** What the page offers now, under the game's own names. */
  look(): void {
    const { choice, table } = this;
    const offers = choice.offers.map(({ id, verb, actions, draft, ...offer }) => ({
      ...offer, id: id.replace(verb, this.#names.back(verb)), verb: this.#names.back(verb), actions: actions.map(({ cards, to }) => [cards, to]), draft: draft && [draft.cards, draft.to],
    }));
    const aims = table.spec.zones.filter(({ id }) => choice.goesTo(table.zone(id))).map(({ id }) => id);
    this.log.push({ offers, aims, hand: choice.hand.map(({ id, lit, selected }) => [id, lit, selected]), page: document.body.innerHTML.replace(/c\d+-title/g, "title") });
  }

  async step(): Promise<void> {
    const { choice, table } = this;
    const { status } = table.view;
    if (status === "deal_over") table.ready();
    if (status === "match_over") table.again();
    if (status !== "playing") return this.pump(3000);
    this.look();
    if (!choice.active) {
      const ahead = choice.offers.find((offer) => offer.ahead && offer.enabled);
      if (ahead && this.#chance.below(3) === 0) choice.press(ahead);
      return this.pump(2000);
    }
    const { legal } = table;
    const verbs = [...new Set(legal.map((action) => action.verb))];
    const verb = verbs[this.#chance.below(verbs.length)];
    const some = legal.filter((action) => action.verb === verb);
    const action = some[this.#chance.below(some.length)]!;
    this.met.add(table.spec.verbs.find(({ name }) => name === verb)!.to);
    await this.#do(action);
    if (table.busy) return this.pump(50);
    choice.react(action);
    return this.pump(50);
  }

  /** Do it as fingers would: cards, then the place they go to, or the button. */
  async #do(action: Action): Promise<void> {
    const { choice, table } = this;
    choice.clear();
    for (const face of action.cards) {
      const pick = choice.hand.find((one) => !one.selected && one.face === face);
      if (pick) choice.toggle(pick.id);
      flushSync();
    }
    this.look();
    const place = table.spec.zones.find(({ id }) => choice.goesTo(table.zone(id)));
    const offer = choice.offers.find((one) => one.actions.some(({ verb, to }) => verb === action.verb && to === action.to) && one.enabled);
    if (place) choice.aimAt(table.zone(place.id));
    else if (offer) choice.press(offer);
    flushSync();
    if (choice.question) {
      this.look();
      choice.answer(choice.question.actions[0]!);
    }
    await this.pump();
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

for (const [game, options, uses] of CASES) {
  test(`the verbs of ${game} may be called anything`, { timeout: 120_000 }, async () => {
    const logs: unknown[][] = [];
    for (const renaming of [false, true]) {
      const player = new Player(renaming);
      await player.sit(game, options);
      try {
        for (let i = 0; i < STEPS; i++) await player.step();
        expect([...player.met]).toEqual(expect.arrayContaining([...uses]));
        logs.push(player.log);
      } finally {
        player.leave();
      }
    }
    const [plain, renamed] = logs;
    expect(plain!.some((entry) => (entry as Json).t === "act")).toBe(true);
    for (const [i, entry] of plain!.entries()) expect(renamed![i]).toEqual(entry);
    expect(renamed!.length).toBe(plain!.length);
  });
}
