/**
 * What this browser was shown of a table's shuffles while it played there, and what it added: kept so that a server
 * cannot change its story afterwards.
 */
import { readStored, writeStored } from "../viewer/storage";

/** One deal, by its number at the table. */
export interface Remembered {
  /** the commitment of the server */
  commitment: string;
  /** the pledges of all seats when they were last shown */
  pledges?: string[];
  /** the own nonce; pages of one browser share it */
  nonce?: string;
  /** the own seat, once the server has shown the own pledge there */
  seat?: number;
  /** the server has confirmed that the nonce was opened */
  opened?: boolean;
  /** the own hand as it was dealt, and whose it was */
  hand?: { seat: number; cards: number[] };
}

export type Memory = Record<string, Remembered>;

const TABLES = "fair"; // which tables are remembered, the latest first
const MOST = 12;
const DEALS = 120; // of one table

const keyOf = (table: string): string => `${TABLES}.${table}`;

function read<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(readStored(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise; // not written by this page
  }
}

export function recall(table: string): Memory {
  return read<Memory>(keyOf(table), {});
}

/** Change what is remembered of a deal. It is read again before: another page of this browser may have written. */
export function remember(table: string, n: number, change: Partial<Remembered>): Remembered {
  const memory = recall(table);
  const known = memory[n] ?? { commitment: "" };
  const next = { ...known, ...change };
  if (JSON.stringify(known) === JSON.stringify(next)) return known;
  memory[n] = next;
  const late = Object.keys(memory).sort((a, b) => Number(b) - Number(a)).slice(DEALS);
  for (const old of late) delete memory[old];
  const [first, ...others] = read<string[]>(TABLES, []);
  if (first !== table) {
    const tables = [table, ...[first ?? "", ...others].filter((one) => one && one !== table)];
    for (const old of tables.splice(MOST)) writeStored(keyOf(old), "null");
    writeStored(TABLES, JSON.stringify(tables));
  }
  writeStored(keyOf(table), JSON.stringify(memory));
  return next;
}
