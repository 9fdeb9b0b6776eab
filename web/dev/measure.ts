// How fast the page is, in numbers: the time to the first card, frames while cards move, the time to answer a hand, layout shifts.
//   node dev/measure.ts http://127.0.0.1:8000     beside a running `stich serve`; STICH_CHROMIUM names the browser
// "Slow" is a processor slowed four times; "phone" is that with 400 kbit/s and 150 ms there and back.
import { chromium, type Browser, type CDPSession, type Page } from "@playwright/test";
import { mouse, playMatch } from "../tests/player.ts";

const address = process.argv[2] ?? "http://127.0.0.1:8000";
const SLOWER = 4;
const PHONE = { offline: false, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8, latency: 150 };
const FRAME = 1000 / 60;
const TIMES = 5;
const FLAGS = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const SIZES = [[360, 740], [740, 360], [1440, 900]] as const;
const DECISIONS = 12; // of a deal worth measuring: a deal may be passed out

interface Kind {
  /** of the window, px */
  size?: readonly [number, number];
  slow?: boolean;
  phone?: boolean;
}

async function open(browser: Browser, kind: Kind): Promise<{ page: Page; cdp: CDPSession }> {
  const [width, height] = kind.size ?? [412, 800];
  const context = await browser.newContext({ viewport: { width, height }, baseURL: address, locale: "en" });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  if (kind.slow || kind.phone) await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await cdp.send("Network.enable");
  if (kind.phone) await cdp.send("Network.emulateNetworkConditions", PHONE);
  return { page, cdp };
}

const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const part = (values: number[], share: number): number => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? NaN;

/** From the request for a page to the frame with its first card, in ms; and the bytes received until then. */
async function firstCard(browser: Browser, path: string, kind: Kind): Promise<{ ms: number; bytes: number }> {
  const { page, cdp } = await open(browser, kind);
  let bytes = 0;
  cdp.on("Network.loadingFinished", ({ encodedDataLength }) => void (bytes += encodedDataLength));
  await page.addInitScript(() => {
    const look = (): void => {
      const shown = document.querySelector(".card")?.checkVisibility({ visibilityProperty: true });
      if (!shown) return void requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => ((window as { first?: number }).first = performance.now()))); // painted
    };
    look();
  });
  await page.goto(path, { waitUntil: "commit" });
  const ms = await (await page.waitForFunction(() => (window as { first?: number }).first)).jsonValue();
  await page.context().close();
  return { ms: ms ?? NaN, bytes };
}

interface Watched {
  frames: number[];
  answers: number[];
  shift: number;
}

/** Play one deal; frames count only while something moves. */
async function deal(browser: Browser, kind: Kind): Promise<Watched> {
  const { page } = await open(browser, kind);
  await page.addInitScript(() => {
    localStorage.setItem("stich.pace", "fast");
    const seen: Watched = { frames: [], answers: [], shift: 0 };
    (window as unknown as { seen: Watched }).seen = seen;
    let last = 0;
    const frame = (now: number): void => {
      const moves = document.getAnimations().some((animation) => animation.playState === "running");
      if (last && moves) seen.frames.push(now - last);
      last = moves ? now : 0;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (/^(click|keydown|pointerup)$/.test(entry.name)) seen.answers.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/");
  await page.locator(".go .primary[aria-disabled=false]").click();
  await page.waitForURL("**/t/*");
  await page.locator("[role=option]").first().waitFor();
  const over = new Error("one deal is enough");
  let decided = 0;
  const seen = async (screen: string): Promise<void> => {
    decided += 1;
    if ((screen === "sheet" || screen === "over") && decided > DECISIONS) throw over;
  };
  await playMatch(page, mouse, { seen }).catch((error: unknown) => {
    if (error !== over) throw error;
  });
  const watched = await page.evaluate(() => (window as unknown as { seen: Watched }).seen);
  await page.context().close();
  return watched;
}

const browser = await chromium.launch({ executablePath: process.env.STICH_CHROMIUM, chromiumSandbox: false, args: FLAGS });
try {
  const made = await fetch(`${address}/api/tables`, { method: "POST", body: JSON.stringify({ game: "chimera", pace: "slow" }) });
  const { url } = (await made.json()) as { url: string };
  const row = (...cells: string[]): void => console.log(`| ${cells.join(" | ")} |`); // without delay: the next may take a while
  row("what", "measured", "wanted");
  row("---", "---", "---");
  for (const [name, path] of [["start page", "/"], ["table, by its link", url]] as const) {
    for (const kind of [{}, { phone: true }] satisfies Kind[]) {
      const loads = [];
      for (let i = 0; i < TIMES; i++) loads.push(await firstCard(browser, path, kind));
      const ms = middle(loads.map((load) => load.ms));
      const kB = middle(loads.map((load) => load.bytes)) / 1000;
      row(`first card: ${name}${"phone" in kind ? ", slow phone" : ""}`, `${ms.toFixed(0)} ms, ${kB.toFixed(1)} kB`, "phone" in kind ? "3,000 ms" : "1,000 ms");
    }
  }
  const { frames, answers } = await deal(browser, { slow: true });
  const late = frames.filter((ms) => ms > 1.5 * FRAME).length;
  row(
    "frames while cards move, slowed four times",
    `median ${middle(frames).toFixed(1)} ms, 95 % within ${part(frames, 0.95).toFixed(1)} ms, ${late} of ${frames.length} late`,
    `${FRAME.toFixed(1)} ms`,
  );
  row("input to visible answer, slowed four times", `median ${middle(answers)} ms, longest ${Math.max(...answers)} ms of ${answers.length}`, "100 ms");
  for (const size of SIZES) row(`layout shift in one deal, ${size.join(" x ")}`, (await deal(browser, { size })).shift.toFixed(4), "0");
} finally {
  await browser.close();
}
