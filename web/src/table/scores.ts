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

/** Where there is room for three: the viewer, the best of the others, and whose turn it is. */
export function threeOf<G>(
  groups: readonly G[],
  score: (group: G) => number,
  fewest: boolean,
  waits: (group: G) => boolean,
): readonly (G | undefined)[] {
  const [best, next] = groups.slice(1).toSorted((a, b) => (fewest ? score(a) - score(b) : score(b) - score(a)));
  return [groups[0], best, groups.slice(1).find((group) => group !== best && waits(group)) ?? next];
}
