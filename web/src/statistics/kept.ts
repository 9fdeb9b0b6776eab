/**
 * The finished matches that this browser counts. They are kept here and nowhere else; each has the id that the server
 * gave it, so none is counted twice.
 */
import { placeOf } from "./matches";
import { readStored, writeStored } from "../viewer/storage";
import type { Finished } from "../wire/protocol";

export interface Kept {
  id: string;
  game: string;
  /** server time when it ended, ms */
  at: number;
  players: number;
  /** one's own, from 1; equals share one */
  place: number;
  /** the last place of all */
  last: number;
  /** "" for rules that are no preset's; null: unknown */
  preset: string | null;
}

interface Store {
  matches: Kept[];
  /** matches that ended up to this time (server time, ms) were erased and do not come back */
  erased: number;
}

const KEY = "statistics";
const MOST_PLAYERS = 64;
const MOST = 5000; // matches; of more, the oldest are dropped

export function keptMatches(): Kept[] {
  return read().matches;
}

/** Lessons, daily deals, matches that were ended early and those without a seat of one's own are not counted. */
function counts({ seat, lesson, daily, called_off }: Finished): boolean {
  return seat >= 0 && !lesson && !daily && !called_off;
}

function keptFrom(match: Finished): Kept {
  const { id, game, at, players, preset } = match;
  const places = players.map((_, seat) => placeOf({ ...match, seat }));
  return {
    id,
    game,
    at,
    players: players.length,
    place: placeOf(match),
    last: Math.max(...places),
    preset: preset ?? null,
  };
}

/** Add matches of the server's list. Returns whether all of them were new, so that older ones can be, too. */
export function addMatches(found: readonly Finished[]): boolean {
  const { matches, erased } = read();
  const known = new Set(matches.map(({ id }) => id));
  const news = found.filter((match) => match.at > erased && !known.has(match.id));
  add(news.filter(counts).map(keptFrom));
  return news.length === found.length;
}

/** Add matches of a file, also those that were erased here: somebody wants them back. Returns how many are new. */
export function keepMatches(found: readonly unknown[]): number {
  const known = new Set(keptMatches().map(({ id }) => id));
  const news = new Map(
    found
      .filter(isKept)
      .filter(({ id }) => !known.has(id))
      .map((match) => [match.id, match]),
  );
  add(
    [...news.values()].map(({ id, game, at, players, place, last, preset }) => ({
      id,
      game,
      at,
      players,
      place,
      last,
      preset: typeof preset === "string" ? preset : null,
    })),
  );
  return news.size;
}

function add(more: readonly Kept[]): void {
  const { matches, erased } = read(); // just before it is written: another window may have added some
  if (more.length > 0) write({ matches: [...more, ...matches].sort((a, b) => b.at - a.at).slice(0, MOST), erased });
}

/** Erase everything up to now. latest: server time when the last match of the server's list ended, ms. */
export function eraseMatches(latest: number): void {
  const { matches, erased } = read();
  write({ matches: [], erased: Math.max(erased, latest, ...matches.map(({ at }) => at)) });
}

function write(store: Store): void {
  writeStored(KEY, JSON.stringify(store));
}

function read(): Store {
  try {
    const stored = JSON.parse(readStored(KEY) ?? "{}") as Partial<Store> | null;
    const matches = Array.isArray(stored?.matches) ? stored.matches.filter(isKept) : [];
    return { matches, erased: typeof stored?.erased === "number" ? stored.erased : 0 };
  } catch {
    return { matches: [], erased: 0 }; // not written by this page
  }
}

function isKept(value: unknown): value is Kept {
  const { id, game, at, players, place, last } = (value ?? {}) as Partial<Record<keyof Kept, unknown>>;
  if (typeof id !== "string" || typeof game !== "string") return false;
  return [at, players, place, last].every((n) => Number.isSafeInteger(n)) && placed(place as number, last as number);
}

/** Places make a list as long as the last one: a file can say anything. */
const placed = (place: number, last: number): boolean => place >= 1 && place <= last && last <= MOST_PLAYERS;
