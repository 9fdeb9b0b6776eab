// @vitest-environment jsdom
/** Who has laid a meld stands below its cards or on the last of them, on the felt as in the scene of a match: both give it the measures it needs. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Melds from "../src/stage/end/Melds.svelte";
import Laid from "../src/stage/Laid.svelte";
import { ChoiceStore } from "../src/choosing/choice.svelte";
import { TableStore } from "../src/table/table.svelte";
import { Text } from "../src/viewer/text.svelte";
import type { TableSpec, TableView, ZoneSpec } from "../src/wire/protocol";
import { PLAIN_SPEC, PLAIN_VIEW } from "./plain";

vi.mock("../src/cards", async (original) => ({ ...(await original<typeof import("../src/cards")>()), card: () => "" }));

const zone = (id: string, owner: number, role: ZoneSpec["role"]): ZoneSpec => ({ id, name: id, owner, role, ordered: true, see: "public", shown: true, counted: true, most: 0 });
const ZONES = [zone("hand.0", 0, "hand"), zone("hand.1", 1, "hand"), zone("meld1", -1, "meld"), zone("meld2", -1, "meld")];
const FACES = { meld1: [0, 1, 2], meld2: [3, 4, 5, 6] };

function tableOf(): TableStore {
  const table = new TableStore("t1", () => ({ onopen: null, onmessage: null, onclose: null, send: () => undefined, close: () => undefined }));
  const faces = Array.from({ length: 7 }, (_, i) => `S${i + 1}`);
  table.welcome({
    ...PLAIN_SPEC, table: "t1", seats: 2, faces, keys: faces.map((_, i) => i), copies: faces.map(() => 1), zones: ZONES, phases: ["play"],
  } satisfies TableSpec, 0);
  table.whole({ t: "view", v: 1, view: {
    ...PLAIN_VIEW,
    you: 0, status: "playing", pace: "instant", occupants: [0, 1].map((i) => ({ name: `P${i}`, who: "person", level: "", online: true, ready: true })), deal: 1, dealer: 0, phase: "play", turn: 0, must: 1, may: 0,
    zones: { "hand.0": [], "hand.1": [], ...FACES }, scores: [0, 0],
  } satisfies TableView });
  const laid = Object.entries(FACES).flatMap(([dst, cards], seat) => cards.map((face) => ["move", seat, 1, `hand.${seat}`, dst, null, [face], 0, "", ""] as const));
  table.update({ t: "update", v: 2, events: laid.map((said) => [...said] as never), patch: {} } as never);
  return table;
}

let away: (() => Promise<void>) | null = null;
let height = 0;

beforeEach(() =>
  vi.stubGlobal("ResizeObserver", class {
    constructor(readonly tell: (entries: unknown[]) => void) {}
    observe(target: Element): void {
      this.tell([{ target, contentRect: { width: 800, height }, borderBoxSize: [], contentBoxSize: [] }]);
    }
    unobserve(): void {}
    disconnect(): void {}
  }),
);
afterEach(async () => {
  await away?.();
  away = null;
  vi.unstubAllGlobals();
});

for (const [where, tall] of [["on the felt", 400], ["on a low felt", 90], ["in the scene", 400], ["in a low scene", 90]] as const) {
  test(`${where}, it knows how wide a meld is and how high its cards are`, async () => {
    height = tall;
    const table = tableOf();
    const text = new Text(() => Promise.resolve({}));
    await text.load("en", []);
    let choice: ChoiceStore;
    const end = $effect.root(() => void (choice = new ChoiceStore(table, text)));
    const melds = table.zones("meld").filter(({ spec }) => spec.owner < 0);
    const target = document.body;
    const shown = where.endsWith("felt")
      ? mount(Laid, { target, props: { melds, few: 2, table, choice: choice!, text } })
      : mount(Melds, { target, props: { melds: melds.map(({ spec, cards }) => ({ id: spec.id, faces: cards })), table, text } });
    away = async () => {
      await unmount(shown);
      end();
    };
    flushSync();
    const names = [...document.querySelectorAll<HTMLElement>("small[style*='--seat']")];
    expect(names).toHaveLength(2);
    for (const name of names) {
      const around = (property: string): number => parseFloat(name.closest<HTMLElement>(`[style*='${property}']`)?.style.getPropertyValue(property) ?? "");
      expect(around("--zone"), "the width of a card").toBeGreaterThan(20);
      expect(around("--wide"), "the width of the meld").toBeGreaterThan(around("--zone"));
    }
  });
}
