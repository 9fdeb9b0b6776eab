import type { TableStore } from "../table/table.svelte";
import type { Action } from "../wire/objects";
import type { TableSpec } from "../wire/protocol";

/** Its cards are given, exchanged or put aside, and not played. */
export const isAway = ({ verbs }: TableSpec, { verb }: Action): boolean =>
  verbs.some(({ name, away }) => away && name === verb);

/** The viewer is asked for cards to play now: a place for them is open in the middle. Cards put away go elsewhere. */
export const asksCards = (table: TableStore): boolean =>
  !table.watching &&
  table.waitsFor(table.me) &&
  table.legal.some((action) => action.cards.length > 0 && !isAway(table.spec, action));
