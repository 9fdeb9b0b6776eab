import { forgetVisit, visitedTables, type Visited } from "../viewer/visited";
import type { Unfinished } from "../wire/protocol";

/**
 * A table in the list of unfinished matches: what this browser knows, and since the server has answered what it says.
 */
export interface Waiting {
  table: string;
  game: string;
  /** when it was played last, ms */
  at: number;
  told: Unfinished | null;
}

export const fromVisit = ({ table, game, at }: Visited): Waiting => ({ table, game, at, told: null });

const compare = (a: number, b: number): number => Number(a > b) - Number(a < b);

/** Is it the reader's turn? Friends can be waited for as well. */
export const asksReader = ({ told }: Waiting): boolean => told !== null && told.waits.includes(told.seat);

/**
 * What the server says about the tables that this browser remembers, those that wait for the reader first, and of them
 * the one that has to be played at first. It forgets
 * those that are gone, over, or have no seat for the reader any more. Rejects if the server does not know.
 */
export async function askAbout(visits: readonly Visited[]): Promise<Waiting[]> {
  if (visits.length === 0) return [];
  const answer = await fetch(`/api/unfinished?${new URLSearchParams(visits.map(({ table }) => ["table", table]))}`);
  if (!answer.ok) throw new Error(`no tables: ${answer.status}`);
  const told = (await answer.json()) as Unfinished[];
  for (const { table } of visits) if (!told.some((one) => one.table === table)) forgetVisit(table);
  const visited = (table: string): number => visits.find((visit) => visit.table === table)?.at ?? 0;
  const found = told.map((one): Waiting => ({
    table: one.table,
    game: one.game,
    at: one.at || visited(one.table),
    told: one,
  }));
  const due = ({ told }: Waiting): number => told?.until || Infinity;
  return found.sort(
    (a, b) => Number(asksReader(b)) - Number(asksReader(a)) || compare(due(a), due(b)) || b.at - a.at,
  );
}

/** The tables as this browser remembers them, the latest first. */
export const remembered = (): Waiting[] => visitedTables().map(fromVisit);
