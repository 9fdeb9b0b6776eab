// @vitest-environment jsdom
/** A seat opens on a press and says all that is known of it; what a phone without a strip says of its cards below the name. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChoiceStore } from "../src/choosing/choice.svelte";
import * as marks from "../src/stage/marks";
import SeatPlace from "../src/stage/SeatPlace.svelte";
import { zonesOf } from "../src/stage/zones";
import { TableStore } from "../src/table/table.svelte";
import { Text } from "../src/viewer/text.svelte";
import { BACK } from "../src/wire/objects";
import type { TableSpec, TableView, ZoneSpec } from "../src/wire/protocol";
import { PLAIN_SPEC, PLAIN_VIEW } from "./plain";

HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement): void {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement): void {
  this.open = false;
};

/** Each line below a name is so wide, px. */
globalThis.ResizeObserver ??= class {
  private readonly tell: ResizeObserverCallback;
  constructor(tell: ResizeObserverCallback) {
    this.tell = tell;
  }
  observe(target: Element): void {
    this.tell([{ target, contentRect: { width: 130 } } as unknown as ResizeObserverEntry], this);
  }
  unobserve(): void {}
  disconnect(): void {}
};

const zone = (name: string, role: ZoneSpec["role"], owner: number): ZoneSpec => ({
  id: `${name}.${owner}`, name, owner, role, ordered: false, see: role === "hand" ? "owner" : "public", shown: role !== "captured", counted: true, most: 0,
});
const ZONES = [0, 1, 2].flatMap((seat) => [zone("held", "hand", seat), zone("laid", "meld", seat), zone("won", "captured", seat)]);
const TRICK: ZoneSpec = { ...zone("led", "trick", -1), id: "led" };

function tableOf(cards: Record<string, number[]>, aids = true): TableStore {
  const zones = [TRICK, ...ZONES];
  const table = new TableStore("t1", () => ({ onopen: null, onmessage: null, onclose: null, send: () => undefined, close: () => undefined }));
  table.welcome({
    ...PLAIN_SPEC, table: "t1", seats: 3, faces: ["SK", "S8", "H9"], keys: [0, 1, 2], copies: [1, 1, 1], zones, facts: [{ name: "tricks", kind: "number" }], phases: ["play"], aids,
  } satisfies TableSpec, 0);
  table.whole({ t: "view", v: 1, view: {
    ...PLAIN_VIEW,
    you: 0, status: "playing", pace: "instant", occupants: ["Ann", "Mira", "Noor"].map((name) => ({ name, who: "bot", level: "club", online: true, ready: true })), deal: 1, dealer: 1, phase: "play", turn: 0, must: 1, may: 0,
    zones: Object.fromEntries(zones.map(({ id }) => [id, cards[id] ?? []])), facts: { tricks: [0, 2, 0] }, scores: [0, 0, 0],
  } satisfies TableView });
  return table;
}

let away: (() => Promise<void>) | null = null;
beforeEach(() => vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined })));
afterEach(async () => {
  await away?.();
  away = null;
});

async function seated(table: TableStore, past = false): Promise<HTMLElement> {
  const text = new Text(() => Promise.resolve({}));
  await text.load("en", []);
  let choice: ChoiceStore;
  const end = $effect.root(() => void (choice = new ChoiceStore(table, text)));
  const context = new Map<string, unknown>([["marks", { here: marks }], ["past", () => past], ["several", { here: null }]]);
  const seat = mount(SeatPlace, { target: document.body, props: { seat: 1, zones: zonesOf(table), table, choice: choice!, text, form: "few" }, context });
  flushSync();
  away = async () => {
    await unmount(seat);
    end();
  };
  return document.body;
}

const CARDS = { "held.1": [2, BACK, BACK], "laid.1": [0], "won.1": [BACK, BACK, BACK] };
const words = (element: Element | null | undefined): string => (element?.textContent ?? "").replace(/\s+/g, " ").trim();

test("a press on a seat opens what is known of it", async () => {
  const body = await seated(tableOf(CARDS));
  const button = body.querySelector<HTMLButtonElement>('[data-seat="1"] > button')!;
  expect(button.getAttribute("aria-label")).toBeTruthy();
  expect(body.querySelector("dialog")).toBeNull();
  button.click();
  await vi.waitFor(() => expect(body.querySelector("dialog")).not.toBeNull(), 10_000);
  const entries = [...body.querySelectorAll("dialog .entry")].map((entry) => [words(entry.querySelector("dt")), entry.querySelectorAll("[role=img]").length] as const);
  expect(entries).toEqual([["table.seat.so_far", 0], ["table.seat.hand", 0], ["table.seat.known", 1], ["g.zone.laid", 1], ["g.zone.won", 0]]);
  body.querySelector<HTMLButtonElement>("dialog button")!.click();
  flushSync();
  expect(body.querySelector("dialog")).toBeNull();
});

test("at the end of a deal the tricks lie on the felt, and nothing of them is left at a seat", async () => {
  const body = await seated(tableOf(CARDS), true);
  expect(body.querySelectorAll(".news > .lies")).toHaveLength(0);
  expect(body.querySelector(".under")!.matches(".past.counted")).toBe(true);
});

test("a table without helps does not say which cards of a hand are known", async () => {
  const body = await seated(tableOf(CARDS, false));
  body.querySelector<HTMLButtonElement>('[data-seat="1"] > button')!.click();
  await vi.waitFor(() => expect(body.querySelector("dialog")).not.toBeNull(), 10_000);
  expect([...body.querySelectorAll("dialog dt")].map(words)).not.toContain("table.seat.known");
});

test("below the name are the cards that lie open, the numbers and the piles; and who deals has a mark", async () => {
  const body = await seated(tableOf(CARDS));
  expect(body.querySelectorAll(".news > .holding > [role=img]")).toHaveLength(2);
  expect(words(body.querySelector(".news"))).toContain("g.zone.won");
  expect(body.querySelector('[data-seat="1"] .seat .dealer')).not.toBeNull(); // in the line of the name: over nothing
});

test("known cards are named once at a seat, those that have room are drawn, and the others counted", async () => {
  const body = await seated(tableOf({ "held.1": [0, 1, 2, 0, 1, BACK] }));
  const strip = body.querySelector(".held-by")!;
  expect(words(strip)).toBe("table.known.at +3");
  expect(strip.querySelectorAll("li")).toHaveLength(2);
  expect(strip.querySelector("ul")!.getAttribute("aria-label")).toBe("table.known");
  expect(body.querySelectorAll(".news > .holding > [role=img]")).toHaveLength(2);
  expect(words(body.querySelector(".news"))).toContain("+3");
});
