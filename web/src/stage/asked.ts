import type { TableStore } from "../table/table.svelte";

/** The viewer is asked for cards now: a place for them is open in the middle. */
export const asksCards = (table: TableStore): boolean =>
  !table.watching && table.waitsFor(table.me) && table.legal.some(({ cards }) => cards.length > 0);
