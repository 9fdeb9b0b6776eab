import { Refused, refusalOf } from "./lobby";
import type { Finished, RecordKept } from "./protocol";

/** Matches in one answer; fewer: there are no older ones. */
export const MATCHES_AT_ONCE = 50;
const LARGEST_RECORD = 64 * 1024; // bytes, as the server has it: what is longer need not travel

/** The matches that this browser's person has finished before a moment (server time, ms), the last one first. Throws Refused. */
export async function fetchMatches(before?: number): Promise<Finished[]> {
  const answer = await fetch(`/api/matches${before === undefined ? "" : `?before=${before}`}`);
  if (!answer.ok) throw await refusalOf(answer);
  return (await answer.json()) as Finished[];
}

/** Hand a record to the server, which keeps it under an address of its own. Throws Refused with what is wrong in which line. */
export async function keepRecord(file: Blob): Promise<RecordKept> {
  if (file.size > LARGEST_RECORD) throw new Refused({ t: "error", id: -1, code: "record_large", args: { n: LARGEST_RECORD / 1024 } });
  const answer = await fetch("/api/reviews", { method: "POST", headers: { "content-type": "text/plain" }, body: file });
  if (!answer.ok) throw await refusalOf(answer);
  return (await answer.json()) as RecordKept;
}

/** The place somebody has come in on, from 1; where it was not kept, who has as many points has the same. */
export function placeOf({ seat, scores, winners, fewest, places }: Finished): number {
  if (places[seat] !== undefined) return places[seat];
  if (winners.includes(seat)) return 1;
  const own = scores[seat] ?? 0;
  return Math.max(2, 1 + scores.filter((points) => (fewest ? points < own : points > own)).length);
}

/** What a line of the list says of the match. */
export type Result = "won" | "lost" | "not_lost" | "shared" | "place";

/** What is said of somebody's match. Only who stands alone on a place is given its number: where all who have not won stand together, as a side does,
 * they have lost. namesLosers: the game knows losers rather than winners. */
export function resultOf(match: Finished, namesLosers: boolean): Result {
  const places = match.scores.map((_, seat) => placeOf({ ...match, seat }));
  const own = placeOf(match);
  if (namesLosers) return own > 1 && own === Math.max(...places) ? "lost" : "not_lost";
  if (own === 1) return "won";
  if (places.every((place) => place === 1 || place === own)) return "lost";
  return places.filter((place) => place === own).length > 1 ? "shared" : "place";
}
