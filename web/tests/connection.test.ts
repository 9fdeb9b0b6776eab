// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Connection, type Link, type Wire } from "../src/wire/connection";
import { PROTO } from "../src/wire/protocol";
import type { ClientMessage, Problem, ServerMessage, Tip, TableSpec, TableView } from "../src/wire/protocol";

const SPEC = { table: "t1" } as TableSpec;
const view = (n: number): TableView => ({ deal: n }) as TableView;

class FakeWire implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: ClientMessage[] = [];
  closed = false;

  send(text: string): void {
    if (!this.closed) this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.closed = true;
  }

  /** The server sends something. */
  say(...frames: ServerMessage[]): void {
    for (const frame of frames) this.onmessage?.({ data: JSON.stringify(frame) });
  }

  drop(): void {
    this.closed = true;
    this.onclose?.();
  }

  of<T extends ClientMessage["t"]>(t: T): Extract<ClientMessage, { t: T }>[] {
    return this.sent.filter((message): message is Extract<ClientMessage, { t: T }> => message.t === t);
  }
}

const welcome = (v: number, epoch = "e1"): ServerMessage => ({ t: "welcome", proto: PROTO, epoch, v, now: Date.now() + 50, spec: SPEC });
const whole = (v: number): ServerMessage => ({ t: "view", v, view: view(v) });
const update = (v: number): ServerMessage => ({ t: "update", v, events: [], patch: { deal: v } });

function setUp(answers = false): { wires: FakeWire[]; heard: { shown: number[]; links: Link[]; problems: Problem[]; tips: Tip[]; waiting: number[]; offsets: number[] }; connection: Connection } {
  const wires: FakeWire[] = [];
  const heard = { shown: [] as number[], links: [] as Link[], problems: [] as Problem[], tips: [] as Tip[], waiting: [] as number[], offsets: [] as number[] };
  const connection = new Connection(
    "t1",
    {
      state: (link) => heard.links.push(link),
      welcome: (_, offset) => heard.offsets.push(offset),
      whole: (frame) => heard.shown.push(frame.v),
      update: (frame) => heard.shown.push(frame.v),
      hash: () => `h${heard.shown.at(-1)}`,
      waiting: (n) => heard.waiting.push(n),
      problem: (frame) => heard.problems.push(frame),
      tip: (frame) => heard.tips.push(frame),
    },
    () => {
      const wire = new FakeWire();
      wires.push(wire);
      return wire;
    },
    () => 0.5,
    () => Promise.resolve(answers),
  );
  return { wires, heard, connection };
}

function live(): ReturnType<typeof setUp> & { wire: FakeWire } {
  const set = setUp();
  const wire = set.wires[0]!;
  wire.onopen?.();
  wire.say(welcome(3), whole(3));
  return { ...set, wire };
}

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

describe("the first visit", () => {
  test("hello, welcome, the whole view: live", () => {
    const { wire, heard } = live();
    expect(wire.sent[0]).toEqual({ t: "hello", proto: PROTO, table: "t1", have: -1, epoch: "", heard: -1, name: "" });
    expect(heard.shown).toEqual([3]);
    expect(heard.links).toEqual(["live"]);
    expect(heard.offsets).toEqual([50]);
  });

  test("updates follow gap-free, skips are counted, repeats are dropped", () => {
    const { wire, heard, connection } = live();
    wire.say(update(4), { t: "skip", v: 5 }, update(5), update(4), update(6));
    expect(heard.shown).toEqual([3, 4, 6]);
    expect(connection.have).toBe(6);
  });

  test("a table that does not exist is not asked for again", () => {
    const { wires, heard } = setUp();
    wires[0]!.onopen?.();
    wires[0]!.say({ t: "error", id: -1, code: "unknown_table", args: {} });
    vi.advanceTimersByTime(60_000);
    expect(heard.links).toEqual(["refused"]);
    expect(wires).toHaveLength(1);
    expect(wires[0]!.closed).toBe(true);
  });

  test("a table that cannot go on is not asked for again, not even when the network is back", () => {
    const { wires, wire, heard, connection } = live();
    wire.drop();
    vi.advanceTimersByTime(1000);
    wires[1]!.onopen?.();
    wires[1]!.say({ t: "error", id: -1, code: "closed", args: { reason: "@error.version" } });
    connection.nudge();
    vi.advanceTimersByTime(60_000);
    expect(heard.links.at(-1)).toBe("closed");
    expect(heard.problems).toHaveLength(1);
    expect(wires).toHaveLength(2);
    expect(wires[1]!.closed).toBe(true);
  });

  test("another protocol: the page is outdated and says so", () => {
    const { wires, heard } = setUp();
    wires[0]!.onopen?.();
    wires[0]!.say({ ...welcome(1), proto: PROTO + 1 } as ServerMessage);
    expect(heard.links).toEqual(["outdated"]);
    expect(heard.shown).toEqual([]);
  });
});

