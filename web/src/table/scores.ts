import type { TableStore } from "./table.svelte";
import type { Text } from "../viewer/text.svelte";

/** The scores of the match; until the end of a deal is shown (`past`) those from before it. */
export function scoresIn({ view }: Pick<TableStore, "view">, past: boolean): readonly number[] {
  const last = view.status === "playing" || past ? undefined : view.sheets.at(-1);
  return last?.counted ? view.scores.map((n, seat) => n - last.points[seat]!) : view.scores;
}

/** How many points end the match; 0 if it has no such limit. */
export const limitOf = ({ spec }: Pick<TableStore, "spec">): number =>
  Number(spec.options.limit ?? spec.options.target) || 0;

/**
 * What the scores are called. `placed`: the text key of what is shown in their place. `only`: they are of this deal
 * alone.
 */
export function titleOf(table: Pick<TableStore, "spec">, text: Pick<Text, "t">, placed: string, only: boolean): string {
  const limit = limitOf(table);
  if (placed || only) return text.t(placed || "table.reached.title");
  return limit ? text.t("table.score_to", { limit }) : text.t("table.score");
}
