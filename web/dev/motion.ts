// One sample of how a page moves, as a line of JSON. Called by ../benchmarks/motion.py, which says what is counted.
//   node dev/motion.ts '{"url": "http://127.0.0.1:8000", "game": "durak", "size": [1440, 900], "slower": 4, "seconds": 15}'
// Without a game the start page is loaded, and nothing is played. STICH_CHROMIUM names the browser.
import { chromium, type Browser, type CDPSession } from "@playwright/test";

interface Asked {
  url: string;
  /** "": the start page */
  game?: string;
  size: [number, number];
  /** times by which the processor of the page is slowed */
  slower: number;
  /** of play after the first card */
  seconds: number;
  pace?: string;
  seed?: number;
  reduced?: boolean;
  /** a file for the whole trace of the browser, to be looked at by its developer tools */
  trace?: string;
}

/** What the page itself has seen; times in ms since its navigation. */
interface Seen {
  first: number;
  /** between two frames while a card flies */
  frames: number[];
  /** flights, and the kinds of style that they animate */
  flights: number;
  moved: string[];
  /** start and length of each task over 50 ms */
  tasks: [number, number][];
  /** decisions of the player in the page */
  decided: number;
}

interface Event {
  name: string;
  cat: string;
  ph: string;
  ts: number;
  dur?: number;
  pid: number;
  id2?: { local?: string };
  args: { [name: string]: unknown };
}

const FRAME = 1000 / 60;
const LOADING = 20_000; // ms for which the first card is awaited
const SETTLING = 1500; // ms after the first card, in which what comes later is loaded
const FLAGS = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const FRAMES = ["blink.user_timing", "cc", "benchmark", "disabled-by-default-devtools.timeline.frame"];
const WHOLE = ["devtools.timeline", "disabled-by-default-devtools.timeline", "disabled-by-default-v8.cpu_profiler", "v8.execute", "blink.animations", ...FRAMES];

/** Runs in the page before its first script. */
function watch(): void {
  const seen: Seen = { first: NaN, frames: [], flights: 0, moved: [], tasks: [], decided: 0 };
  Object.assign(window, { seen });
  // A flight is seen from the end of the first frame that draws it; the time until then is no stutter. frames: how many have been called.
  const flying = new Map<Animation, { frames: number }>();
  let stamp = 0; // of the frame whose callbacks are running; 0: none
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    request((time) => {
      stamp = time;
      callback(time);
      stamp = 0;
    });
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options);
    if (this.matches(".card, [data-card]") || this.querySelector(".card")) {
      flying.set(animation, { frames: stamp > 0 && stamp === called ? 1 : 0 });
      seen.flights += 1;
      for (const frame of Array.isArray(frames) ? frames : [frames ?? {}])
        for (const name of Object.keys(frame)) if (!/^(offset|easing|composite)$/.test(name) && !seen.moved.includes(name)) seen.moved.push(name);
      const began = performance.now();
      const land = (): void => {
        if (flying.delete(animation)) performance.measure("flight", { start: began, end: performance.now() });
      };
      animation.finished.then(land, land);
    }
    return animation;
  };
  const card = (): void => {
    const shown = document.querySelector(".card")?.checkVisibility({ visibilityProperty: true });
    if (!shown) return void requestAnimationFrame(card);
    setTimeout(() => (seen.first = performance.now())); // behind this frame: painted
  };
  card();
  let called = 0; // the stamp of the frame that was counted last
  let last = 0;
  const frame = (time: number): void => {
    const now = performance.now(); // when it is called: the time that it is given may lie before a long task
    if ([...flying.values()].filter((flight) => flight.frames++ > 1).length > 0) seen.frames.push(now - last);
    [last, called] = [now, time];
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.tasks.push([startTime, duration]);
  }).observe({ type: "longtask", buffered: true });

  // The player: while nothing flies, whatever is offered or lit, in turns.
  const on = (element: Element): boolean => element.getAttribute("aria-disabled") !== "true" && !(element as HTMLButtonElement).disabled;
  const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)].filter(on);
  let calm = 0;
  let tried = 0;
  const act = (): void => {
    calm = flying.size > 0 ? 0 : calm + 1;
    if (calm < 2 || !(performance.now() > seen.first + 1500)) return;
    const [next] = all("[data-end] .button.primary, dialog[open] :is(ul, .scale) button, dialog[open] .button.primary");
    const buttons = all(".actions .offers button:not([data-ahead])");
    const sends = buttons.find((button) => button.getAttribute("aria-keyshortcuts") === "Enter");
    const plain = buttons.filter((button) => button !== sends);
    const waits = document.querySelector(".actions .offers button[aria-keyshortcuts='Enter']:not([data-ahead])") !== null;
    const lit = all('[role="listbox"] [role="option"]').filter((option) => option.getAttribute("aria-selected") !== "true");
    const clear = document.querySelector<HTMLElement>(".actions [aria-keyshortcuts='Escape']");
    if (next) next.click();
    else if (sends) sends.click();
    else if (waits && lit.length > 0 && tried < 6) lit[tried++ % lit.length]?.click();
    else if (plain.length > 0) plain[seen.decided % plain.length]?.click();
    else if (waits && tried >= 6) clear?.click();
    else return;
    if (!waits || sends) [tried, seen.decided] = [0, seen.decided + 1];
    calm = 0;
  };
  setInterval(act, 250);
}

