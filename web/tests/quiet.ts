/**
 * What wakes an idle page. Nothing here depends on the speed of the machine: callbacks and changes are counted, and the processor time is that of the
 * page's own thread. Wall time would include other processes. No test.
 */
import type { CDPSession, Page } from "@playwright/test";

const PING_MS = 2500;
/** The work of a page's thread, as a share of the time: pings need less. */
const CPU_SHARE = 0.02;
const HEAP = 200 * 1024; // bytes, after garbage collection: what was compiled meanwhile stays
const LOOKS = 8; // of the callbacks named in a report

/** Counted in the page. */
interface Counted {
  /** timers and frames that have called back, and the code that had */
  calls: number;
  from: Record<string, number>;
  /** changes of the document, however small */
  changes: number;
  changed: string[];
  /** animations that have not ended */
  moving: string[];
  elements: number;
}

type Counter = Counted & { on: boolean; begin(): void; end(): Counted };
declare global {
  interface Window {
    quiet?: Counter;
  }
}

/** Runs before any script of the page. */
function count(): void {
  const counter: Counter = {
    on: false,
    calls: 0,
    from: {},
    changes: 0,
    changed: [],
    moving: [],
    elements: 0,
    begin() {
      Object.assign(counter, { on: true, calls: 0, from: {}, changes: 0, changed: [] });
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    },
    end() {
      note(observer.takeRecords());
      observer.disconnect();
      counter.on = false;
      const running = document.getAnimations().filter((one) => one.playState === "running");
      counter.moving = running.map((one) => (one instanceof CSSAnimation ? one.animationName : "an animation"));
      counter.elements = document.querySelectorAll("*").length;
      return { ...counter, begin: undefined, end: undefined } as unknown as Counted;
    },
  };
  const note = (records: readonly MutationRecord[]): void => {
    counter.changes += records.length;
    for (const { type, target } of records.slice(0, 3)) counter.changed.push(`${type} of ${target instanceof Element ? target.outerHTML.slice(0, 80) : target.nodeName}`);
  };
  const observer = new MutationObserver(note);
  /** Every way in which a page asks to be called back later. */
  const counted = <F extends (callback: never, ...more: never[]) => unknown>(name: string, ask: F): F => {
    const asked = (callback: unknown, ...more: never[]): unknown => {
      const by = new Error().stack?.split("\n")[2]?.trim() ?? "";
      const called = (...args: unknown[]): unknown => {
        if (counter.on) {
          counter.calls += 1;
          const who = `${name} ${by}`;
          counter.from[who] = (counter.from[who] ?? 0) + 1;
        }
        return (callback as (...args: unknown[]) => unknown)(...args);
      };
      return ask.call(window as never, (typeof callback === "function" ? called : callback) as never, ...more);
    };
    return asked as unknown as F;
  };
  window.setTimeout = counted("setTimeout", window.setTimeout) as typeof window.setTimeout;
  window.setInterval = counted("setInterval", window.setInterval) as typeof window.setInterval;
  window.requestAnimationFrame = counted("requestAnimationFrame", window.requestAnimationFrame);
  window.requestIdleCallback = counted("requestIdleCallback", window.requestIdleCallback);
  window.quiet = counter;
}

