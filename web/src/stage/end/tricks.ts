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
const HEAD = 24; // px, of the names above
const APART = 24; // px, between the sides
const [SMALLEST, LARGEST] = [17, 76]; // px

/** How many cards of a trick are drawn. */
export const shownOf = (trick: Chapter): number => drawn(trick).reduce((sum, { faces }) => sum + faces.length, 0);

/** The widest cards with which all tricks are on a felt of this size; 0: there is no room. */
export function widthFor(sides: readonly (readonly Chapter[])[], width: number, height: number): number {
  const column = (width - (sides.length - 1) * APART) / sides.length;
  for (let w = LARGEST; w >= SMALLEST; w--) {
    const fits = sides.every((tricks) => {
      let rows = 1;
      let left = column;
      for (const trick of tricks) {
        const needs = w * (1 + STRIP * (shownOf(trick) - 1));
        if (needs > column) return false;
        if (needs > left) [rows, left] = [rows + 1, column];
        left -= needs + GAP;
      }
      return HEAD + rows * (w * 1.4 + WORTH + 6) <= height;
    });
    if (fits) return w;
  }
  return 0;
}
