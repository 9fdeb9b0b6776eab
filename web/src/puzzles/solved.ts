/**
 * The puzzles that were solved in this browser, by game, and how: at the first attempt, or after others or a look at
 * the answer.
 */
import { readStored, writeStored } from "../viewer/storage";

export type Way = "first" | "later";
type Solved = Record<string, Record<string, Way>>;

const KEY = "puzzles";

function solved(): Solved {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? "{}");
    return typeof stored === "object" && stored !== null && !Array.isArray(stored) ? (stored as Solved) : {};
  } catch {
    return {}; // not written by this page
  }
}

/** The puzzles of a game that were solved, by number. */
export function solvedOf(game: string): ReadonlyMap<number, Way> {
  const of = solved()[game];
  const entries = typeof of === "object" && of !== null ? Object.entries(of) : [];
  return new Map(entries.flatMap(([n, way]) => (way === "first" || way === "later" ? [[Number(n), way]] : [])));
}

/** A puzzle is solved. How it was solved the first time stays. */
export function rememberSolved(game: string, number: number, way: Way): void {
  const all = solved();
  const of = Object.fromEntries(solvedOf(game));
  if (of[number]) return;
  writeStored(KEY, JSON.stringify({ ...all, [game]: { ...of, [number]: way } }));
}

/** The next puzzle of a grade that is not solved, after `from` and then from the beginning; 0: all are. */
export function nextOf(grades: readonly number[], done: ReadonlyMap<number, Way>, grade: number, from = 0): number {
  const open = grades.flatMap((each, i) => (each === grade && !done.has(i + 1) && i + 1 !== from ? [i + 1] : []));
  return open.find((n) => n > from) ?? open[0] ?? 0;
}