/** What DevTools count for a page: nodes and listeners that are alive, bytes, its thread's time. */
async function measured(devtools: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/** A page under observation. */
export class Watched {
  readonly #asked: string[] = [];
  readonly #said: string[] = [];
  readonly #heard: string[] = [];
  #on = false;
  #since = 0;
  #sockets = 0;
  #devtools: CDPSession | undefined;
  #before: Record<string, number> = {};

  /** Observe a page, before it navigates. */
  static async open(page: Page, name: string): Promise<Watched> {
    await page.addInitScript(count);
    return new Watched(page, name);
  }

  private constructor(
    readonly page: Page,
    readonly name: string,
  ) {
    page.on("request", (request) => this.#on && this.#asked.push(request.url()));
    page.on("console", (line) => this.#on && this.#asked.push(`console: ${line.text()}`));
    page.on("websocket", (socket) => {
      this.#sockets += 1;
      if (this.#on) this.#asked.push(socket.url());
      socket.on("close", () => (this.#sockets -= 1));
      socket.on("framesent", ({ payload }) => this.#on && this.#said.push(String(payload)));
      socket.on("framereceived", ({ payload }) => this.#on && this.#heard.push(String(payload)));
    });
  }

  async begin(): Promise<void> {
    this.#devtools ??= await this.page.context().newCDPSession(this.page);
    await this.#devtools.send("Performance.enable", { timeDomain: "threadTicks" });
    await this.#devtools.send("HeapProfiler.collectGarbage");
    await this.page.evaluate(() => window.quiet?.begin());
    this.#before = await measured(this.#devtools);
    this.#since = Date.now();
    this.#on = true;
  }

  /** Return what has happened since `begin`, one line each; nothing if the page was silent. ms: how long that is, at least. */
  async end(ms: number): Promise<string[]> {
    const devtools = this.#devtools;
    if (!devtools) throw new Error("nothing was begun");
    this.#on = false;
    const busy = await measured(devtools);
    const counted = await this.page.evaluate(() => window.quiet?.end());
    await devtools.send("HeapProfiler.collectGarbage");
    const after = await measured(devtools);
    await devtools.detach();
    if (!counted) throw new Error(`${this.name}: the page went elsewhere`);
    const grown = (name: string): number => (after[name] ?? 0) - (this.#before[name] ?? 0);
    const pings = this.#sockets * Math.ceil((Date.now() - this.#since) / PING_MS + 1);
    const cpu = (busy["TaskDuration"] ?? 0) - (this.#before["TaskDuration"] ?? 0);
    const others = this.#said.filter((frame) => !frame.startsWith('{"t":"ping"')).concat(this.#heard.filter((frame) => !frame.startsWith('{"t":"pong"')));
    const found: [boolean, string][] = [
      [this.#asked.length > 0, `asked for ${this.#asked.slice(0, 3).join(", ")} (${this.#asked.length} in all)`],
      [this.#said.length > pings, `${this.#said.length} messages, of pings there are at most ${pings}`],
      [others.length > 0, `said or heard ${others[0]?.slice(0, 120)} (${others.length} that are no pings)`],
      [counted.calls > pings, `called back ${counted.calls} times, at most ${pings} are pings: ${mostOf(counted.from)}`],
      [counted.changes > 0, `${counted.changes} changes of the document: ${counted.changed[0]}`],
      [counted.moving.length > 0, `moves: ${counted.moving.join(", ")}`],
      [cpu * 1000 > ms * CPU_SHARE, `${Math.round(cpu * 1000)} ms of its thread's time`],
      [grown("Nodes") > 0, `${grown("Nodes")} more nodes`],
      [grown("JSEventListeners") > 0, `${grown("JSEventListeners")} more listeners`],
      [grown("JSHeapUsedSize") > HEAP, `${grown("JSHeapUsedSize")} more bytes`],
    ];
    if (process.env.STICH_QUIET) {
      console.log(this.name.padEnd(28), "calls", counted.calls, "cpu", Math.round(cpu * 1000), "nodes", grown("Nodes"), "listeners", grown("JSEventListeners"), "heap", grown("JSHeapUsedSize"), "layouts", grown("LayoutCount"), "said", this.#said.length);
    }
    return found.filter(([loud]) => loud).map(([, what]) => `${this.name}: ${what}`);
  }
}

function mostOf(from: Record<string, number>): string {
  const named = Object.entries(from).sort(([, a], [, b]) => b - a);
  return named.slice(0, LOOKS).map(([who, n]) => `${n} × ${who}`).join("; ");
}

const LATE_MS = 8000; // of pages that cannot be silent for long: a bot plays at last

/**
 * Observe all of them during the same time. `late`: prepares pages that would not wait for the others; `over`: called when the time is over. Returns
 * what was not silent.
 */
export async function listenTo(
  pages: readonly Watched[],
  ms: number,
  { late = () => Promise.resolve([]), over = () => undefined }: { late?: () => Promise<readonly Watched[]>; over?: () => void } = {},
): Promise<string[]> {
  await Promise.all(pages.map((page) => page.begin()));
  const last = await late();
  await Promise.all(last.map((page) => page.begin()));
  const brief = Math.min(ms, LATE_MS);
  await new Promise((done) => setTimeout(done, brief));
  const soon = (await Promise.all(last.map((page) => page.end(brief)))).flat();
  await new Promise((done) => setTimeout(done, ms - brief));
  over();
  return [...soon, ...(await Promise.all(pages.map((page) => page.end(ms)))).flat()];
}