describe("a gap", () => {
  test("is not shown, and hello asks for what is missing", () => {
    const { wire, heard } = live();
    vi.advanceTimersByTime(1500);
    wire.say(update(6));
    expect(heard.shown).toEqual([3]);
    vi.advanceTimersByTime(600);
    expect(wire.of("hello").at(-1)).toMatchObject({ have: 3, epoch: "e1", heard: -1, name: "" });
    wire.say(welcome(6), update(4), update(5), update(6), update(7));
    expect(heard.shown).toEqual([3, 4, 5, 6, 7]);
  });

  test("one hello a second, however many updates come meanwhile", () => {
    const { wire } = live();
    vi.advanceTimersByTime(2000);
    for (let v = 6; v < 30; v++) wire.say(update(v));
    vi.advanceTimersByTime(900);
    expect(wire.of("hello")).toHaveLength(2);
  });

  test("that the server answers with a whole view is closed by it", () => {
    const { wire, heard } = live();
    wire.say(update(9));
    vi.advanceTimersByTime(1500);
    wire.say(welcome(20), whole(20), update(21));
    expect(heard.shown).toEqual([3, 20, 21]);
    vi.advanceTimersByTime(2000);
    expect(wire.of("hello")).toHaveLength(2);
  });
});

describe("messages that want an answer", () => {
  test("have rising ids, also within a millisecond and over a reload", () => {
    const { connection } = live();
    const ids = [connection.request({ t: "stand" }), connection.request({ t: "stand" })];
    expect(ids[1]).toBeGreaterThan(ids[0]!);
    vi.advanceTimersByTime(5);
    const again = live();
    expect(again.connection.request({ t: "stand" })).toBeGreaterThan(ids[1]!);
  });

  test("are sent again as they were after 2.5 s, until the ack", () => {
    const { wire, connection, heard } = live();
    const id = connection.request({ t: "act", v: 3, verb: "play", cards: [1], to: -1 });
    vi.advanceTimersByTime(6000);
    const sent = wire.of("act");
    expect(sent.length).toBeGreaterThanOrEqual(3);
    expect(new Set(sent.map((message) => JSON.stringify(message))).size).toBe(1);
    wire.say({ t: "ack", id, v: 3 });
    vi.advanceTimersByTime(6000);
    expect(wire.of("act")).toHaveLength(sent.length);
    expect(heard.waiting.at(-1)).toBe(0);
  });

  test("are not settled before their effect is shown", () => {
    const { wire, connection, heard } = live();
    const id = connection.request({ t: "act", v: 3, verb: "pass" });
    expect(heard.waiting.at(-1)).toBe(1);
    wire.say({ t: "ack", id, v: 4 });
    expect(heard.waiting.at(-1)).toBe(1);
    wire.say(update(4));
    expect(heard.waiting.at(-1)).toBe(0);
  });

  test("a refusal settles them and is reported", () => {
    const { wire, connection, heard } = live();
    const id = connection.request({ t: "act", v: 3, verb: "pass" });
    wire.say({ t: "error", id, code: "illegal", args: {} }, whole(3));
    expect(heard.problems.map((problem) => problem.code)).toEqual(["illegal"]);
    expect(heard.waiting.at(-1)).toBe(0);
    expect(heard.shown).toEqual([3, 3]);
  });

  test("a tip settles the question and is reported once; nothing waits for it", () => {
    const { wire, connection, heard } = live();
    const id = connection.request({ t: "hint", v: 3 });
    expect(heard.waiting.at(-1)).toBe(0);
    wire.say({ t: "tip", id, verb: "pass", cards: [], to: -1, say: ["why", {}] });
    vi.advanceTimersByTime(6000);
    expect(wire.of("hint")).toHaveLength(1);
    expect(heard.tips.map((tip) => tip.id)).toEqual([id]);
    expect(heard.waiting.at(-1)).toBe(0);
  });

  test("given while there is no connection they go out when there is one", () => {
    const { wires, connection } = setUp();
    connection.request({ t: "sit", seat: 0 });
    wires[0]!.onopen?.();
    expect(wires[0]!.of("sit")).toHaveLength(0);
    wires[0]!.say(welcome(3));
    expect(wires[0]!.of("sit")).toHaveLength(1);
  });
});

