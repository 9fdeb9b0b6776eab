// @vitest-environment jsdom
/**
 * Random clicks, taps, double taps, drags and keys at the hand of every game, on real tables, compared with a model: selected is what was selected by
 * hand or what the page said that it added; what no legal action takes is dim; if one card is played, at most one is selected; an action that is done
 * leaves nothing selected; nothing is done without a request. A failure names game, seed and the last steps.
 */
import { readdirSync } from "node:fs";
import { flushSync, mount, unmount } from "svelte";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChoiceStore } from "../src/choosing/choice.svelte";
import type { Wire } from "../src/wire/connection";
import type { Action } from "../src/wire/objects";
import type { Act, ClientMessage } from "../src/wire/protocol";
import { TableStore } from "../src/table/table.svelte";
import { Text } from "../src/viewer/text.svelte";
import Fingers from "./Fingers.svelte";
import { Pipe } from "./pipe";
import { LONG } from "./tiers";

// drawing cards takes most of the time and does not matter here
vi.mock("../src/cards", async (original) => ({ ...(await original<typeof import("../src/cards")>()), card: () => "" }));

const SEEDS = Number(process.env.STICH_FINGERS ?? (LONG ? 3 : 1)); // tables of each game; more on request
const STEPS = SEEDS > 1 ? 100 : 30;
const LEAST = SEEDS > 1 ? 8 : 5; // actions that are done at each table
const GAMES = ["../src/stich/games", "../tests/games"].flatMap((path) =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() && !/^[_.]/.test(entry.name) ? [entry.name] : [])),
);
/** Every game by its usual rules, and also by other rules that allow more. */
const CASES: readonly [name: string, game: string, options: Record<string, unknown>][] = [
  ...GAMES.map((game): [string, string, Record<string, unknown>] => [game, game, {}]),
  ["doppelkopf by tournament rules", "doppelkopf", { rules: "tournament" }], // announcements beside the turn
];

// jsdom has no layout: the hand is below 500 px, the table above it, and left of 0 there is nothing
const TOP = 500;
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
beforeEach(() => void vi.stubGlobal("matchMedia", () => ({ matches: true })));
Element.prototype.setPointerCapture = () => undefined;
Element.prototype.getBoundingClientRect = () => ({ top: TOP, left: 0 }) as DOMRect;
document.elementFromPoint = (x, y) => (x < 0 ? null : y < TOP ? document.querySelector(".felt") : document.querySelector('[role="listbox"]'));

/** xorshift: the same steps for the same seed everywhere. */
class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2654435761 + 12345) >>> 0 || 1;
  }

  below(n: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % n;
  }

  of<T>(things: readonly T[]): T {
    return things[this.below(things.length)]!;
  }
}

const pipe = new Pipe();
afterAll(() => pipe.end());

/** The socket: messages wait until they are let through, so that fingers can be faster than the connection. */
class Line implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  said: ClientMessage[] = [];
  closed = false;

  send(text: string): void {
    const message = JSON.parse(text) as ClientMessage;
    if (message.t === "ping") this.onmessage?.({ data: JSON.stringify({ t: "pong", n: message.n, now: 0 }) });
    else this.said.push(message);
  }

  close(): void {
    this.closed = true;
  }
}

interface Option {
  element: HTMLElement;
  face: number;
  selected: boolean;
  dim: boolean;
}

const sorted = (faces: readonly number[]): number[] => [...faces].sort((a, b) => a - b);
const without = (faces: readonly number[], gone: readonly number[]): number[] => {
  const left = [...faces];
  for (const face of gone) if (left.includes(face)) left.splice(left.indexOf(face), 1);
  return left;
};
const within = (part: readonly number[], whole: readonly number[]): boolean => without(part, whole).length === 0;

class Person {
  readonly chance: Chance;
  readonly steps: string[] = [];
  table!: TableStore;
  choice!: ChoiceStore;
  lines: Line[] = [];
  /** what was sent so far, and the requests among it */
  sent = 0;
  acts: Act[] = [];
  asked: Act[] = [];
  /** what was selected when an unanswered request was sent, and what was selected since */
  waiting: { id: number; then: number[] } | null = null;
  done = 0;
  met = { taken: 0, replaced: 0, refused: 0, doubled: 0, dragged: 0, twins: 0, added: 0, undone: 0, back: 0 };
  #time = 10_000;
  #last = 0;
  #end: () => void = () => undefined;
  #page: ReturnType<typeof mount> | null = null;

