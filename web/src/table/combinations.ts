/** A trick to which each player lays several cards: who laid which, and how they lie. */
import type { TableView } from "../wire/protocol";
import type { PlayedCard } from "./trick";

export interface Combination {
  /** −1: it was not seen */
  seat: number;
  cards: readonly number[];
}

type Value = TableView["facts"][string] | undefined;

/**
 * The plays of a trick, the last one is to be beaten. `fact`: its turns, (seat, number of cards, …) each; once the
 * trick has been taken, and before the next one, neighbouring cards of one seat are one play.
 */
export function combinationsIn(fact: Value, plays: readonly PlayedCard[]): Combination[] {
  const rows = Array.isArray(fact) ? fact.filter((row): row is number[] => Array.isArray(row)) : [];
  if (rows.reduce((sum, [, n = 0]) => sum + n, 0) === plays.length) {
    let start = 0;
    const turns = rows.map(([seat = -1, n = 0]): Combination => ({
      seat,
      cards: plays.slice(start, (start += n)).map(({ face }) => face),
    }));
    return turns.filter(({ cards }) => cards.length > 0);
  }
  const turns: { seat: number; cards: number[] }[] = [];
  for (const { seat, face } of plays) {
    const last = turns.at(-1);
    if (last?.seat === seat) last.cards.push(face);
    else turns.push({ seat, cards: [face] });
  }
  return turns;
}

/**
 * The cards of a play as players lay them: by rank, most cards of a rank first, so that attached cards lie behind what
 * they are attached to. Of single cards one that fills a gap lies in it.
 */
export function laidOut(cards: readonly number[], keyOf: (face: number) => number): number[][] {
  const ranks = new Map<number, number[]>();
  for (const face of [...cards].sort((a, b) => keyOf(a) - keyOf(b) || a - b))
    ranks.set(keyOf(face), [...(ranks.get(keyOf(face)) ?? []), face]);
  const groups = [...ranks.values()].sort((a, b) => b.length - a.length);
  const key = (group: readonly number[] | undefined): number => keyOf(group?.[0] ?? -1);
  const gap = groups.findIndex((group, i) => i > 0 && key(group) === key(groups[i - 1]) + 2);
  const single = cards.length > 2 && groups.every((group) => group.length === 1);
  const last = groups.at(-1);
  if (single && last && gap > 0 && gap < groups.length - 1)
    return [...groups.slice(0, gap), last, ...groups.slice(gap, -1)];
  return groups;
}

const APART = 1.08; // card widths from one group to the next
const CLOSE = 0.72; // … if there are many
const WITHIN = 0.36; // … from one card of a group to the next
const STRIP = 0.46; // … between single cards
const MANY = 4; // groups
const ONE_ROW = 3.6; // card widths: a longer play takes two rows where the felt is not wide
const LONG = 6.2; // … and everywhere

/** Where a card of a play lies, in card widths from the left: in one row; and in two, with which of them. */
export interface Spot {
  face: number;
  one: number;
  two: number;
  row: number;
}

export interface Layout {
  spots: readonly Spot[];
  /** how wide it is in one row, and in two */
  one: number;
  two: number;
  rows: number;
  /** two rows are better even where the felt is wide */
  long: boolean;
}

/**
 * The places of the cards of a play: single cards overlap, sets lie apart; long plays can be broken between two groups.
 */
export function layoutOf(groups: readonly (readonly number[])[]): Layout {
  const whole = rowOf(groups);
  const at = whole.wide > ONE_ROW ? middleOf(groups) : groups.length;
  const rows = [groups.slice(0, at), groups.slice(at)].filter((row) => row.length > 0).map(rowOf);
  const two = Math.max(...rows.map(({ wide }) => wide), 1);
  const broken = rows.flatMap(({ xs, wide }, row) => xs.map((x) => ({ row, x: x + (two - wide) / 2 })));
  const spots = groups
    .flat()
    .map((face, i): Spot => ({ face, one: whole.xs[i] ?? 0, two: broken[i]?.x ?? 0, row: broken[i]?.row ?? 0 }));
  return { spots, one: Math.max(1, whole.wide), two, rows: Math.max(1, rows.length), long: whole.wide > LONG };
}

function rowOf(groups: readonly (readonly number[])[]): { xs: number[]; wide: number } {
  const between =
    groups.length > 2 && groups.every((group) => group.length === 1) ? STRIP : groups.length > MANY ? CLOSE : APART;
  const xs: number[] = [];
  for (const group of groups)
    group.forEach((_, i) => xs.push(xs.length === 0 ? 0 : xs.at(-1)! + (i > 0 ? WITHIN : between)));
  return { xs, wide: 1 + (xs.at(-1) ?? 0) };
}

/** Before which group a play is broken: as close to the middle as possible. */
function middleOf(groups: readonly (readonly number[])[]): number {
  const size = groups.flat().length;
  const cut = groups.map((_, i) => Math.abs(2 * groups.slice(0, i).flat().length - size));
  return Math.max(1, cut.indexOf(Math.min(...cut)));
}