describe("a lost socket", () => {
  test("comes back with what it has, and sends again what was not answered", () => {
    const { wires, wire, heard, connection } = live();
    const id = connection.request({ t: "act", v: 3, verb: "play", cards: [7] });
    wire.drop();
    expect(heard.links.at(-1)).toBe("retrying");
    vi.advanceTimersByTime(500);
    const second = wires[1]!;
    second.onopen?.();
    expect(second.sent).toEqual([{ t: "hello", proto: PROTO, table: "t1", have: 3, epoch: "e1", heard: -1, name: "" }]);
    second.say(welcome(5), update(4), update(5));
    expect(second.of("act").map((message) => message.id)).toEqual([id]);
    expect(heard.links.at(-1)).toBe("live");
    expect(heard.shown).toEqual([3, 4, 5]);
  });

  test("waits longer after each failure, at most ten seconds or so", () => {
    const { wires, wire } = live();
    wire.drop();
    const waits: number[] = [];
    for (let n = 1; n < 9; n++) {
      const start = Date.now();
      while (wires.length === n) vi.advanceTimersByTime(50);
      waits.push(Date.now() - start);
      wires[n]!.drop();
    }
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits[0]).toBeLessThan(500);
    expect(waits.at(-1)).toBeLessThanOrEqual(12_500);
    expect(waits.at(-1)).toBeGreaterThan(8000);
  });

  test("a nudge does not wait", () => {
    const { wires, wire, connection } = live();
    wire.drop();
    connection.nudge();
    expect(wires).toHaveLength(2);
    vi.advanceTimersByTime(5000);
    expect(wires).toHaveLength(2);
  });

  test("a server that was restarted has another epoch: its view counts, whatever its number", () => {
    const { wires, wire, heard } = live();
    wire.say(update(4), update(5));
    wire.drop();
    vi.advanceTimersByTime(500);
    wires[1]!.onopen?.();
    wires[1]!.say(welcome(4, "e2"), update(4), whole(4), update(5));
    expect(heard.shown).toEqual([3, 4, 5, 4, 5]);
  });

  test("an old socket that speaks late is not heard", () => {
    const { wires, wire, heard, connection } = live();
    wire.drop();
    connection.nudge();
    wires[1]!.onopen?.();
    wires[1]!.say(welcome(4), update(4));
    wire.say(update(5));
    expect(heard.shown).toEqual([3, 4]);
  });
});

describe("a page that was asleep", () => {
  test("pings at once, and opens a new socket after a second without an answer", () => {
    const { wires, wire, heard, connection } = live();
    vi.setSystemTime(Date.now() + 3_600_000); // no timer ran in between
    const before = wire.of("ping").length;
    connection.nudge();
    expect(wire.of("ping")).toHaveLength(before + 1);
    wire.say(update(4)); // it had come before the page fell asleep
    vi.advanceTimersByTime(1000);
    expect(wire.closed).toBe(true);
    expect(wires).toHaveLength(2);
    wires[1]!.onopen?.();
    expect(wires[1]!.sent[0]).toMatchObject({ t: "hello", have: 4, epoch: "e1" });
    wires[1]!.say(welcome(9), whole(9));
    expect(heard.links.at(-1)).toBe("live");
    expect(heard.shown.at(-1)).toBe(9);
  });

  test("keeps a socket that answers", () => {
    const { wires, wire, connection } = live();
    vi.setSystemTime(Date.now() + 3_600_000);
    connection.nudge();
    connection.nudge(); // several events for one waking
    const pings = wire.of("ping");
    expect(pings).toHaveLength(1);
    wire.say({ t: "pong", n: pings[0]!.n, now: 0 });
    vi.advanceTimersByTime(4000);
    expect(wires).toHaveLength(1);
    expect(wire.closed).toBe(false);
  });

  test("notices by its own late clock, too, that it slept", () => {
    const { wires, wire } = live();
    vi.setSystemTime(Date.now() + 60_000);
    vi.advanceTimersByTime(500); // a throttled timer: a long silence, but nobody has listened
    expect(wires).toHaveLength(1);
    expect(wire.of("ping")).toHaveLength(1);
    wire.say({ t: "pong", n: wire.of("ping")[0]!.n, now: 0 });
    vi.advanceTimersByTime(3000);
    expect(wires).toHaveLength(1);
  });

  test("a socket that hangs while opening is not waited for", () => {
    const { wires, connection } = setUp();
    connection.nudge();
    vi.advanceTimersByTime(1000);
    expect(wires).toHaveLength(2);
    expect(wires[0]!.closed).toBe(true);
  });
});

