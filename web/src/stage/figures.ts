import type { TableStore } from "../table/table.svelte";
import type { Text } from "../viewer/text.svelte";
import { figuresAt } from "./occupant";

/** Is the figure of each of these seats all that the deal was worth to it, which its row says? */
export const figuresCount = (seats: readonly number[], table: TableStore, text: Text): boolean =>
  seats.every((seat) => {
    const [words = "", ...others] = figuresAt(seat, table, text, true);
    const worth = Math.abs(table.view.sheets.at(-1)?.points[seat] ?? 0);
    return others.length === 0 && words.match(/\d+/g)?.join() === String(worth);
  });
