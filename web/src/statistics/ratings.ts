import { refusalOf } from "../wire/lobby";
import type { Ratings } from "../wire/protocol";

/** The ratings of a game. Throws Refused. */
export async function fetchRatings(game: string): Promise<Ratings> {
  const answer = await fetch(`/api/ratings/${encodeURIComponent(game)}`);
  if (!answer.ok) throw await refusalOf(answer);
  return (await answer.json()) as Ratings;
}
