import { isAway } from "../choosing/aim";
import type { TableStore } from "../table/table.svelte";

/** The viewer is asked for cards to play now: a place for them is open in the middle. Cards put away go elsewhere. */
export const asksCards = (table: TableStore): boolean =>
  !table.watching &&
  table.waitsFor(table.me) &&
  table.legal.some((action) => action.cards.length > 0 && !isAway(table.spec, action));
