import { shownDeck } from "../cards";
import { Connection, type Link, type Listener, type Wire } from "../wire/connection";
import { earlySocket } from "../wire/early";
import { Calls } from "../wire/calls";
import { merge, viewHash } from "../wire/patch";
import { actionsOf, eventOf, thenOf, type Action, type Batch, type GameEvent, type Then } from "../wire/objects";
import type { Line, Phrase, Problem, Rights, TableSpec, TableView } from "../wire/protocol";
import type { Tip, Told, Update, Watchers, Whole, ZoneSpec } from "../wire/protocol";

/** The seat number of a spectator. */
export const WATCHER = 15;

export interface ZoneState {
  spec: ZoneSpec;
  /** faces; 255 is a back */
  cards: readonly number[];
}

export interface Entry {
  v: number;
  /** rises by one with every event: a key for lists */
  n: number;
  said: GameEvent;
  /** who sat there when it was said */
  then: Then;
}

const TALK_LENGTH = 50; // lines
const LOG_LENGTH = 1000; // events: a long deal is known to its beginning

export function openSocket(table: string): Wire {
  const early = earlySocket();
  if (early) return early;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}/api/socket/${table}${window.early?.slow ?? ""}`) as unknown as Wire;
}

/** Where a table gets its events, and where its requests go: a socket, or a match that is replayed. */
export type Source = Pick<Connection, "have" | "request" | "nudge" | "close">;

async function serverAnswers(): Promise<boolean> {
  return (await fetch("/healthz", { cache: "no-store" })).ok;
}

type Liked = { readonly deck: string; readonly name?: string; readonly points?: boolean; readonly large?: boolean };

/** One table as this viewer sees it, and the requests that they can make. Everything is reactive. */
export class TableStore implements Listener {
  #spec = $state.raw<TableSpec | null>(null);
  #view = $state.raw<TableView | null>(null);
  #said = $state.raw<Entry[]>([]);
  #lines = $state.raw<readonly Line[]>([]);
  #link = $state<Link>("connecting");
  /** What the viewer may do apart from playing, as the server says. */
  rights = $state.raw<Omit<Rights, "t">>({});
  /** Who watches. */
  watchers = $state.raw<Pick<Watchers, "n" | "names">>({ n: 0, names: [] });
  #waiting = $state(0);
  #offset = 0;
  #coming = $state(-1);
  #ends = $state.raw(0);
  #count = 0;
  readonly #happened = new Calls<[events: readonly GameEvent[], v: number]>();
  readonly #refused = new Calls<[problem: Problem]>();
  readonly #advised = new Calls<[tip: Tip]>();
  readonly #drawn = new Calls<[]>();
  readonly #finished = new Calls<[id: number]>();
  readonly #returned = new Calls<[entries: readonly Entry[], missed: number | null]>();
  #recalled = false;
  #came = false; // nothing has happened since the whole view
  readonly #connection: Source;
  /** The viewer's preferences: which drawings, if a pack has several; whether points so far are shown; larger cards. */
  liked = $state.raw<Liked>({ deck: "" });

  constructor(
    readonly id: string,
    dial: () => Wire = () => openSocket(id),
    listenTo: (listener: Listener) => Source = (listener) =>
      new Connection(id, listener, dial, Math.random, serverAnswers),
  ) {
    this.#connection = listenTo(this);
  }

  // -- the state of the table

  get shown(): boolean {
    return this.#spec !== null && this.#view !== null;
  }

  get spec(): TableSpec {
    if (!this.#spec) throw new Error("the table has not been seen yet");
    return this.#spec;
  }

  get view(): TableView {
    if (!this.#view) throw new Error("the table has not been seen yet");
    return this.#view;
  }

  /** What the viewer may do now: the same objects as long as the list is the same. */
  get legal(): readonly Action[] {
    return actionsOf(this.view.legal);
  }

  /** The table events that can be reported now. */
  get host(): readonly Action[] {
    return actionsOf(this.view.host);
  }

  /** What the rules may accept though it is not legal; `view.dares` says which. */
  get unlisted(): readonly Action[] {
    return actionsOf(this.spec.unlisted);
  }

  /** The drawings that the viewer sees. */
  get deck(): string {
    return shownDeck(this.spec, this.liked.deck);
  }

  /** Without what a table does not tell. */
  readonly said: readonly Entry[] = $derived(this.#said.filter(({ said }) => said.moment !== "quiet"));

  /** What people have said, the last lines of it. */
  get lines(): readonly Line[] {
    return this.#lines;
  }

  /** The time of a line, on this page's clock. */
  timeOf({ n }: Line): number {
    return n - this.#offset;
  }

  get link(): Link {
    return this.#link;
  }

  get busy(): boolean {
    return this.#waiting > 0;
  }

  get me(): number {
    return this.#view?.you ?? WATCHER;
  }

  get watching(): boolean {
    return this.me === WATCHER;
  }

  /** The seat that the viewer gets when the deal is over, −1: none. */
  get coming(): number {
    return this.watching ? this.#coming : -1;
  }

  /** Only this viewer and bots play here: a window in which the viewer can do nothing need not be shown. */
  get onePerson(): boolean {
    return !this.watching && this.view.occupants.every((occupant, seat) => seat === this.me || occupant.who === "bot");
  }

  get around(): number[] {
    const first = this.watching ? 0 : this.me;
    return Array.from({ length: this.spec.seats }, (_, i) => (first + i) % this.spec.seats);
  }

  zone(id: string): ZoneState {
    const spec = this.spec.zones.find((zone) => zone.id === id);
    if (!spec) throw new Error(`no zone ${id} at this table`);
    return { spec, cards: this.view.zones[id] ?? [] };
  }

  zones(role: ZoneSpec["role"], owner?: number): ZoneState[] {
    return this.spec.zones
      .filter((spec) => spec.role === role && (owner === undefined || spec.owner === owner))
      .map((spec) => ({ spec, cards: this.view.zones[spec.id] ?? [] }));
  }

  waitsFor(seat: number): boolean {
    return ((this.view.must >> seat) & 1) === 1;
  }

  fact(name: string): TableView["facts"][string] | undefined {
    const { kind } = this.spec.facts.find((spec) => spec.name === name) ?? {};
    if (
      (kind === "tally" && !this.spec.aids) ||
      ((kind === "points" || kind === "tally") && this.liked.points === false)
    )
      return undefined;
    return this.view.facts[name];
  }

  notation(face: number): string {
    return this.spec.faces[face] ?? "?";
  }

  /** How a face is drawn: with a star where it stands for others. */
  drawn = (face: number): string => this.notation(face) + (this.spec.wild.includes(face) ? "*" : "");

  /** When the open window ends for this page, on its own clock (ms); it is equally long for everybody. */
  get windowEnds(): number {
    return this.#ends;
  }

  /** A time of the server on this page's clock, ms. */
  here(at: number): number {
    return at - this.#offset;
  }

  /** There are windows at this table: at least one has been opened. */
  get windowed(): boolean {
    return this.#ends > 0;
  }

  // Call a function each time. Each returns the function that ends it.

  /** With each update's events, when the update is shown. */
  readonly listen = this.#happened.add;
  /** With each refusal. */
  readonly onProblem = this.#refused.add;
  /** With each tip. */
  readonly onTip = this.#advised.add;
  /** For each view as soon as it is shown, whole or as an update. */
  readonly onShown = this.#drawn.add;
  /** With the id of each message that is done, when its effect is shown. */
  readonly onDone = this.#finished.add;
  /**
   * With what was said in this deal, when this viewer comes to the table or back to it, or when the deal is opened
   * after its end; and with how much of that they have missed (null: they were not there; 0: nothing).
   */
  readonly onReturn = this.#returned.add;

  // Requests. The returned number is the message's: a refusal or a tip names the one it answers.

  act({ verb, to }: Action, cards: readonly number[]): number {
    return this.request({ t: "act", v: this.#connection.have, verb, cards: [...cards], to });
  }

  /** Ask why these cards cannot be played so; nothing is done. */
  ask(verb: string, cards: readonly number[]): number {
    return this.request({ t: "act", v: this.#connection.have, verb, cards: [...cards], to: -1, ask: true });
  }

  /** Report a table event: one of `host`. */
  report({ verb, cards, to }: Action): number {
    return this.request({ t: "act", v: this.#connection.have, verb, cards: [...cards], to, host: true });
  }

  undo(): number {
    return this.request({ t: "undo" });
  }

  hint(): number {
    return this.request({ t: "hint", v: this.#connection.have });
  }

  sit(seat: number, name: string): void {
    this.request({ t: "sit", seat, name });
  }

  stand(): void {
    this.request({ t: "stand" });
  }

  rename(name: string): void {
    this.request({ t: "rename", name });
  }

  start(): void {
    this.request({ t: "start" });
  }

  ready(): void {
    this.request({ t: "ready", deal: this.view.sheets.at(-1)?.deal ?? this.view.deal });
  }

  again(): void {
    this.request({ t: "again" });
  }

  nudge(): void {
    this.#connection.nudge();
  }

  close(): void {
    this.#connection.close();
  }

  request(message: Parameters<Connection["request"]>[0]): number {
    return this.#connection.request(message);
  }

  // -- calls of the connection

  /** @internal */
  welcome(spec: TableSpec, clockOffset: number, coming = -1): void {
    this.#spec = spec;
    this.#coming = coming;
    this.#offset = clockOffset;
  }

  /** @internal `before`: what happened in this deal so far, where it is known; else the log goes on as it is. */
  whole(frame: Whole, before?: readonly Batch[]): void {
    if (before) this.#said = [];
    else this.#newDeal(frame.view);
    this.#window(frame.view, true);
    this.#came = true;
    this.#view = frame.view;
    this.#drawn.call();
    for (const { events, v, then } of before ?? []) this.#note(events.map(eventOf), v, () => then);
  }

  /** @internal */
  told(frame: Told): void {
    const known = this.#said.filter(({ said: { kind, topic } }) => kind !== "shuffle" && !topic);
    const absent = this.#recalled ? Math.max(0, frame.events.length - known.length) : null;
    const missed = this.#came ? absent : 0;
    this.#recalled = true;
    this.#said = [];
    const now = thenOf(this.view);
    this.#note(frame.events.map(eventOf), frame.v, (i) => {
      const [, you = now.you, names = now.names] = frame.sat.findLast(([n]) => n <= i) ?? [];
      return { you, names };
    });
    this.#returned.call(this.#said, missed);
  }

  /** @internal */
  update(frame: Update): void {
    const view = merge(this.#view, frame.patch) as TableView;
    this.#newDeal(view);
    this.#window(view, false);
    this.#came = false;
    this.#view = view;
    this.#drawn.call();
    const events = frame.events.map(eventOf);
    this.#note(events, frame.v, (i) => thenOf(view, events[i]?.topic));
    this.#happened.call(events, frame.v);
  }

  /** @internal */
  entitled = (frame: Rights): unknown => (this.rights = frame);
  /** @internal */
  crowd = (frame: Watchers): unknown => (this.watchers = frame);
  /** @internal How the viewer wants to be called who watches. */
  called = (): string => this.liked.name ?? "";

  /** @internal */
  hash(): string {
    return this.#view ? viewHash(this.#view) : "";
  }

  /** @internal */
  waiting(n: number): void {
    this.#waiting = n;
  }

  /** @internal */
  done(id: number): void {
    this.#finished.call(id);
  }

  /** @internal */
  problem(frame: Problem): void {
    this.#refused.call(frame);
  }

  /** @internal */
  tip(frame: Tip): void {
    this.#advised.call(frame);
  }

  /** @internal */
  talk(lines: readonly Line[]): void {
    this.#lines = [...this.#lines, ...lines].slice(-TALK_LENGTH);
  }

  /** @internal */
  state(link: Link): void {
    this.#link = link;
  }

  /**
   * A window's time begins when the page learns of it. A page that comes later has what is left of it on the server's
   * clock.
   */
  #window({ window }: TableView, late: boolean): void {
    if (!window || window.closes === this.#view?.window?.closes) return;
    const left = this.here(window.closes - window.spare) - Date.now();
    this.#ends = Date.now() + (late ? Math.max(0, Math.min(window.lasts, left)) : window.lasts);
  }

  #newDeal(view: TableView): void {
    // after a match of one deal the next deal is the first, too
    const again = this.#view?.status === "match_over" && view.status !== "match_over";
    if (again || view.deal !== this.#view?.deal) this.#said = [];
  }

  #note(events: readonly GameEvent[], v: number, then: (i: number) => Then): void {
    const entries = events.map((said, i) => ({ v, n: this.#count++, said, then: then(i) }));
    this.#said = [...this.#said, ...entries].slice(-LOG_LENGTH);
  }
}
