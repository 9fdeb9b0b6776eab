/**
 * The daily deals that were begun in this browser. The first attempt at a game's deal of a date counts, the others are
 * marked.
 */
import { readStored, writeStored } from "../viewer/storage";

export interface Outcome {
  points: number;
  place: number;
  /** players */
  of: number;
  /** lines of signs that say how it went, without any card */
  signs: string[];
}

export interface Attempt {
  date: string;
  game: string;
  table: string;
  again: boolean;
  outcome: Outcome | null;
}

const KEY = "daily";
const MOST = 1000;

export function attempts(): Attempt[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isAttempt) : [];
  } catch {
    return []; // not written by this page
  }
}

/** The attempt that counts; null: none was begun. */
export function countedAttempt(date: string, game: string): Attempt | null {
  return attempts().find((one) => one.date === date && one.game === game && !one.again) ?? null;
}

/** At this table somebody plays the deal of a date. Calling it again changes nothing. */
export function beginAttempt(date: string, game: string, table: string): void {
  const known = attempts();
  if (known.some((one) => one.table === table)) return;
  const again = known.some((one) => one.date === date && one.game === game);
  write([{ date, game, table, again, outcome: null }, ...known]);
}

/** The deal at this table is over. Only its first outcome counts. */
export function endAttempt(table: string, outcome: Outcome): void {
  const known = attempts();
  if (known.some((one) => one.table === table && one.outcome === null))
    write(known.map((one) => (one.table === table ? { ...one, outcome } : one)));
}

/** Add attempts of a file. What counts here stays what counts. Returns how many are new. */
export function addAttempts(found: readonly unknown[]): number {
  const known = attempts();
  const tables = new Set(known.map(({ table }) => table));
  const news = new Map(
    found
      .filter(isAttempt)
      .filter(({ table }) => !tables.has(table))
      .map((one) => [one.table, one]),
  );
  const counted = new Set(known.filter(({ again }) => !again).map(({ date, game }) => `${date} ${game}`));
  const more = [...news.values()].map((one) => {
    const key = `${one.date} ${one.game}`;
    const again = one.again || counted.has(key);
    if (!again) counted.add(key);
    return { ...one, again };
  });
  if (more.length > 0) write([...more, ...known].sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0)));
  return more.length;
}

/** The game whose deal of a date counts and was begun here; "" for none. The game of the day is `preferred`. */
export function gamePlayed(date: string, preferred: string): string {
  const games = attempts()
    .filter((one) => one.date === date && !one.again)
    .map(({ game }) => game);
  return games.includes(preferred) ? preferred : (games[0] ?? "");
}

export function eraseAttempts(): void {
  write([]);
}

function write(all: readonly Attempt[]): void {
  writeStored(KEY, JSON.stringify(all.slice(0, MOST)));
}

function isAttempt(value: unknown): value is Attempt {
  const { date, game, table, again, outcome } = (value ?? {}) as Partial<Record<keyof Attempt, unknown>>;
  return (
    [date, game, table].every((word) => typeof word === "string") &&
    typeof again === "boolean" &&
    (outcome === null || isOutcome(outcome))
  );
}

function isOutcome(value: unknown): value is Outcome {
  const { points, place, of, signs } = (value ?? {}) as Partial<Record<keyof Outcome, unknown>>;
  return (
    [points, place, of].every((n) => typeof n === "number") &&
    Array.isArray(signs) &&
    signs.every((line) => typeof line === "string")
  );
}
