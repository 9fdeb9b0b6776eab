/** What lies on the felt at the end of a deal: the rounds of each side, as large as the felt has room for them. */
import type { Chapter, Play } from "../../table/tale";
import type { Tally } from "../../wire/protocol";
import { drawn } from "../chapters";

/** Cards that a side has taken together: a trick, or what counts for it besides its tricks. */
export interface Lot {
  n: number;
  faces: readonly number[];
  /** which of them has won it; −1: none */
  best: number;
  worth: number;
  /** what was said of it */
  end: Play | null;
}

/** The finished tricks of each side, in the order of the sides; null if the deal had none, or some belong to nobody. */
export function tricksOf(chapters: readonly Chapter[], sides: readonly (readonly number[])[]): Lot[][] | null {
  const tricks = chapters.filter(({ kind, over, trick }) => kind === "round" && over && trick);
  if (tricks.length === 0 || tricks.some(({ taker }) => !sides.some((seats) => seats.includes(taker)))) return null;
  return sides.map((seats) => tricks.filter(({ taker }) => seats.includes(taker)).map(lotOf));
}

function lotOf(trick: Chapter): Lot {
  const plays = drawn(trick);
  const faces = plays.flatMap((play) => play.faces);
  const best = plays.length === faces.length ? plays.findIndex(({ seat }) => seat === trick.taker) : -1;
  return { n: trick.n, faces, best, worth: trick.end?.worth ?? 0, end: trick.end };
}

/** What a side has in its tricks, and what counts for it besides them. */
export interface Sum {
  tricks: number;
  rest: number;
}

/** The parts of what each side has; null if tricks are not what the sides are compared by. */
export function sumsOf(tricks: readonly (readonly Lot[])[], tallies: readonly Tally[]): Sum[] | null {
  if (tallies.length !== tricks.length) return null;
  const sums = tricks.map((own, i) => {
    const worth = own.reduce((all, lot) => all + lot.worth, 0);
    return { tricks: worth, rest: tallies[i]!.n - worth };
  });
  return sums.some(({ rest }) => rest < 0) || sums.every((sum) => sum.tricks === 0) ? null : sums;
}

export const STRIP = 0.58; // of a card's width that is seen of one below another: its rank and its suit are whole
export const WHOLE = 1.03; // of the card that has won, which lies on the others and covers no rank
export const GAP = 10; // px, between two tricks
export const WORTH = 17; // px, of the number below a trick
export const BESIDE = 24; // px, of the number beside it
export const HEAD = 24; // px, of a line above
export const APART = 24; // px, between the sides
export const ROW = 6; // px, between two rows
export const LETTER = 9; // px, of a letter of the names
export const NAME = 84; // px, of a side that has no more to show than its name
const [SMALLEST, LARGEST] = [17, 104]; // px

/**
 * How the sides share the felt: the width of a card, px, and of the column of each side; one column for all: they lie
 * one below the other. beside: what a trick was worth stands beside it, else below.
 */
export interface Share {
  w: number;
  columns: readonly number[];
  beside: boolean;
}

type Cards = Pick<Lot, "faces" | "best">;

/** How wide a trick is, in cards: the one that has won it is seen whole. */
export function wideOf({ faces, best }: Cards): number {
  return 1 + STRIP * (faces.length - 1) + (best >= 0 && best < faces.length - 1 ? WHOLE - STRIP : 0);
}

/** How many rows tricks of these widths need in a column. */
function rowsIn(tricks: readonly number[], column: number): number {
  let [rows, left] = [Math.min(1, tricks.length), column];
  for (const needs of tricks) {
    if (needs > column) return Infinity;
    if (needs > left) [rows, left] = [rows + 1, column];
    left -= needs + GAP;
  }
  return rows;
}

/** The narrowest column in which these tricks need no more rows than that. */
function columnFor(tricks: readonly number[], most: number, name: number): number {
  if (most < 1) return Infinity;
  // whole pixels: between others, halving would never end
  let [low, high] = [
    Math.max(name, ...tricks),
    Math.max(
      name,
      tricks.reduce((sum, needs) => sum + needs + GAP, -GAP),
    ),
  ].map(Math.ceil) as [number, number];
  while (rowsIn(tricks, low) > most && high - low > 1) {
    const half = Math.floor((low + high) / 2);
    if (rowsIn(tricks, half) <= most) high = half;
    else low = half;
  }
  return rowsIn(tricks, low) <= most ? low : high;
}

/**
 * The widest cards with which all tricks are on a felt of this size, by side, beside each other or one below the other;
 * null: there is no room. worth: a number stands at each, below it unless the cards are much larger with it beside
 * them; names: px that the name of each side needs; head: px of the lines above its tricks.
 */
export function shareOf(
  sides: readonly (readonly Cards[])[],
  width: number,
  height: number,
  worth: boolean,
  names: readonly number[] = [],
  head: number = HEAD,
): Share | null {
  const below = shareWith(sides, width, height, worth ? WORTH : 0, 0, names, head);
  const beside = worth ? shareWith(sides, width, height, 0, BESIDE, names, head) : null;
  return beside && beside.w > 1.1 * (below?.w ?? 0) ? beside : below;
}

/** The same, with so many px for a number below a trick and beside it. */
function shareWith(
  sides: readonly (readonly Cards[])[],
  width: number,
  height: number,
  below: number,
  beside: number,
  names: readonly number[],
  head: number,
): Share | null {
  const room = width - (sides.length - 1) * APART;
  const widths = sides.map((tricks) => tricks.map(wideOf));
  const name = (side: number): number => Math.min(Math.max(NAME, names[side] ?? 0), Math.floor(room / sides.length));
  const wide = (side: number): number => Math.min(Math.max(NAME, names[side] ?? 0), width);
  for (let w = LARGEST; w >= SMALLEST; w--) {
    const row = w * 1.4 + below + ROW;
    const needs = widths.map((tricks) => tricks.map((n) => w * n + beside));
    const fitting = Math.floor((height - head + ROW) / row);
    const columns = needs.map((tricks, side) => columnFor(tricks, fitting, name(side)));
    if (sum(columns) <= room) return { w, columns, beside: beside > 0 };
    const rows = needs.map((tricks) => rowsIn(tricks, width));
    const all = sum(rows.map((n) => head + row * n)) + (sides.length - 1) * ROW;
    const column = (): number => Math.max(...needs.map((tricks, i) => columnFor(tricks, rows[i] || 1, wide(i))));
    if (all <= height) return { w, columns: [column()], beside: beside > 0 };
  }
  return null;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0);
