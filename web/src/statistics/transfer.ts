/** Statistics as a file: saved here and read again, in this browser or another one. Nothing of it is sent anywhere. */
import { addAttempts, attempts } from "../daily/attempts";
import { keepMatches, keptMatches } from "./kept";

const KIND = "statistics";
const VERSION = 1;
const LONGEST = 10_000_000; // characters: thousands of matches are far shorter

/** What the file says. */
export function statisticsFile(): string {
  return JSON.stringify({ stich: KIND, version: VERSION, matches: keptMatches(), daily: attempts() }, null, 1);
}

/**
 * Add what such a file says to what is kept; a match that is known is not counted again. Returns how many are new, null
 * if it is no such file.
 */
export function readStatistics(content: string): number | null {
  if (content.length > LONGEST) return null;
  try {
    const { stich, version, matches, daily } = (JSON.parse(content) ?? {}) as Record<string, unknown>;
    if (stich !== KIND || version !== VERSION || !Array.isArray(matches)) return null;
    return keepMatches(matches) + (Array.isArray(daily) ? addAttempts(daily) : 0);
  } catch {
    return null; // not written by this page
  }
}
