// @vitest-environment jsdom
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { ChoiceStore } from "../src/choosing/choice.svelte";
import { newcomers } from "../src/choosing/hand/newcomers.svelte";
import type { TableStore } from "../src/table/table.svelte";
import { eventOf, type GameEvent } from "../src/wire/objects";

const ZONES = [{ id: "hand.0", owner: 0, role: "hand" }, { id: "stock", owner: -1, role: "stock" }, { id: "discard", owner: -1, role: "discard" }];
const drawn = (card: number): GameEvent => eventOf(["move", 0, card, "stock", "hand.0", null]);
const gone = (card: number): GameEvent => eventOf(["move", 0, card, "hand.0", "discard", null]);
const said = (seat: number): GameEvent => eventOf(["say", seat, -1, "", "", ["g.said.x", {}]]);

it("marks all cards that have come since the player did something that brought none", () => {
  let tell: (events: readonly GameEvent[]) => void = () => undefined;
  const table = { shown: true, watching: false, me: 0, view: { deal: 1 }, spec: { zones: ZONES }, listen: (heard: typeof tell) => ((tell = heard), () => undefined) };
  let fresh: ReturnType<typeof newcomers> | undefined;
  const end = $effect.root(() => void (fresh = newcomers(table as unknown as TableStore, { selected: [] } as unknown as ChoiceStore)));
  flushSync();
  tell([said(0), drawn(3), drawn(4)]); // bought, out of turn
  tell([said(1)]);
  tell([said(0), drawn(5)]);
  expect(fresh!.cards, "what was bought and what was drawn").toEqual([3, 4, 5]);
  tell([said(0), gone(9)]);
  expect(fresh!.cards).toEqual([]);
  end();
});
