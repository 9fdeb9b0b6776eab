import { readStored, writeStored } from "./storage";

/** The tables at which this person has a seat, for the way back from the start page; the latest first. */
export interface Visited {
  table: string;
  game: string;
  /** ms since 1970 */
  at: number;
}

const KEY = "tables";
const MOST = 12; // as many as the server answers for at once

export function visitedTables(): Visited[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isVisited) : [];
  } catch {
    return []; // not written by this page
  }
}

export function rememberVisit(visit: Visited): void {
  write([visit, ...others(visit.table)]);
}

/** The table is gone, or there is nothing more to play at it. */
export function forgetVisit(table: string): void {
  write(others(table));
}

function others(table: string): Visited[] {
  return visitedTables().filter((visit) => visit.table !== table);
}

function write(visits: readonly Visited[]): void {
  writeStored(KEY, JSON.stringify(visits.slice(0, MOST)));
}

function isVisited(value: unknown): value is Visited {
  const { table, game, at } = (value ?? {}) as Partial<Record<keyof Visited, unknown>>;
  return typeof table === "string" && typeof game === "string" && typeof at === "number";
}

/** The game of a table that has not answered, from this browser's storage or the page's response; "": neither says. */
export function gameExpectedAt(table: string): string {
  const [entry] = performance.getEntriesByType?.("navigation") ?? [];
  const said = (entry as PerformanceNavigationTiming | undefined)?.serverTiming?.find(({ name }) => name === "game");
  return visitedTables().find((visit) => visit.table === table)?.game ?? said?.description ?? "";
}
