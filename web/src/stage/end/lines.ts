/** How open hands are drawn in a box: in which order, and how large, each in as many lines as serve that. Pure. */

import { PIPS } from "../laid";
import { ranking } from "../seating";
import type { Deed } from "./deeds";

/** Cards that lie together: a meld, or what is left over. */
export interface Part {
  cards: readonly number[];
  left: boolean;
}

export interface Shape {
  /** the width of a card, px */
  card: number;
  /** hands beside each other */
  columns: number;
  /** the width of the names beside the cards, px; 0: they stand above them */
  name: number;
  /** of each hand, the parts in its lines */
  lines: readonly (readonly (readonly Part[])[])[];
  /** px that are free in the height */
  spare: number;
}

interface Box {
  width: number;
  height: number;
}

export const GAP = 0.34; // of a card, between melds
export const STRIP = 0.66; // of a card: an index of two figures is whole
export const LINE = 18; // px, of a name above the cards
export const APART = 16; // px, between hands beside each other
const LEAST = 12; // px
const [NAME, NARROW] = [104, 78]; // px
const WORDS = 46; // px, of a name with two lines below it
const WORTH = 1.08; // so much larger are the cards, or the names stay beside them, and the hands below each other
const MOST_LINES = 2; // of a hand, and one where cards can be drawn whole all the same

const wide = ({ cards }: Part, card: number): number => card * (1 + STRIP * (cards.length - 1));
const between = (card: number): number => Math.max(5, card * 0.12);

/** What is left over does not lie in a line of its own, if a meld can lie before it. */
function keepCompany(lines: Part[][], card: number, width: number): void {
  const [last, before] = [lines.at(-1), lines.at(-2)];
  const alone = last?.length === 1 && last[0]!.left;
  const meld = before?.at(-1);
  if (!alone || !before || before.length < 2 || wide(meld!, card) + GAP * card + wide(last[0]!, card) > width) return;
  last.unshift(before.pop()!);
}

/** The parts of a hand in lines so wide; null: they have no room in so few. */
function linesOf(parts: readonly Part[], card: number, width: number, most: number): Part[][] | null {
  const lines: Part[][] = [];
  let used = Infinity;
  for (const part of parts) {
    const own = wide(part, card);
    if (own > width) return null;
    if (used + own <= width) lines.at(-1)!.push(part);
    else [used] = [0, lines.push([part])];
    used += own + GAP * card;
  }
  keepCompany(lines, card, width);
  return lines.length <= most ? lines : null;
}

function shaped(
  hands: readonly (readonly Part[])[],
  { width, height }: Box,
  card: number,
  columns: number,
  name: number,
  most: number,
): Shape | null {
  const room = (width - (columns - 1) * APART) / columns - name;
  const lines = hands.map((parts) => linesOf(parts, card, room, most));
  if (lines.includes(null)) return null;
  const highOf = (own: readonly unknown[]): number => {
    const cards = own.length * card * 1.4 + (own.length - 1) * between(card);
    return name > 0 ? Math.max(WORDS, cards) : cards + LINE;
  };
  const rows = Array.from({ length: Math.ceil(hands.length / columns) }, (_, i) =>
    Math.max(...lines.slice(i * columns, (i + 1) * columns).map((own) => highOf(own!))),
  );
  const high = rows.reduce((sum, px) => sum + px + between(card), -between(card));
  return high <= height ? { card, columns, name, lines: lines as Part[][][], spare: height - high } : null;
}

/** The largest cards, at most so wide, with which all hands have room. */
export function shapeOf(hands: readonly (readonly Part[])[], box: Box, most: number): Shape {
  const lined = best(hands, box, most, 1);
  const found = lined && lined.card >= PIPS ? lined : best(hands, box, most, MOST_LINES);
  return found ?? { card: LEAST, columns: 1, name: 0, lines: hands.map((parts) => [parts]), spare: 0 };
}

function best(hands: readonly (readonly Part[])[], box: Box, most: number, lines: number): Shape | null {
  const ways = [1, ...(hands.length > 2 ? [2] : [])].flatMap((columns) =>
    [NAME, NARROW, 0].map((name) => ({ columns, name })),
  );
  let best: Shape | null = null;
  for (const { columns, name } of ways) {
    let found: Shape | null = null;
    for (let card = Math.floor(most); !found && card >= LEAST; card--)
      found = shaped(hands, box, card, columns, name, lines);
    if (found && found.card > (best ? best.card * WORTH : 0)) best = found;
  }
  return best;
}

/** The hands in the order of the places, as the rows of the score. */
export function byPlace(deeds: readonly Deed[], view: Parameters<typeof ranking>[0], fewest: boolean): Deed[] {
  const seatOf = ({ seats: [seat = 0] }: Deed): number => seat;
  const seats = ranking(view, deeds.map(seatOf), fewest).map(({ seat }) => seat);
  return deeds.toSorted((a, b) => seats.indexOf(seatOf(a)) - seats.indexOf(seatOf(b)));
}