/** A page without anything of Playwright in it, whose scripts would take time of its own. */
async function open(browser: Browser, { size, slower, pace = "normal", reduced }: Asked, made: string): Promise<CDPSession> {
  const [width, height] = size;
  const context = await browser.newContext({ viewport: { width, height }, locale: "en", reducedMotion: reduced ? "reduce" : "no-preference" });
  const cdp = await context.newCDPSession(await context.newPage());
  const stored = `localStorage.setItem("stich.pace", "${pace}"); sessionStorage.setItem("stich.made.${made}", "wants a seat");`;
  await cdp.send("Page.enable");
  await cdp.send("Page.addScriptToEvaluateOnNewDocument", { source: `(() => { ${stored} (${String(watch)})(); })();` });
  await cdp.send("Network.enable");
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slower });
  return cdp;
}

async function ask<T>(cdp: CDPSession, expression: string): Promise<T> {
  return (await cdp.send("Runtime.evaluate", { expression, returnByValue: true })).result.value as T;
}

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function makeTable({ url, game, pace = "normal", seed = 7 }: Asked): Promise<string> {
  const made = await fetch(`${url}/api/tables`, { method: "POST", body: JSON.stringify({ game, seed, pace, bots: ["random"] }) });
  if (!made.ok) throw new Error(await made.text());
  return ((await made.json()) as { url: string }).url;
}

/** The frames that the browser put on the screen or left out while a card flew. */
function framesOf(events: readonly Event[]): { shown: number; dropped: number } {
  const flights = events.filter(({ name, cat, ph }) => name === "flight" && cat.includes("user_timing") && /[bSe]/.test(ph));
  const spans: [number, number][] = [];
  const begun = new Map<string, number>();
  for (const { ph, ts, id2 } of flights) {
    if (ph === "b") begun.set(id2?.local ?? "", ts);
    else spans.push([begun.get(id2?.local ?? "") ?? ts, ts]);
  }
  const flown = (ts: number): boolean => spans.some(([from, to]) => ts >= from && ts <= to);
  const count = { shown: 0, dropped: 0 };
  for (const { name, ph, ts, args } of events) {
    if (name !== "PipelineReporter" || ph !== "b" || !flown(ts)) continue;
    const state = (args.frame_reporter as { state?: string } | undefined)?.state ?? "";
    if (state === "STATE_DROPPED") count.dropped += 1;
    else if (state.startsWith("STATE_PRESENTED")) count.shown += 1;
  }
  return count;
}

async function sample(browser: Browser, asked: Asked): Promise<object> {
  const path = asked.game ? await makeTable(asked) : "/";
  const cdp = await open(browser, asked, path.split("/").at(-1) ?? "");
  const errors: string[] = [];
  cdp.on("Runtime.exceptionThrown", ({ exceptionDetails }) => void errors.push(exceptionDetails.exception?.description ?? exceptionDetails.text));
  const events: Event[] = [];
  cdp.on("Tracing.dataCollected", ({ value }) => void events.push(...(value as unknown as Event[])));
  const loaded: [number, number][] = [];
  let began = 0;
  cdp.on("Network.requestWillBeSent", ({ type, timestamp }) => void (type === "Document" && (began = timestamp)));
  cdp.on("Network.loadingFinished", ({ timestamp, encodedDataLength }) => void loaded.push([timestamp, encodedDataLength]));
  await cdp.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: asked.trace ? WHOLE : FRAMES, recordMode: "recordAsMuchAsPossible" } });
  await cdp.send("Page.navigate", { url: asked.url + path });
  for (let left = LOADING; left > 0; left -= 500) {
    await sleep(500);
    if (await ask<boolean>(cdp, "seen.first > 0")) break;
  }
  await sleep(SETTLING + 1000 * (asked.game ? asked.seconds : 0));
  const seen = JSON.parse(await ask<string>(cdp, "JSON.stringify(seen)")) as Seen;
  const ended = new Promise((done) => cdp.once("Tracing.tracingComplete", done));
  await cdp.send("Tracing.end");
  await ended;
  const bytes = loaded.reduce((sum, [at, length]) => sum + (1000 * (at - began) < seen.first ? length : 0), 0);
  if (asked.trace) (await import("node:fs")).writeFileSync(asked.trace, JSON.stringify({ traceEvents: events }));
  const { frames, first, tasks, flights, moved, decided } = seen;
  const playing = first + SETTLING;
  const during = (loading: boolean): number[] => tasks.flatMap(([at, long]) => (at < playing === loading ? [long] : []));
  return {
    first,
    bytes,
    frames: frames.length,
    late: frames.filter((ms) => ms > 1.5 * FRAME).length,
    missed: frames.reduce((sum, ms) => sum + Math.max(0, Math.round(ms / FRAME) - 1), 0),
    ...framesOf(events),
    flights,
    moved,
    decided,
    loading: during(true),
    playing: during(false),
    errors,
  };
}

const asked = JSON.parse(process.argv[2] ?? "{}") as Asked;
const browser = await chromium.launch({ executablePath: process.env.STICH_CHROMIUM, chromiumSandbox: false, args: FLAGS });
try {
  console.log(JSON.stringify(await sample(browser, asked)));
} finally {
  await browser.close();
}
