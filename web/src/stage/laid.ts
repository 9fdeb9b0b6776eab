/** How large melds lie in a box, so that all of them are seen, and where; and who has laid them. */
import type { Entry } from "../table/table.svelte";
import type { ZoneSpec } from "../wire/protocol";

type Zone = Pick<ZoneSpec, "id" | "owner" | "role">;

/** Who has laid the first cards of each meld that belongs to nobody, as far as the events of the deal go back. */
export function layers(said: readonly Pick<Entry, "said">[], zones: readonly Zone[]): ReadonlyMap<string, number> {
  const specs = new Map(zones.map((spec) => [spec.id, spec]));
  const found = new Map<string, number>();
  for (const { said: { kind, src, dst } } of said) {
    const [from, to] = [specs.get(src), specs.get(dst)];
    if (kind !== "move" || !from || from.owner < 0 || to?.role !== "meld" || to.owner >= 0) continue;
    if (!found.has(dst)) found.set(dst, from.owner);
  }
  return found;
}

/** Of the width of a card, what the next one leaves open of it. */
const STRIP = 0.58;
/** Cards smaller than this, px, lie closer before they become smaller still: as close as leaves the corner whole. */
const CLOSER = [{ below: 72, strip: 0.46 }];
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

/** A column of an even grid is as wide as a meld of so many cards. */
const COLUMN = [3, 4, 5, 6, 7];

interface Grid {
  strip: number;
  columns: number;
  /** cards of a meld that one column has room for */
  room: number;
  /** columns of each meld */
  spans: readonly number[];
  rows: readonly (readonly number[])[];
  width: number;
  /** melds over more than one column */
  long: number;
}

/** The melds of each row, from the left: one that has no room beside the others begins the next. */
function packed(spans: readonly number[], columns: number): number[][] {
  const rows: number[][] = [];
  let used = columns;
  for (const [i, span] of spans.entries()) {
    if (used + span <= columns) rows.at(-1)!.push(i);
    else [used] = [0, rows.push([i])];
    used += span;
  }
  return rows;
}

/** The best even grid of such cards; null: there is none that fits. Few rows come first, then what is not too long. */
function gridOf(lengths: readonly number[], card: number, strip: number, box: Box, label: number): Grid | null {
  let best: Grid | null = null;
  for (const room of COLUMN) {
    const cell = card * widthOf(room, strip) + gapOf(card);
    const spans = lengths.map((n) => Math.ceil((card * widthOf(n, strip) + gapOf(card)) / cell - 0.001));
    for (let columns = Math.max(1, ...spans); columns <= Math.max(...spans, lengths.length); columns++) {
      const width = columns * cell - gapOf(card);
      const rows = packed(spans, columns);
      const height = rows.length * (lineOf(card) + label) - (lineOf(card) - card * 1.4);
      if (width > box.width || height > box.height) continue;
      const grid = { strip, columns, room, spans, rows, width, long: spans.filter((span) => span > 1).length };
      const less = best && [rows.length - best.rows.length, grid.long - best.long, width - best.width].find((n) => n);
      if (less === null || less! < 0) best = grid;
    }
  }
  return best;
}

const [HIGH, LABEL] = [160, 17]; // px

/** The height of a line below each meld, in a box that has room for such lines. */
export const labelIn = ({ height }: Pick<Box, "height">): number => (height >= HIGH ? LABEL : 0);

/** So much larger are the cards, or a meld does not lie over two columns; smaller ones than these, px, never are. */
const SPANNING = 1.2;
const TINY = 26;
/** Smaller cards than these, px, lie in rows where that makes them so much larger. */
const [CROWDED, WORTH] = [36, 1.12];

/**
 * The largest cards, at most so wide, with which melds of these lengths fit into the box in columns of equal width, all
 * rows in the middle and below each of them a label so high.
 */
export function evenly(lengths: readonly number[], box: Box, most: number, label = 0): Lying {
  const ways = [{ below: Infinity, strip: STRIP }, ...CLOSER];
  const found: (Grid & { card: number })[] = [];
  const enough = (card: number): boolean => !found[0] || (card >= TINY && card * SPANNING >= found[0].card);
  for (let card = Math.floor(most); card > SMALLEST && enough(card); card--)
    for (const [i, { below, strip }] of ways.entries()) {
      if (card > below || card < (ways[i + 1]?.below ?? 0)) continue;
      const grid = gridOf(lengths, card, strip, box, label);
      if (grid && grid.long < (found.at(-1)?.long ?? Infinity)) found.push({ ...grid, card });
    }
  const best = found.at(-1);
  const rows = !best || (label === 0 && best.card < CROWDED) ? lie(lengths, box, most, "middle") : null;
  if (rows && (!best || rows.card >= best.card * WORTH)) return rows;
  return placed(lengths, best!.card, best!, box, label);
}

/** What is free beside the columns shows more of each card. */
function placed(lengths: readonly number[], card: number, grid: Grid, box: Box, label: number): Lying {
  const { columns, room, spans, rows } = grid;
  const gap = gapOf(card);
  const cell = Math.min(card * widthOf(room, STRIP), (box.width - (columns - 1) * gap) / columns);
  const strip = (cell / card - 1) / (room - 1);
  const from = (box.width - columns * (cell + gap) + gap) / 2;
  const spots: Spot[] = [];
  for (const [at, row] of rows.entries()) {
    let column = 0;
    for (const i of row) {
      const most = spans[i]! * (cell + gap) - gap;
      const x = from + column * (cell + gap);
      spots[i] = { x, y: at * (lineOf(card) + label), width: Math.min(most, card * widthOf(lengths[i]!, strip)) };
      column += spans[i]!;
    }
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
