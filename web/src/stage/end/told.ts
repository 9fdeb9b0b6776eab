/** What stands above the tricks of a side at the end of a deal, as long as there is room for it. */
import type { Text } from "../../viewer/text.svelte";
import type { Sum } from "./tricks";

/** What a side has: how many tricks, what they and the rest make, if that is known, and the key of the rest. */
export interface Own {
  tricks: number;
  sum: Sum | undefined;
  rest: string;
}

/** In full; without the number of tricks; and without the last word. */
export type Length = "full" | "brief" | "bare";

/**
 * "3 tricks 65 + melds 40 = 105 points", as far as there is something to add; less: so many tricks that were worth
 * nothing are not drawn.
 */
export function countWords({ tricks, sum, rest }: Own, text: Text, less = 0, length: Length = "full"): string {
  const left = less > 0 ? ` (${worthlessWords(less, text)})` : "";
  const won = text.t("table.tricks_n", { n: tricks }) + left;
  if (!sum) return won;
  const points = text.t("table.points_n", { n: sum.tricks + sum.rest });
  if (sum.rest <= 0) return `${won}, ${points}`;
  const own = text.number(sum.tricks);
  const all = length === "bare" ? text.number(sum.tricks + sum.rest) : points;
  return `${length === "full" ? `${won} ${own}` : own} + ${text.t(rest)} ${text.number(sum.rest)} = ${all}`;
}

/** "3 without points" */
export const worthlessWords = (n: number, text: Text): string => text.t("table.worthless_n", { n });
