import { Refused, refusalOf } from "../wire/lobby";
import type { Finished, RecordKept } from "../wire/protocol";

/** Matches in one answer; if there are fewer, there are no older ones. */
export const MATCHES_AT_ONCE = 50;
const LARGEST_RECORD = 64 * 1024; // bytes, the server's limit: longer records are not sent

/** Which matches are listed: dates are days, "2026-11-28"; "" for any. */
export interface MatchFilter {
  readonly game: string;
  readonly player: string;
  readonly from: string;
  readonly to: string;
}
export const NO_FILTER: MatchFilter = { game: "", player: "", from: "", to: "" };

/** The midnight with which a day begins here, or the one after it; NaN for no day. */
const midnight = (day: string, later = 0): number => {
  const [year = NaN, month = NaN, date = NaN] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).getTime();
};

/**
 * The matches that this browser's person has finished before a moment (server time, ms), the last one first. Throws
 * Refused.
 */
export async function fetchMatches(before = Infinity, filter = NO_FILTER): Promise<Finished[]> {
  const until = Math.min(before, midnight(filter.to, 1) || Infinity);
  const since = midnight(filter.from);
  const query = new URLSearchParams();
  if (Number.isFinite(until)) query.set("before", String(until));
  if (since > 0) query.set("since", String(since));
  if (filter.game) query.set("game", filter.game);
  if (filter.player) query.set("player", filter.player);
  const answer = await fetch(`/api/matches?${query}`);
  if (!answer.ok) throw await refusalOf(answer);
  return (await answer.json()) as Finished[];
}

/**
 * Send a record to the server, which keeps it under its own address. Throws Refused with the line and what is wrong
 * there.
 */
export async function keepRecord(file: Blob): Promise<RecordKept> {
  if (file.size > LARGEST_RECORD)
    throw new Refused({ t: "error", id: -1, code: "record_large", args: { n: LARGEST_RECORD / 1024 } });
  const answer = await fetch("/api/reviews", { method: "POST", headers: { "content-type": "text/plain" }, body: file });
  if (!answer.ok) throw await refusalOf(answer);
  return (await answer.json()) as RecordKept;
}

/** A player's place, from 1; if it was not kept, players with equal points share one. */
export function placeOf({ seat, scores, winners, fewest, places }: Finished): number {
  if (places[seat] !== undefined) return places[seat];
  if (winners.includes(seat)) return 1;
  const own = scores[seat] ?? 0;
  return Math.max(2, 1 + scores.filter((points) => (fewest ? points < own : points > own)).length);
}

/** The text of a match in the list. */
export type Result = "ended" | "won" | "lost" | "not_lost" | "shared" | "place";

/**
 * The result of a player's match. Only a player alone on a place sees its number; if all who have not won share one, as
 * a side does, they have lost. namesLosers: the game names losers rather than winners.
 */
export function resultOf(match: Finished, namesLosers: boolean): Result {
  if (match.called_off) return "ended";
  const places = match.scores.map((_, seat) => placeOf({ ...match, seat }));
  const own = placeOf(match);
  if (namesLosers) return own > 1 && own === Math.max(...places) ? "lost" : "not_lost";
  if (own === 1) return "won";
  if (places.every((place) => place === 1 || place === own)) return "lost";
  return places.filter((place) => place === own).length > 1 ? "shared" : "place";
}
