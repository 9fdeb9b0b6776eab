/**
 * Statistics come from the server's list of this person's finished matches, which has each match once, however many
 * windows have seen its end.
 */
import { fetchMatches, MATCHES_AT_ONCE } from "./matches";
import { addMatches } from "./kept";

const PAGES = 40; // of the list in one go

/** Count the matches that have been finished since the last time. Throws Refused, or TypeError without a connection. */
export async function countMatches(): Promise<void> {
  let before: number | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const found = await fetchMatches(before);
    if (!addMatches(found) || found.length < MATCHES_AT_ONCE) return;
    before = found.at(-1)?.at;
  }
}

/** When the last match of the server's list ended (server time, ms), 0 if there is none. */
export async function lastEnded(): Promise<number> {
  return (await fetchMatches())[0]?.at ?? 0;
}
