import type { TableStore } from "./table.svelte";

/** The scores of the match; until the end of a deal is shown (`past`) those from before it. */
export function scoresIn({ view }: Pick<TableStore, "view">, past: boolean): readonly number[] {
  const last = view.status === "playing" || past ? undefined : view.sheets.at(-1);
  return last?.counted ? view.scores.map((n, seat) => n - last.points[seat]!) : view.scores;
}
