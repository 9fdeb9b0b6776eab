/**
 * kill -9 under three browsers: the real server is killed between an answer and the next play, again and again, and restarted on the same port and
 * data. The pages reconnect by themselves; then each must show what the log on disk says, card by card.
 */
import { expect, test, type BrowserContext, type Page } from "@playwright/test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mouse, playMatch } from "./player";
import { freePort, Server, type Told } from "./server";
import { onlyLong } from "./tiers";

const TIMES = Number(process.env.STICH_KILLS ?? 2);
const MOST = 5 * TIMES; // until it has been killed in the middle of a trick
const NAMES = ["Ann", "Ben", "Cid"];

/** Opened and closed by the test; the players wait at it before every action. */
class Gate {
  #open: () => void = () => undefined;
  way: Promise<void> = Promise.resolve();

  close(): void {
    this.way = new Promise((open) => (this.#open = open));
  }

  open(): void {
    this.#open();
  }
}

/** What the page of a seat shows, read from the screen. */
function shown(page: Page, seat: number): Promise<unknown> {
  return page.evaluate((me) => {
    const faces = (selector: string): number[] =>
      [...document.querySelectorAll(selector)].map((card) => Number(card.getAttribute("data-card"))).sort((a, b) => a - b);
    const seats = [...document.querySelectorAll(".stage .seat")].filter((seat) => seat.querySelector(".who > b"));
    const name = (seat: Element): string => (seat.querySelector(".who > b")?.firstChild?.textContent?.trim() ?? "").replace("You", me);
    return {
      hand: faces('[role="listbox"] [data-card]'),
      beat: faces('.combination .best [data-card]'),
      counts: Object.fromEntries(seats.flatMap((seat) => {
        const count = seat.querySelector(".count > :first-child"); // the hand of the viewer lies below
        return count ? [[name(seat), Number(count.textContent)]] : [];
      })),
      turn: seats.filter((seat) => seat.classList.contains("turn")).map(name).sort(),
      offline: document.body.innerText.includes("connection"),
    };
  }, NAMES[seat]!);
}

/** What it must show. */
function due(told: Told, seat: number): unknown {
  const own = told.seats[seat]!;
  const counts = NAMES.map((name, other) => [name, own.zones[`hand.${other}`]!.length] as const).filter((_, other) => other !== seat);
  return {
    hand: [...own.zones[`hand.${seat}`]!].sort((a, b) => a - b),
    beat: own.phase === "play" ? told.beat : [],
    counts: Object.fromEntries(counts),
    turn: NAMES.filter((_, other) => (own.must >> other) & 1).sort(),
    offline: false,
  };
}

/** Continue, also when the server goes down just as a button is pressed. */
async function keepPlaying(page: Page, gate: Gate): Promise<void> {
  for (;;) {
    try {
      await playMatch(page, mouse, { choose: (labels) => labels.length - 1, seen: () => gate.way, most: Number.MAX_SAFE_INTEGER });
      return;
    } catch (error) {
      if (page.isClosed() || !/Timeout/.test(String(error))) throw error;
    }
  }
}

test(`three browsers, a server that is killed ${TIMES} times`, onlyLong, async ({ browser }) => {
  test.setTimeout(60_000 + MOST * 20_000);
  const server = new Server(await freePort(), mkdtempSync(join(tmpdir(), "stich-kill-")));
  await server.start();
  const contexts: BrowserContext[] = [];
  try {
    const made = await fetch(`${server.url}/api/tables`, {
      method: "POST",
      body: JSON.stringify({ game: "chimera", pace: "instant", gather: true, options: { limit: 1_000_000 } }),
    });
    const { table } = (await made.json()) as { table: string };
    const acks: number[] = [];
    const acts = new Set<number>(); // other acknowledged messages need not have changed anything: a player ready twice
    const welcomes = NAMES.map(() => 0);
    const pages: Page[] = [];
    for (const [seat, name] of NAMES.entries()) {
      const context = await browser.newContext({ baseURL: server.url, reducedMotion: "reduce" });
      contexts.push(context);
      await context.addInitScript((who) => localStorage.setItem("stich.name", who), name);
      const page = await context.newPage();
      page.on("websocket", (socket) => {
        socket.on("framesent", ({ payload }) => {
          const frame = JSON.parse(String(payload)) as { t: string; id: number };
          if (frame.t === "act") acts.add(frame.id);
        });
        socket.on("framereceived", ({ payload }) => {
          const frame = JSON.parse(String(payload)) as { t: string; id: number };
          if (frame.t === "ack" || (frame.t === "update" && frame.id !== undefined)) acks.push(frame.id);
          if (frame.t === "welcome") welcomes[seat]! += 1;
        });
      });
      await page.goto(`/t/${table}`);
      await page.getByRole("button", { name: "Take this seat" }).first().click();
      await expect(page.locator(".chip", { hasText: "You" })).toBeVisible();
      pages.push(page);
    }
    await pages[0]!.getByRole("button", { name: "Start" }).click();
    const gate = new Gate();
    const trouble = Promise.race(pages.map((page) => keepPlaying(page, gate)));
    trouble.catch(() => undefined); // awaited below; closing the pages at the end ends it

    let inTrick = 0;
    for (let n = 0; n < TIMES || (inTrick === 0 && n < MOST); n++) {
      const wanted = acks.length + 1 + Math.floor(Math.random() * 5);
      await Promise.race([
        trouble.then(() => Promise.reject(new Error("the match came to its end"))),
        expect.poll(() => acks.length, { timeout: 30_000, intervals: [2] }).toBeGreaterThanOrEqual(wanted),
      ]);
      await new Promise((done) => setTimeout(done, Math.random() * 60));
      await server.kill();
      gate.close();
      const before = [...welcomes];
      await server.start();
      await expect.poll(() => welcomes.every((n, seat) => n > before[seat]!), { timeout: 20_000, intervals: [20] }).toBe(true);
      await expect(async () => {
        const told = await server.told(table);
        if (told.seats[0]!.must === 0) {
          for (const page of pages) await expect(page.locator("[data-end]")).toHaveCount(1, { timeout: 100 });
        }
        for (const [seat, page] of pages.entries()) expect(await shown(page, seat)).toEqual(due(told, seat));
        inTrick += Number(told.beat.length > 0);
        const keys = told.said.map((pair) => pair.join());
        expect(new Set(keys).size).toBe(keys.length); // nothing was carried out twice
        const done = new Set(told.said.map(([, id]) => id));
        expect(acks.filter((id) => acts.has(id) && !done.has(id))).toEqual([]); // no acknowledged action is missing
      }).toPass({ timeout: 20_000, intervals: [100, 300, 1000] });
      gate.open();
    }
    expect(inTrick, "cards lay on the table when it was killed").toBeGreaterThan(0);
    expect(acks.filter((id) => acts.has(id)).length).toBeGreaterThan(TIMES);
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
    await server.kill();
  }
});
