/** What the start page shows of the visitor's own: fetched after the games are there. */
import type { Text } from "../../viewer/text.svelte";
import { keptMatches } from "../../statistics/kept";
import { sumsOf } from "../../statistics/sums";
import { namesLosers } from "../../table/verdict";

export { default as DailyDeal } from "./DailyDeal.svelte";

/**
 * How the visitor has done in a game, "" before the first finished match. version: rises when more may have been
 * counted.
 */
export function tallyOf(game: string, version: number, text: Text): string {
  void version;
  const losers = namesLosers(game, text);
  const { matches, good } = sumsOf(
    keptMatches().filter((match) => match.game === game),
    losers,
  );
  if (matches === 0) return "";
  return losers
    ? text.t("start.tally_lost", { n: matches, lost: matches - good })
    : text.t("start.tally", { n: matches, won: good });
}
