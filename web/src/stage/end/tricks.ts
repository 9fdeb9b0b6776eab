/** What lies on the felt at the end of a deal: the rounds of each side, as large as the felt has room for them. */
import type { Chapter } from "../../table/tale";
import { drawn } from "../chapters";

/** The finished tricks of each side, in the order of the sides; null if the deal had none, or some belong to nobody. */
export function tricksOf(chapters: readonly Chapter[], sides: readonly (readonly number[])[]): Chapter[][] | null {
  const tricks = chapters.filter(({ kind, over, trick }) => kind === "round" && over && trick);
  if (tricks.length === 0 || tricks.some(({ taker }) => !sides.some((seats) => seats.includes(taker)))) return null;
  return sides.map((seats) => tricks.filter(({ taker }) => seats.includes(taker)));
}

export const STRIP = 0.5; // of a card's width that is seen of one below another
export const GAP = 10; // px, between two tricks
export const WORTH = 17; // px, of the number below a trick
export const HEAD = 24; // px, of the names above
export const APART = 24; // px, between the sides
export const ROW = 6; // px, between two rows
export const NAME = 84; // px, of a side that has no more to show than its name
const [SMALLEST, LARGEST] = [17, 104]; // px

/** How many cards of a trick are drawn. */
export const shownOf = (trick: Chapter): number => drawn(trick).reduce((sum, { faces }) => sum + faces.length, 0);

/**
 * How the sides share the felt: the width of a card, px, and of the column of each side; no columns: the sides lie one
 * below the other.
 */
export interface Share {
  w: number;
  columns: readonly number[];
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
function columnFor(tricks: readonly number[], most: number): number {
  if (most < 1) return Infinity;
  // whole pixels: between others, halving would never end
  let [low, high] = [
    Math.max(NAME, ...tricks),
    Math.max(
      NAME,
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
 * null: there is no room. worth: a number stands below each.
 */
export function shareOf(
  sides: readonly (readonly Chapter[])[],
  width: number,
  height: number,
  worth: boolean,
): Share | null {
  const room = width - (sides.length - 1) * APART;
  const counts = sides.map((tricks) => tricks.map(shownOf));
  for (let w = LARGEST; w >= SMALLEST; w--) {
    const row = w * 1.4 + (worth ? WORTH : 0) + ROW;
    const needs = counts.map((tricks) => tricks.map((n) => w * (1 + STRIP * (n - 1))));
    const columns = needs.map((tricks) => columnFor(tricks, Math.floor((height - HEAD + ROW) / row)));
    if (sum(columns) <= room) return { w, columns };
    if (sum(needs.map((tricks) => HEAD + row * rowsIn(tricks, width))) <= height) return { w, columns: [] };
  }
  return null;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0);