describe("no WebSocket", () => {
  test("a browser without WebSocket says so, and nothing is tried again", () => {
    const links: Link[] = [];
    const deaf = { state: (link: Link) => links.push(link), welcome() {}, whole() {}, update() {}, hash: () => "", waiting() {}, problem() {}, tip() {} };
    let dials = 0;
    const connection = new Connection("t1", deaf, () => {
      dials += 1;
      throw new ReferenceError("WebSocket is not defined");
    });
    vi.advanceTimersByTime(60_000);
    connection.nudge();
    expect([links, dials]).toEqual([["unable"], 1]);
  });

  test("if the server answers and no socket ever opens, something blocks it; a socket that gets through ends that", async () => {
    const { wires, heard } = setUp(true);
    for (let n = 0; n < 3; n++) {
      wires[n]!.drop();
      await vi.advanceTimersByTimeAsync(2000);
    }
    expect(heard.links.at(-1)).toBe("blocked");
    wires.at(-1)!.drop();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(heard.links.at(-1)).toBe("blocked");
    const wire = wires.at(-1)!;
    wire.onopen?.();
    wire.say(welcome(3), whole(3));
    expect(heard.links.at(-1)).toBe("live");
  });

  test("if the server does not answer either, the page goes on trying", async () => {
    const { wires, heard } = setUp(false);
    for (let n = 0; n < 4; n++) {
      wires[n]!.drop();
      await vi.advanceTimersByTimeAsync(4000);
    }
    expect(heard.links.at(-1)).toBe("retrying");
  });
});

describe("the pulse", () => {
  test("a ping every 2.5 s, and every fourth says the hash of what is shown", () => {
    const { wire } = live();
    vi.advanceTimersByTime(3000);
    wire.say(update(4), { t: "pong", n: 1, now: 0 });
    for (let i = 0; i < 4; i++) {
      vi.advanceTimersByTime(2500);
      wire.say({ t: "pong", n: 1, now: 0 });
    }
    const pings = wire.of("ping").slice(0, 5);
    expect(pings.map((ping) => ping.n)).toEqual([1, 2, 3, 4, 5]);
    expect(pings.map((ping) => ping.h)).toEqual(["h3", "", "", "", "h4"]);
    expect([pings[0]!.v, pings[4]!.v]).toEqual([3, 4]);
  });

  test("silence for 9 s is a dead socket", () => {
    const { wires, wire, heard } = live();
    vi.advanceTimersByTime(8900);
    expect(wires).toHaveLength(1);
    vi.advanceTimersByTime(2000);
    expect(wire.closed).toBe(true);
    expect(heard.links.at(-1)).toBe("retrying");
    expect(wires).toHaveLength(2);
  });

  test("a socket that never opens is given up, too", () => {
    const { wires } = setUp();
    vi.advanceTimersByTime(11_000);
    expect(wires.length).toBeGreaterThanOrEqual(2);
  });

  test("a whole view sent because the hash was wrong replaces what is shown", () => {
    const { wire, heard } = live();
    wire.say(whole(3));
    expect(heard.shown).toEqual([3, 3]);
  });

  test("a closed table is silent", () => {
    const { wires, wire, connection } = live();
    connection.close();
    const before = wire.sent.length;
    vi.advanceTimersByTime(60_000);
    expect(wire.sent).toHaveLength(before);
    expect(wires).toHaveLength(1);
  });
});

test("whatever is lost, doubled or cut off, the page shows every number once and in order", () => {
  for (let seed = 1; seed <= 40; seed++) {
    let state = seed;
    const chance = (n: number): number => ((state = (state * 48271) % 2147483647) % n);
    const { wires, heard, connection } = setUp();
    let last = 0;
    const serve = (wire: FakeWire): void => {
      for (const message of wire.sent.splice(0)) {
        if (message.t !== "hello") continue;
        const have = message.have ?? -1;
        wire.say(welcome(last));
        if (have < 0) wire.say(whole(last));
        else for (let v = have + 1; v <= last; v++) if (chance(5)) wire.say(update(v));
      }
    };
    for (let step = 0; step < 400; step++) {
      const wire = wires.at(-1)!;
      if (wire.closed) vi.advanceTimersByTime(3000);
      const now = wires.at(-1)!;
      if (chance(10) === 0) now.onopen?.();
      serve(now);
      last++;
      if (chance(6)) now.say(update(last));
      if (chance(4) === 0) now.say(update(Math.max(1, last - chance(4))));
      if (chance(25) === 0) now.drop();
      vi.advanceTimersByTime(chance(800));
    }
    for (let calm = 0; calm < 60 && connection.have < last; calm++) {
      const wire = wires.at(-1)!;
      if (wire.closed || calm === 0) wire.drop();
      vi.advanceTimersByTime(13_000 / 4);
      const next = wires.at(-1)!;
      next.onopen?.();
      for (const message of next.sent.splice(0)) {
        if (message.t !== "hello") continue;
        next.say(welcome(last));
        if ((message.have ?? -1) < 0) next.say(whole(last));
        else for (let v = (message.have ?? 0) + 1; v <= last; v++) next.say(update(v));
      }
    }
    expect(connection.have).toBe(last);
    const sorted = [...new Set(heard.shown)].sort((a, b) => a - b);
    expect(heard.shown).toEqual(sorted);
    for (const [i, v] of heard.shown.entries()) if (i > 0) expect(v).toBe(heard.shown[i - 1]! + 1);
    connection.close();
  }
}, 30_000);
