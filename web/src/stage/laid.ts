/** How large melds lie in a box, so that all of them are seen, and where. */

/** Of the width of a card, what the next one leaves open of it. */
const STRIP = 0.58;
/** Cards smaller than this, px, lie closer before they become smaller still; the last strip just shows the corner. */
const CLOSER = [
  { below: 72, strip: 0.5 },
  { below: 40, strip: 0.46 },
];
const SMALLEST = 7; // px
/** A card as wide as this, px, is drawn whole; a smaller one has its index alone, in large. */
export const PIPS = 56;

interface Box {
  width: number;
  height: number;
}

export interface Spot {
  x: number;
  y: number;
  width: number;
}

export interface Lying {
  /** the width of a card, px */
  card: number;
  spots: readonly Spot[];
}

const widthOf = (n: number, strip: number): number => 1 + (Math.max(1, n) - 1) * strip;
/** Between two melds is half a card, so that none reads as part of the other. */
const gapOf = (card: number): number => Math.max(8, card / 2);
const lineOf = (card: number): number => card * 1.4 + Math.max(5, card / 10);

/** The melds of each row, as many as fit in turn. */
function rowsOf(lengths: readonly number[], card: number, strip: number, width: number): number[][] {
  const rows: number[][] = [];
  let left = 0;
  for (const [i, n] of lengths.entries()) {
    const wide = Math.min(width, card * widthOf(n, strip));
    if (rows.length > 0 && left >= wide) rows.at(-1)!.push(i);
    else [left] = [width, rows.push([i])];
    left -= wide + gapOf(card);
  }
  return rows;
}

function largest(lengths: readonly number[], strip: number, box: Box, most: number): number {
  const longest = widthOf(Math.max(1, ...lengths), strip);
  for (let card = Math.floor(most); card > SMALLEST; card--) {
    if (card * longest > box.width) continue;
    if (rowsOf(lengths, card, strip, box.width).length * lineOf(card) <= box.height + lineOf(card) - card * 1.4)
      return card;
  }
  return Math.min(SMALLEST, most);
}

/**
 * The largest cards, at most so wide, with which melds of these lengths fit into the box, in rows from their `side`.
 */
export function lie(
  lengths: readonly number[],
  box: Box,
  most: number,
  side: "start" | "middle" | "end" = "start",
): Lying {
  let [card, close] = [largest(lengths, STRIP, box, most), STRIP];
  for (const { below, strip } of CLOSER)
    if (card < below) [card, close] = [largest(lengths, strip, box, Math.min(most, below)), strip];
  const count = rowsOf(lengths, card, close, box.width).length;
  // no wider than as many rows need, so that they are about equally long
  let [low, width] = [0, box.width];
  while (width - low > 1) {
    const middle = (low + width) / 2;
    if (
      rowsOf(lengths, card, close, middle).length <= count &&
      lengths.every((n) => card * widthOf(n, close) <= middle)
    )
      width = middle;
    else low = middle;
  }
  const rows = rowsOf(lengths, card, close, width);
  const spots: Spot[] = [];
  const wide = rows.map((row) => {
    const gaps = (row.length - 1) * gapOf(card);
    const strips = row.reduce((sum, i) => sum + Math.max(0, lengths[i]! - 1), 0);
    const strip = Math.min(STRIP, Math.max(0, (box.width - gaps - row.length * card) / card / Math.max(1, strips)));
    let x = 0;
    for (const i of row) {
      spots[i] = { x, y: 0, width: card * widthOf(lengths[i]!, strip) };
      x += spots[i].width + gapOf(card);
    }
    return x - gapOf(card);
  });
  const block = Math.max(0, ...wide);
  for (const [at, row] of rows.entries()) {
    const x = side === "start" ? 0 : side === "end" ? box.width - wide[at]! : (box.width - block) / 2;
    for (const i of row) spots[i] = { ...spots[i]!, x: spots[i]!.x + x, y: at * lineOf(card) };
  }
  return { card, spots };
}

const READ = 44; // px: smaller cards are hard to read on a phone
/** Of this many melds for which there is room from the first on, or of fewer if their cards are large enough then. */
const ROOM = [6, 5, 4];

/** The width of a card with which the usual melds of `n` cards have room: more make it smaller, fewer do not. */
export function usualCard(n: number, box: Box, most: number): number {
  const cards = ROOM.map((melds) => lie(Array.from({ length: melds }, () => n), box, most).card);
  return cards.find((card) => card >= READ) ?? cards.at(-1)!;
}

/** The height of what lies, px. */
export const heightOf = ({ card, spots }: Lying): number =>
  spots.length > 0 ? Math.max(...spots.map(({ y }) => y)) + card * 1.4 : 0;

/** The melds of a hand that lies open, as its plan has them, and the cards that are left over; null: it has none. */
export function parted(
  cards: readonly number[],
  plan: readonly (readonly number[])[],
): { melds: readonly (readonly number[])[]; rest: readonly number[] } | null {
  const melds: (readonly number[])[] = [];
  let rest = [...cards];
  for (const meld of plan) {
    const left = [...rest];
    if (!meld.every((face) => left.includes(face) && left.splice(left.indexOf(face), 1).length > 0)) continue;
    melds.push(meld);
    rest = left;
  }
  return melds.length > 0 ? { melds, rest } : null;
}
