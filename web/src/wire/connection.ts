import { PROTO, type Tip, type Told, type Update, type Watchers, type Whole } from "./protocol";
import type { ClientMessage, Line, Problem, Rights, ServerMessage, TableSpec } from "./protocol";
import type { Batch } from "./objects";

/** How a connection ends for good. "refused": there is no such table; "closed": it cannot go on; "outdated": the server speaks a newer
    protocol than this page; "unable": this browser has no WebSocket. */
export type End = "refused" | "closed" | "outdated" | "unable";
/** "blocked": the server answers, but no socket opens, so something on the way blocks it; the page keeps trying. */
export type Link = "connecting" | "live" | "retrying" | "blocked" | End;

const ENDS: Readonly<Record<string, End>> = { unknown_table: "refused", closed: "closed", outdated: "outdated" };

/** What a connection reports to its table, in order and each number once. */
export interface Listener {
  state(link: Link): void;
  /** `coming`: the seat that this person gets when the deal is over, −1: none. */
  welcome(spec: TableSpec, clockOffset: number, coming?: number): void;
  whole(frame: Whole, before?: readonly Batch[]): void;
  /** What was said in this deal before the view that has just come. */
  told?(frame: Told): void;
  update(frame: Update): void;
  /** What this person may do apart from playing. */
  entitled?(frame: Rights): unknown;
  /** The hash of the view that is shown, "" where there is none. */
  hash(): string;
  /** This many messages are sent and not answered, or done with an effect that is not shown yet. */
  waiting(n: number): void;
  /** This message is done, and its effect is shown. */
  done?(id: number): void;
  /** A message was refused. */
  problem(frame: Problem): void;
  /** The advice that was asked for. */
  tip(frame: Tip): void;
  /** Who watches. */
  crowd?(frame: Watchers): unknown;
  /** How the viewer wants to be called who watches. */
  called?(): string;
  /** What people have said. */
  talk?(lines: readonly Line[]): void;
}

/** The part of a WebSocket that is needed; the tests have their own. */
export interface Wire {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

/** A message that needs an answer. */
export type Request = Extract<ClientMessage, { id: number }>;
type Unnumbered<M> = M extends Request ? Omit<M, "id"> : never;

function changesNothing(message: Request): boolean {
  return message.t === "hint" || message.t === "say" || (message.t === "act" && message.ask === true);
}

const PING_MS = 2500;
const FIRST_PING_MS = 500; // after the welcome, when the view has come
const HASHED = 4; // one ping in that many contains the hash
const RESEND_MS = 2500;
const DEAD_MS = 9000;
const REHELLO_MS = 1000;
const PROBE_MS = 1000; // for an answer, if the connection may be dead
const SLEPT_MS = 5000; // a timer that fires this late was asleep
const BLOCKED = 3; // sockets that never opened, before the page asks the server over HTTP
const BACKOFF_MS = [300, 600, 1200, 2500, 5000, 10000];

/**
 * One table over a sequence of sockets. Messages are repeated until the server answers, updates are passed on without
 * gaps: after a lost socket hello names the last number shown, and the server sends what came since, or the whole view.
 */
export class Connection {
  #wire: Wire | null = null;
  #welcomed = false;
  #resyncing = false;
  #gap = false;
  #state: Link = "connecting";
  #ended = false;
  #epoch = "";
  #have = -1;
  #heard = -1; // the last line of talk
  #lastId = 0;
  #unanswered = new Map<number, { message: Request; at: number }>();
  #awaited = -1; // the number of the last effect promised by an ack
  #promised: { id: number; v: number }[] = []; // what was done, with the number of its effect, until that is shown
  #received = 0;
  #pinged = 0;
  #pings = 0;
  #ponged = 0;
  #saidHello = 0;
  #failures = 0;
  #opened = false; // a socket has opened since the page was loaded
  #due = 0; // when the timer should fire, 0: never
  #timer: ReturnType<typeof setTimeout> | undefined;
  #probe: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: string,
    readonly listener: Listener,
    readonly dial: () => Wire,
    readonly random: () => number = Math.random,
    /** Does the server answer over HTTP? */
    readonly reach: () => Promise<boolean> = () => Promise.resolve(false),
  ) {
    this.#connect();
  }

  /** The last number shown. */
  get have(): number {
    return this.#have;
  }

