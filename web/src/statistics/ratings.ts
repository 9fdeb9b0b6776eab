import { refusalOf } from "../wire/lobby";
import type { RatingChange, RatingChanges, Ratings } from "../wire/protocol";

/** The ratings of a game. Throws Refused. */
export async function fetchRatings(game: string): Promise<Ratings> {
  const answer = await fetch(`/api/ratings/${encodeURIComponent(game)}`);
  if (!answer.ok) throw await refusalOf(answer);
  return (await answer.json()) as Ratings;
}

const TRIES = 10;
const PAUSE_MS = 1000; // the server counts a match a moment after its end

/** What a rated match has changed at each seat; [] if it is not counted for long. Throws Refused. */
export async function fetchChanges(id: string): Promise<RatingChange[]> {
  for (let n = 0; n < TRIES; n++) {
    if (n > 0) await new Promise((done) => setTimeout(done, PAUSE_MS));
    const answer = await fetch(`/api/reviews/${encodeURIComponent(id)}/ratings`);
    if (!answer.ok) throw await refusalOf(answer);
    const { changes } = (await answer.json()) as RatingChanges;
    if (changes.length > 0) return changes;
  }
  return [];
}