  constructor(
    readonly game: string,
    readonly seed: number,
    readonly rules: Record<string, unknown>,
  ) {
    this.chance = new Chance(seed * 31 + game.length);
  }

  async sit(): Promise<void> {
    await pipe.open({ game: this.game, seed: this.seed, options: this.rules });
    const text = new Text(() => Promise.resolve({}));
    await text.load("en", []);
    this.#end = $effect.root(() => {
      this.table = new TableStore("table", () => {
        this.lines.push(new Line());
        return this.lines.at(-1)!;
      });
      this.choice = new ChoiceStore(this.table, text);
    });
    this.lines[0]!.onopen?.();
    await this.pump();
    const { table, choice } = this;
    this.#page = mount(Fingers, { target: document.body, props: { table, choice, text } });
    flushSync();
  }

  leave(): void {
    if (this.#page) void unmount(this.#page);
    this.table?.close();
    this.#end();
    document.body.innerHTML = "";
  }

  note(step: string): void {
    this.steps.push(step);
  }

  /** A failure is reported with the steps before it; they are only put into words when there is one. */
  is(seen: unknown, wanted: unknown, words: string): void {
    if (JSON.stringify(seen) !== JSON.stringify(wanted)) throw new Error(this.fail(`${words}: ${JSON.stringify(seen)}, wanted ${JSON.stringify(wanted)}`));
  }

  fail(words: string): string {
    const { legal, phase } = this.table.view;
    const hand = this.options().map(({ face, selected, dim }) => `${face}${selected ? "*" : ""}${dim ? "~" : ""}`);
    return [words, `${this.game} seed ${this.seed}, ${phase}, ${this.table.link}, ${this.lines.length} lines${this.table.busy ? ", busy" : ""}`, `hand ${hand.join(" ")}`, `legal ${JSON.stringify(legal.map(([verb, cards, to]) => [verb, cards, to])).slice(0, 600)}`, ...this.steps.slice(-12)].join("\n");
  }

  // -- the connection

  get line(): Line {
    return this.lines.at(-1)!;
  }

  /** The messages since then. */
  heed(): void {
    for (const message of this.line.said.slice(this.sent)) {
      if (message.t !== "act" || message.id <= this.#last) continue; // otherwise it is sent again
      this.#last = message.id;
      (message.ask ? this.asked : this.acts).push(message);
    }
    this.sent = this.line.said.length;
  }

  #through = 0;

  /** Let the messages through, let time pass, and receive the answers. */
  async pump(ms = 0): Promise<void> {
    this.heed();
    const { line } = this;
    const frames: string[] = [];
    while (this.#through < line.said.length) frames.push(...(await pipe.say(this.late(line.said[this.#through++]!))));
    if (ms > 0) frames.push(...(await pipe.wait(ms)));
    for (const frame of frames) this.hear(frame);
    if (ms > 0) vi.advanceTimersByTime(ms);
    await Promise.resolve();
    flushSync();
    this.heed();
  }

  /** Sometimes a message was meant for an earlier view, and is refused. */
  late(message: ClientMessage): ClientMessage {
    return message.t === "act" && !message.ask && this.chance.below(6) === 0 ? { ...message, v: 0 } : message;
  }

  /** One frame: the selection may shrink, and never changes otherwise. */
  hear(frame: string): void {
    if (!this.table.shown) return void this.line.onmessage?.({ data: frame });
    const before = this.choice.selected;
    const { waiting } = this;
    this.line.onmessage?.({ data: frame });
    flushSync();
    const { t, id, code } = JSON.parse(frame) as { t: string; id?: number; code?: string };
    const now = this.choice.selected;
    this.is(within(now, before), true, `${t} selected ${now.join()} where ${before.join()} was`);
    if (waiting && t === "error" && id === waiting.id) {
      this.is(sorted(now), sorted(before), `refused with ${code}, and the selection is another one`);
      this.waiting = null;
      this.met.refused += 1;
    }
    if (waiting && !this.table.busy && t !== "error") {
      const since = without(before, waiting.then);
      this.is(within(now, since), true, `done, and ${now.join()} stays selected`);
      this.waiting = null;
      this.done += 1;
    }
    this.law();
  }

  /** The connection breaks, and there is a new one. */
  async reconnect(): Promise<void> {
    this.note("the line breaks");
    const before = this.choice.selected;
    await this.pump();
    const old = this.line;
    const selected = this.waiting ? null : this.choice.selected;
    old.onclose?.();
    for (let i = 0; this.line === old && i < 600; i++) vi.advanceTimersByTime(100);
    this.is(this.line !== old, true, "the page dials again");
    this.sent = this.#through = 0;
    this.line.onopen?.();
    await this.pump();
    if (selected) this.is(within(this.choice.selected, before), true, "after the line broke");
  }

  // -- what is visible

  options(): Option[] {
    return [...document.querySelectorAll<HTMLElement>('[role="option"]')].map((element) => ({
      element,
      face: Number(element.getAttribute("data-card")),
      selected: element.getAttribute("aria-selected") === "true",
      dim: element.getAttribute("aria-disabled") === "true",
    }));
  }

  get taking(): Action[] {
    return this.table.legal.filter(({ cards }) => cards.length > 0);
  }

  key(face: number): number {
    return this.table.spec.keys[face] ?? face;
  }

  /** Is one card played at a time? From the legal list alone. */
  get single(): boolean {
    const held = new Set(this.options().map(({ face }) => this.key(face)));
    const here = this.taking.filter(({ cards }) => cards.some((face) => held.has(this.key(face))));
    return here.length > 0 && here.every(({ cards }) => cards.length === 1);
  }

  legalAlone(face: number): boolean {
    return this.taking.some(({ cards }) => cards.some((card) => this.key(card) === this.key(face)));
  }

  /** What is true at any moment. */
  law(): void {
    const { choice, table } = this;
    if (!table.shown || table.view.status !== "playing") return;
    const options = this.options();
    const held = options.filter(({ selected }) => selected).map(({ face }) => face);
    this.is(sorted(held.filter((face) => choice.selected.includes(face))), sorted(held), "what is shown as selected");
    if (choice.active && this.single) this.is(held.length <= 1, true, "more than one card is selected");
    if (!choice.active) return;
    const some = options.some(({ face }) => this.legalAlone(face));
    const whole = choice.selected.length === 0 || this.single;
    for (const { element, face, dim, selected } of options) {
      const legal = this.legalAlone(face);
      if (!legal) this.is([dim, element.classList.contains("pale")], [true, some || this.choice.nothingElse], `${face} may not be played`);
      if (legal && (whole || selected)) this.is([dim, element.classList.contains("pale")], [false, false], `${face} may be played`);
    }
  }

  // -- what fingers do

  point(element: Element | Window, type: string, x: number, y: number, more: object = {}): void {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: y, detail: 1, buttons: type === "pointerup" ? 0 : 1 });
    Object.defineProperty(event, "timeStamp", { value: this.#time });
    element.dispatchEvent(Object.assign(event, { isPrimary: true, pointerId: 1, pointerType: "mouse", ...more }));
    flushSync();
  }

  key_(key: string): void {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    flushSync();
  }

  at({ element }: Option): { x: number; y: number } {
    const place = (name: string): number => parseFloat(element.style.getPropertyValue(name));
    return { x: place("--hx") + 4, y: TOP + place("--hy") + 12 };
  }

  tap(option: Option, after: number, where = this.at(option)): void {
    this.#time += after;
    const { x, y } = where;
    for (const type of ["pointerdown", "pointerup", "click"]) this.point(option.element, type, x, y);
  }

  find(face: number, selected: boolean): Option | undefined {
    return this.options().find((option) => option.face === face && option.selected === selected);
  }

  /** One tap, compared with its possible results. */
  click(option: Option): void {
    const { choice } = this;
    const { face } = option;
    const before = choice.selected;
    const addedBefore = choice.added;
    const [acts, asked] = [this.acts.length, this.asked.length];
    const active = choice.active;
    const cards = this.taking.length > 0;
    const noticed = choice.notice;
    this.note(`tap ${face}${option.selected ? "*" : ""} with ${before.join()}`);
    this.tap(option, 2000);
    this.heed();
    const now = choice.selected;
    const added = without(choice.added, addedBefore);
    this.is(this.acts.length, acts, "one tap has done something");
    if (option.selected) {
      this.is(sorted(now), sorted(without(without(before, [face]), without(addedBefore, [face]))), "put back");
      this.met.back += 1;
      return;
    }
    if (active && !cards) {
      this.is([now, this.asked.length > asked || choice.notice !== null], [[], true], "a card where none is played");
      return;
    }
    if (active && this.single) {
      this.is(now, [face], "the second card takes the place of the first");
      if (before.length > 0) this.met.replaced += 1;
    } else if (active) {
      const allowed = [[...before, face, ...added], [face, ...choice.added], before].map((faces) => sorted(faces).join());
      this.is(allowed.includes(sorted(now).join()), true, `${now.join()} is selected, added ${added.join()}`);
    } else {
      this.is(within(now, [...before, face]) && now.includes(face), true, "laid ready");
    }
    if (added.length > 0) this.met.added += 1;
    this.met.taken += 1;
    const told = this.asked.length > asked || (choice.notice !== null && choice.notice !== noticed);
    const free = this.taking.some(({ verb }) => this.table.spec.verbs.some((one) => one.name === verb && one.free)); // any cards can be tried as melds
    if (active && !this.legalAlone(face) && !(free && before.length > 0)) {
      this.is(told, true, `${face} may not be played, and nobody says why`);
      if (this.asked.length > asked) this.is(this.asked.at(-1)!.cards!.includes(face), true, "asked why");
    }
    if (active && !now.includes(face)) this.is(told, true, `${face} is not taken, and nobody says why`);
    this.law();
  }

  /** What was just sent, if anything, is the selection. */
  expectSent(acts: number, then: number[], most = 1): void {
    this.heed();
    this.is(this.acts.length - acts <= most, true, "sent more than once");
    if (this.acts.length === acts) return;
    const { cards = [], id } = this.acts.at(-1)!;
    if (cards.length > 0 && this.table.view.window === null) this.is(sorted(cards), sorted(then), "other cards were sent");
    this.waiting = { id, then };
    const twins = then.some((face) => this.options().filter((option) => option.face === face).length > 1);
    if (twins) this.met.twins += 1;
  }

  /** The second of two quick taps hits the card, or what has come to its place. */
  double(option: Option): void {
    const { choice } = this;
    const acts = this.acts.length;
    const where = this.at(option);
    this.note(`double tap ${option.face}${option.selected ? "*" : ""} with ${choice.selected.join()}`);
    const before = choice.selected;
    this.tap(option, 2000, where);
    const first = option.selected ? before : choice.selected;
    const active = choice.active;
    this.heed();
    const near = this.options().filter(({ selected, element }) => selected && element !== option.element);
    const second = near.length > 0 && this.chance.below(2) === 0 ? this.chance.of(near) : (this.options().find(({ element }) => element === option.element) ?? option);
    this.tap(second, 120, where);
    if (active) this.expectSent(acts, first);
    this.is(sorted(choice.selected), sorted(first), `the second tap took back of ${first.join()}`);
    this.met.doubled += 1;
    this.law();
  }

  async drag(option: Option, end: "table" | "hand" | "nowhere" | "cancel" | "escape" | "finger" | "turn"): Promise<void> {
    const { choice } = this;
    const acts = this.acts.length;
    const asked = this.asked.length;
    const noticed = choice.notice;
    const before = choice.selected;
    const active = choice.active;
    const busy = this.table.busy;
    const { x, y } = this.at(option);
    const touch = { pointerType: this.chance.of(["mouse", "touch"]) };
    this.note(`drag ${option.face}${option.selected ? "*" : ""} to ${end} with ${before.join()}`);
    this.#time += 2000;
    this.point(option.element, "pointerdown", x, y, touch);
    this.point(option.element, "pointermove", x + 3, y - 30, touch);
    const list = document.querySelector('[role="listbox"]')!;
    const go = (toX: number, toY: number): void => this.point(list, "pointermove", toX, toY, touch);
    go(x + 40, 200);
    const carried = choice.selected;
    const shown = document.querySelector(".carried") !== null;
    if (active && this.taking.length > 0) {
      this.is(shown && carried.includes(option.face), true, "the card goes along");
      if (option.selected) this.is(sorted(carried), sorted(before), "what is selected goes along");
    } else this.is(shown, false, "nothing can be done");
    if (end === "table") {
      if (shown) this.is(document.querySelector("[data-drop]") !== null, choice.lays, "the table shows that it takes it");
      this.point(list, "pointerup", x + 40, 200, touch);
    } else if (end === "hand") {
      go(x + 10, TOP + 30);
      this.point(list, "pointerup", x + 10, TOP + 30, touch);
    } else if (end === "nowhere") {
      go(-20, 200);
      this.point(list, "pointerup", -20, 200, touch);
    } else if (end === "cancel") {
      this.point(list, "pointercancel", x + 40, 200, touch);
    } else if (end === "escape") {
      this.key_("Escape");
      this.point(list, "pointerup", x + 40, 200, touch);
    } else if (end === "finger") {
      this.point(window, "pointerdown", 300, 300, { isPrimary: false, pointerId: 2, pointerType: "touch" });
      this.point(list, "pointerup", x + 40, 200, touch);
    } else {
      this.note("the turn passes");
      const { legal, must } = this.table.view;
      this.table.update({ t: "update", v: 0, events: [], patch: { legal: [], must: 0 } });
      flushSync();
      this.point(list, "pointerup", x + 40, 200, touch);
      this.heed();
      this.is(document.querySelector(".carried"), null, "a card hangs over the table");
      this.table.update({ t: "update", v: 0, events: [], patch: { legal, must } });
      flushSync();
    }
    vi.advanceTimersByTime(1); // a later click counts again
    await Promise.resolve();
    flushSync();
    this.heed();
    this.is(document.querySelector("[data-drop]"), null, "the mark stays");
    if (!shown) {
      this.is(this.acts.length, acts, "a strip does nothing");
      return;
    }
    this.met.dragged += 1;
    if (end !== "table" || busy) {
      this.is([this.acts.length, sorted(choice.selected)], [acts, sorted(before)], "a drag that ends nowhere changes nothing");
      return;
    }
    this.expectSent(acts, carried);
    const something = this.acts.length > acts || this.asked.length > asked || choice.question !== null || choice.notice !== noticed;
    this.is(something, true, "let go over the table, and nothing comes of it");
    this.law();
  }

  sweep(): void {
    const options = this.options();
    if (options.length < 2) return;
    const [from, to] = [this.chance.of(options), this.chance.of(options)];
    this.note(`sweep ${from.face} to ${to.face} with ${this.choice.selected.join()}`);
    const acts = this.acts.length;
    const { x, y } = this.at(from);
    const before = this.choice.selected;
    this.#time += 2000;
    this.point(from.element, "pointerdown", x, y);
    const end = this.at(to);
    this.point(from.element, "pointermove", end.x, Math.max(end.y, y));
    const list = document.querySelector('[role="listbox"]')!;
    this.point(list, "pointerup", end.x, Math.max(end.y, y));
    this.point(from.element, "click", end.x, end.y);
    this.heed();
    this.is(this.acts.length, acts, "a strip does nothing");
    this.is(within(this.choice.selected, [...before, ...options.map(({ face }) => face)]), true, "more than the strip");
    this.law();
  }

  press(key: string): void {
    this.note(`key ${key} with ${this.choice.selected.join()}`);
    const acts = this.acts.length;
    const then = this.choice.selected;
    const queued = this.choice.queued;
    this.key_(key);
    this.heed();
    if (!queued) this.expectSent(acts, then);
    this.law();
  }

  /** Do some legal action, by hand. */
  async play(): Promise<void> {
    const { choice, chance } = this;
    this.key_("Escape");
    this.key_("Escape");
    // prefer one of several equal cards: there it matters which one is meant
    const equal = this.table.legal.filter(({ cards }) => cards.length > 0 && this.options().filter(({ face }) => cards.includes(face)).length > cards.length);
    const legal = chance.of(equal.length > 0 && chance.below(3) > 0 ? equal : this.table.legal);
    const { verb, cards } = legal;
    this.note(`play ${verb} ${cards.join()}`);
    const hand = this.options().map(({ face }) => face);
    if (cards.length === 0 || !within(cards.map((face) => this.key(face)), hand.map((face) => this.key(face)))) {
      const offer = choice.offers.find((one) => one.verb === verb && one.enabled);
      const acts = this.acts.length;
      if (offer) choice.press(offer);
      else choice.react(legal);
      flushSync();
      if (choice.question) choice.answer(choice.question.actions[0]!);
      this.expectSent(acts, choice.selected);
      return;
    }
    for (const face of cards) {
      if (choice.selected.map((card) => this.key(card)).filter((key) => key === this.key(face)).length >= cards.filter((card) => this.key(card) === this.key(face)).length) continue;
      const option = this.find(face, false) ?? this.options().find((one) => !one.selected && this.key(one.face) === this.key(face));
      if (option) this.click(option);
    }
    const acts = this.acts.length;
    const then = choice.selected;
    const way = chance.below(3);
    const held = this.options().filter(({ selected }) => selected);
    if (way === 0 && held.length > 0) await this.drag(chance.of(held), "table");
    else if (way === 1 && held.length > 0) this.double(chance.of(held));
    else this.press("Enter");
    if (choice.question) {
      choice.answer(chance.of(choice.question.actions));
      flushSync();
      this.expectSent(acts, then);
    }
  }

  async step(): Promise<void> {
    const { chance, table, choice } = this;
    if (choice.question) {
      this.note("no answer");
      choice.answer(null);
      flushSync();
    }
    const { status } = table.view;
    if (status === "deal_over") table.ready();
    if (status === "match_over") table.again();
    if (status !== "playing") return this.pump(3000);
    const options = this.options();
    const dice = chance.below(20);
    if (!choice.active && chance.below(4) === 0) return this.pump(6000);
    if (dice < 2) return this.pump(chance.of([0, 50]));
    if (dice === 2 && choice.mayUndo) {
      this.note("undo");
      this.met.undone += 1;
      choice.undo();
      return this.pump();
    }
    if (dice === 3 && chance.below(8) === 0) return this.reconnect();
    if (options.length === 0 || dice < 5) return choice.active ? this.play() : this.pump(chance.of([0, 600, 6000]));
    if (dice < 10) return this.click(chance.of(options));
    if (dice < 12) return this.double(chance.of(options));
    if (dice < 15) return this.drag(chance.of(options), chance.of(["table", "hand", "nowhere", "cancel", "escape", "finger", ...(table.busy ? [] : (["turn"] as const))]));
    if (dice === 15) return this.sweep();
    if (dice === 16) return this.press(chance.of(["Enter", "Escape", "ArrowRight", " "]));
    return choice.active ? this.play() : undefined;
  }
}

// Svelte asks where each change came from: to find the lines in the sources took a third of the time.
Error.prepareStackTrace = (error, sites) => [String(error), ...sites.map(String)].join("\n    at ");

let person: Person | null = null;
beforeEach(() => {
  // the page's clock follows the table's: how busy the machine is makes no difference
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  person?.leave();
  person = null;
});

for (const [name, game, rules] of CASES) {
  test(`fingers at ${name}`, { timeout: 120_000 }, async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      person = new Person(game, seed, rules);
      await person.sit();
      for (let i = 0; i < STEPS || (person.done < LEAST && i < 300); i++) await person.step();
      expect(person.done, person.fail("hardly anything was done")).toBeGreaterThanOrEqual(LEAST);
      if (process.env.STICH_FINGERS) console.log(name, seed, person.done, JSON.stringify(person.met));
      person.leave();
      person = null;
    }
  });
}