  /** Send a message and repeat it until it is answered. Returns its id. */
  request(message: Unnumbered<Request>): number {
    // The server recognises a repeat by person and id, so no id is used twice, across reloads either.
    this.#lastId = Math.max(this.#lastId + 1, Date.now());
    const numbered = { ...message, id: this.#lastId } as Request;
    this.#unanswered.set(numbered.id, { message: numbered, at: Date.now() });
    this.#count();
    if (this.#welcomed) this.#send(numbered);
    this.#plan();
    return numbered.id;
  }

  /** Try again at once: the network is back, or the page is visible again. */
  nudge(): void {
    if (this.#ended) return;
    if (this.#wire === null) this.#redial();
    else this.#doubt();
  }

  close(): void {
    clearTimeout(this.#retry);
    this.#hangUp();
  }

  /** A socket may be dead without notice: the computer slept, the network changed. Ping, and do not wait long. */
  #doubt(): void {
    if (this.#probe !== undefined) return;
    const wire = this.#wire;
    const welcomed = this.#welcomed;
    if (welcomed) this.#ping(Date.now());
    const n = this.#pings; // messages from before it slept may arrive only now: only the pong counts
    this.#probe = setTimeout(() => {
      this.#probe = undefined;
      if (this.#wire === wire && (welcomed ? this.#ponged < n : !this.#welcomed)) this.#redial();
      else this.#plan();
    }, PROBE_MS);
    this.#plan();
  }

  #redial(): void {
    clearTimeout(this.#retry);
    this.#hangUp();
    if (this.#state !== "blocked") this.#enter(this.#have < 0 ? "connecting" : "retrying");
    this.#connect();
  }

  #connect(): void {
    let wire: Wire;
    try {
      wire = this.dial();
    } catch {
      return this.#stop("unable");
    }
    this.#wire = wire;
    this.#welcomed = false;
    this.#received = Date.now();
    this.#plan();
    wire.onopen = () => {
      this.#opened = true;
      this.#hello();
    };
    wire.onmessage = (event) => {
      if (this.#wire === wire) this.#receive(String(event.data));
    };
    wire.onclose = () => {
      if (this.#wire === wire) this.#lost();
    };
  }

  #hangUp(): void {
    clearTimeout(this.#probe);
    this.#probe = undefined;
    const wire = this.#wire;
    this.#wire = null;
    this.#welcomed = false;
    this.#plan();
    wire?.close();
  }

  #lost(): void {
    this.#wire = null;
    this.#welcomed = false;
    this.#plan();
    if (this.#ended) return;
    if (this.#state !== "blocked") this.#enter(this.#have < 0 && this.#failures === 0 ? "connecting" : "retrying");
    const wait = BACKOFF_MS[Math.min(this.#failures, BACKOFF_MS.length - 1)] ?? 0;
    this.#failures += 1;
    if (this.#failures >= BLOCKED && !this.#opened) void this.#askAround();
    // spread over half the time; otherwise all browsers come back at the same moment after a restart
    this.#retry = setTimeout(() => this.#connect(), wait * (0.75 + this.random() / 2));
  }

  async #askAround(): Promise<void> {
    const answers = await this.reach().catch(() => false);
    if (!this.#ended && !this.#opened) this.#enter(answers ? "blocked" : "retrying");
  }

  #enter(state: Link): void {
    if (this.#state === state) return;
    this.#state = state;
    this.listener.state(state);
  }

  #stop(state: End): void {
    this.#ended = true;
    this.#enter(state);
    this.#hangUp();
  }

  #send(message: ClientMessage): void {
    this.#wire?.send(JSON.stringify(message));
  }

  #hello(): void {
    this.#saidHello = Date.now();
    const seen = { have: this.#have, epoch: this.#epoch, heard: this.#heard };
    this.#send({ t: "hello", proto: PROTO, table: this.table, ...seen, name: this.listener.called?.() ?? "" });
  }

  /** The server does not know this socket: say hello again, once. */
  #greet(): void {
    if (!this.#welcomed) return;
    this.#welcomed = false;
    this.#hello();
  }

  /** Set the single timer for what is due next: nothing wakes the page before that. */
  #plan(): void {
    const now = Date.now();
    const next = this.#nextDue();
    const due = next && Math.max(next, now);
    if (due === this.#due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = due > 0 ? setTimeout(() => this.#tick(), due - now) : undefined;
  }

  #nextDue(): number {
    if (this.#wire === null) return 0;
    const due = this.#probe === undefined ? [this.#received + DEAD_MS + 1] : [];
    if (this.#welcomed) {
      due.push(this.#pinged + PING_MS);
      if (this.#gap) due.push(this.#saidHello + REHELLO_MS);
      for (const { at } of this.#unanswered.values()) due.push(at + RESEND_MS);
    }
    return due.length > 0 ? Math.min(...due) : 0;
  }

  #tick(): void {
    const now = Date.now();
    const slept = now - this.#due > SLEPT_MS;
    this.#due = 0;
    if (this.#wire === null) return;
    if (slept)
      this.#doubt(); // silence while the page slept says nothing about the socket
    else if (this.#probe === undefined && now - this.#received > DEAD_MS) {
      this.#hangUp();
      this.#lost();
    } else if (this.#welcomed) this.#sayWhatIsDue(now);
    this.#plan();
  }

  #sayWhatIsDue(now: number): void {
    if (this.#gap && now - this.#saidHello >= REHELLO_MS) this.#hello();
    if (now - this.#pinged >= PING_MS) this.#ping(now);
    for (const waiting of this.#unanswered.values()) {
      if (now - waiting.at >= RESEND_MS) {
        waiting.at = now;
        this.#send(waiting.message);
      }
    }
  }

  #ping(now: number): void {
    this.#pinged = now;
    const hash = this.#pings++ % HASHED === 0 && !this.#resyncing ? this.listener.hash() : "";
    this.#send({ t: "ping", n: this.#pings, v: this.#have, h: hash });
  }

  #receive(text: string): void {
    const frame = JSON.parse(text) as ServerMessage;
    this.#received = Date.now();
    this.#take(frame);
    this.#plan();
  }

  #take(frame: ServerMessage): void {
    switch (frame.t) {
      case "welcome":
        return this.#welcome(frame);
      case "view":
        if (frame.v < this.#have && !this.#resyncing) return;
        this.#have = frame.v;
        this.#resyncing = this.#gap = false;
        this.listener.whole(frame);
        this.#count();
        return this.#enter("live");
      case "told":
        return this.listener.told?.(frame);
      case "watchers":
        return void this.listener.crowd?.(frame);
      case "rights":
        return void this.listener.entitled?.(frame);
      case "update":
      case "skip":
        if (frame.id !== undefined) this.#done(frame.id, frame.v);
        return this.#next(frame);
      case "ack":
        this.#done(frame.id, frame.v);
        return this.#count();
      case "error":
        if (frame.code === "hello_first") return this.#greet(); // nothing was done: sent again after the welcome
        if (ENDS[frame.code]) this.#stop(ENDS[frame.code] as End);
        this.#unanswered.delete(frame.id);
        this.#count();
        return this.listener.problem(frame);
      case "tip":
        this.#unanswered.delete(frame.id);
        this.#count();
        return this.listener.tip(frame);
      case "talk":
        return this.#hear(frame.lines.filter(({ n }) => n > this.#heard));
      case "pong":
        this.#ponged = frame.n;
        return;
    }
  }

  #welcome(frame: Extract<ServerMessage, { t: "welcome" }>): void {
    if (frame.proto !== PROTO) return this.#stop("outdated");
    if (frame.epoch !== this.#epoch) {
      this.#epoch = frame.epoch;
      this.#resyncing = true; // the numbers started again: the next view counts, whatever its number
      this.#awaited = -1;
      this.#promised = this.#promised.map(({ id }) => ({ id, v: -1 }));
    }
    this.#welcomed = true;
    this.#failures = 0;
    this.listener.welcome(frame.spec, frame.now - Date.now(), frame.coming);
    if (this.#have >= 0 && !this.#resyncing) this.#enter("live");
    const now = Date.now();
    this.#pinged = now + FIRST_PING_MS - PING_MS;
    for (const waiting of this.#unanswered.values()) {
      waiting.at = now;
      this.#send(waiting.message);
    }
  }

  #hear(lines: readonly Line[]): void {
    this.#heard = lines.at(-1)?.n ?? this.#heard;
    if (lines.length > 0) this.listener.talk?.(lines);
  }

  /** Message `id` is done; its effect has number v. */
  #done(id: number, v: number): void {
    this.#awaited = Math.max(this.#awaited, v);
    this.#promised.push({ id, v });
    this.#unanswered.delete(id);
  }

  #next(frame: Extract<ServerMessage, { t: "update" | "skip" }>): void {
    if (this.#resyncing || frame.v <= this.#have) return this.#count();
    if (frame.v > this.#have + 1) {
      this.#gap = true; // the tick says hello again
      return;
    }
    this.#gap = false;
    this.#have = frame.v;
    if (frame.t === "update") {
      this.listener.update(frame);
    }
    this.#count();
  }

  #count(): void {
    if (this.#have >= this.#awaited) this.#awaited = -1;
    // these block nothing
    const asked = [...this.#unanswered.values()].filter(({ message }) => !changesNothing(message));
    this.listener.waiting(asked.length + (this.#awaited >= 0 ? 1 : 0));
    if (this.#promised.length === 0 || this.#resyncing) return;
    const shown = this.#promised.filter(({ v }) => v <= this.#have);
    this.#promised = this.#promised.filter(({ v }) => v > this.#have);
    for (const { id } of shown) this.listener.done?.(id);
  }
}
