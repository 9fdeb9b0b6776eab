// @vitest-environment jsdom
/** Every role of a zone has a place on the stage, of nobody and of each seat, for those who play and for those who watch. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ChoiceStore } from "../src/choosing/choice.svelte";
import Stage from "../src/stage/Stage.svelte";
import { PLACES, zonesOf } from "../src/stage/zones";
import { TableStore, WATCHER } from "../src/table/table.svelte";
import { MIDDLE } from "../src/table/trick";
import { Text } from "../src/viewer/text.svelte";
import { BACK } from "../src/wire/objects";
import type { TableSpec, TableView, ZoneSpec } from "../src/wire/protocol";
import { PLAIN_SPEC, PLAIN_VIEW } from "./plain";

vi.mock("../src/cards", async (original) => ({ ...(await original<typeof import("../src/cards")>()), card: () => "" }));

const SEATS = 3;
const NEW = "shelter" as ZoneSpec["role"]; // of a server that is newer than the page
const ROLES = [...(Object.keys(PLACES) as ZoneSpec["role"][]), NEW];
const zone = (name: string, role: ZoneSpec["role"], owner = -1): ZoneSpec => ({
  id: owner < 0 ? name : `${name}.${owner}`, name, owner, role, ordered: true, see: role === "hand" ? "owner" : "public", shown: true, counted: true, most: 0,
});
/** What else the table has; each game has one of these in the middle. */
const MIDDLES: readonly [string, ZoneSpec[]][] = [["a trick", [zone("led", "trick")]], ["a stock", [zone("talon", "stock")]], ["nothing", []]];
const hands = Array.from({ length: SEATS }, (_, seat) => zone("held", "hand", seat));

function tableOf(zones: ZoneSpec[], you: number): TableStore {
  const table = new TableStore("t1", () => ({ onopen: null, onmessage: null, onclose: null, send: () => undefined, close: () => undefined }));
  table.welcome({
    ...PLAIN_SPEC, table: "t1", seats: SEATS, faces: ["S7", "S8"], keys: [0, 1], copies: [1, 1], zones, phases: ["play"],
  } satisfies TableSpec, 0);
  table.whole({ t: "view", v: 1, view: {
    ...PLAIN_VIEW,
    you, status: "playing", pace: "instant", occupants: Array.from({ length: SEATS }, (_, i) => ({ name: `P${i}`, who: "person", level: "", online: true, ready: true })), deal: 1, dealer: 0, phase: "play", turn: 0, must: 1, may: 0,
    zones: Object.fromEntries(zones.map(({ id }) => [id, id.startsWith("new") ? [0] : id.startsWith("held") ? [BACK] : []])), scores: [0, 0, 0],
  } satisfies TableView });
  return table;
}

let away: (() => Promise<void>) | null = null;

/** The names of the zones that are drawn somewhere. */
async function drawn(table: TableStore, wanted: readonly string[]): Promise<string[]> {
  const text = new Text(() => Promise.resolve({}));
  await text.load("en", []);
  let choice: ChoiceStore;
  const end = $effect.root(() => void (choice = new ChoiceStore(table, text)));
  const stage = mount(Stage, { target: document.body, props: { table, choice: choice!, text } });
  away = async () => {
    await unmount(stage);
    end();
  };
  const found = (): string[] => {
    flushSync();
    return wanted.filter((id) => document.querySelector(`[data-zones~="${id}"]`));
  };
  await vi.waitFor(() => expect(found()).toEqual(wanted), { timeout: 2000, interval: 10 }).catch(() => undefined); // parts of a stage come one after another
  return found();
}

beforeAll(() => Promise.all([import("../src/stage/several"), import("../src/stage/marks"), import("../src/stage/Side.svelte")]), 30_000); // before a test waits for them
beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
  vi.stubGlobal("ResizeObserver", class {
    constructor(readonly tell: (entries: unknown[]) => void) {}
    observe(target: Element): void {
      this.tell([{ target, contentRect: { width: 800, height: 500 }, borderBoxSize: [], contentBoxSize: [] }]);
    }
    unobserve(): void {}
    disconnect(): void {}
  });
});
afterEach(async () => {
  await away?.();
  away = null;
});

describe.each(MIDDLES)("with %s in the middle", (what, middle) => {
  for (const [who, you] of ([["player", 0], ["watcher", WATCHER]] as const).slice(0, what === "a trick" ? 2 : 1)) {
    test.each(ROLES)(`a ${who} sees a %s that belongs to nobody`, async (role) => {
      expect(await drawn(tableOf([...middle, zone("new", role), ...hands], you), ["new"])).toEqual(["new"]);
    });

    test.each(ROLES)(`a ${who} sees a %s of each seat`, async (role) => {
      const own = Array.from({ length: SEATS }, (_, seat) => zone("new", role, seat));
      const ids = own.map(({ id }) => id);
      expect(await drawn(tableOf([...middle, ...hands, ...own], you), ids)).toEqual(ids);
    });
  }
});

test("what has the middle is the same for the story of a deal", () => {
  expect(ROLES.filter((role) => zonesOf(tableOf([zone("new", role)], 0)).middle)).toEqual(ROLES.filter((role) => MIDDLE.has(role)));
});

test("hands that all lie open at the end of a deal have the middle, unless melds or a trick have it", () => {
  const shown = (status: "playing" | "deal_over", faces: readonly number[], ...others: ZoneSpec[]): number => {
    const table = tableOf([zone("talon", "stock"), ...others, ...hands], 0);
    table.view.status = status;
    for (const { id } of hands) table.view.zones[id] = [...faces];
    return zonesOf(table).shown.filter(({ spec }) => spec.role === "hand").length;
  };
  expect(shown("deal_over", [0, 1])).toBe(SEATS);
  expect(shown("playing", [0, 1])).toBe(0);
  expect(shown("deal_over", [0, BACK])).toBe(0);
  expect(shown("deal_over", [0, 1], zone("led", "trick"))).toBe(0);
  expect(shown("deal_over", [0, 1], zone("set", "meld"))).toBe(0);
});
