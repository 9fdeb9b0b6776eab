/** What lies on the felt at the end of a deal: the rounds of each side, as large as the felt has room for them. */
import type { Chapter, Play } from "../../table/tale";
import type { Tally } from "../../wire/protocol";
import { drawn, winning } from "../chapters";

/** Cards of a trick that lie together: all of them, or what one player laid at once. */
export interface Group {
  faces: readonly number[];
  /** who laid it; −1: several did */
  seat: number;
  /** which of its cards has won the trick; −1: none, or it is not known by a card */
  best: number;
}

/** Cards that a side has taken together: a trick, or what counts for it besides its tricks. */
export interface Lot {
  n: number;
  /** which trick of the deal it was; 0: none */
  no: number;
  /** the key of what it is, if it is no trick */
  name: string;
  groups: readonly Group[];
  /** which group has won it; −1: none, or its only group says by which card */
  best: number;
  worth: number;
  /** whose it is; −1: nobody has taken it */
  taker: number;
  /** what was said of it */
  end: Play | null;
  /** px that its words need; none: they give way */
  words?: number;
}

/** The finished tricks of each side, in the order of the sides; null if the deal had none, or some belong to nobody. */
export function tricksOf(chapters: readonly Chapter[], sides: readonly (readonly number[])[]): Lot[][] | null {
  const tricks = chapters.filter(({ kind, over, trick }) => kind === "round" && over && trick);
  if (tricks.length === 0 || tricks.some(({ taker }) => !sides.some((seats) => seats.includes(taker)))) return null;
  const apart = tricks.some((trick) => layered(drawn(trick)));
  const lots = tricks.map((trick, i) => lotOf(trick, i + 1, apart));
  return sides.map((seats) => lots.filter((_, i) => seats.includes(tricks[i]!.taker)));
}

/** Somebody laid several cards at once, or more than once. */
const layered = (plays: readonly Play[]): boolean =>
  new Set(plays.map(({ seat }) => seat)).size < plays.length || plays.some(({ faces }) => faces.length > 1);

function lotOf(trick: Chapter, no: number, apart: boolean): Lot {
  const plays = drawn(trick);
  const best = plays.findIndex(({ n }) => n === winning(trick)?.n);
  const groups = apart
    ? plays.map(({ faces, seat }) => ({ faces, seat, best: -1 }))
    : [{ faces: plays.flatMap(({ faces }) => faces), seat: -1, best }];
  const { n, taker, end } = trick;
  return { n, no, name: "", groups, best: apart ? best : -1, worth: end?.worth ?? 0, taker, end };
}

/** What counts for a side besides its tricks. */
export const lotBeside = (groups: readonly (readonly number[])[], worth: number, name: string, words: number): Lot => ({
  words,
  n: -1,
  name,
  no: 0,
  groups: groups.map((faces) => ({ faces, seat: -1, best: -1 })),
  best: -1,
  worth,
  taker: -1,
  end: null,
});

export const facesOf = ({ groups }: Pick<Lot, "groups">): number[] => groups.flatMap(({ faces }) => faces);

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
const SEEN = 1.05; // of a card's width that is seen of one below the next row: its rank and its suit, from above
export const WHOLE = 1.03; // of the card that has won, which lies on the others and covers no rank
export const SPREAD = 1.04; // cards that lie beside each other: those of a trick belong together
export const GAP = 5; // px, between two tricks, each with its ring
const LOOSE = 0.2; // of a card, more than that between tricks whose cards lie beside each other
export const WIDER = 11; // px, between two tricks whose plays lie apart
export const PLAYS = 3; // px, between two plays of a trick and the ring of one of them
export const OWN = 0.28; // of a card, more than that between groups of what counts besides tricks
export const NAMED = 38; // px, of a play with its name
export const LINE = 17; // px, of a line below a trick: names, numbers
export const BESIDE = 28; // px, of the number beside it
export const NUMBER = 30; // px, of the number of a trick before what it was worth
export const TAKER = 64; // px, of who of a side has taken a trick, at most
export const HEAD = 24; // px, of a line above
export const APART = 18; // px, between the sides
export const ROW = 3; // px, between two rows
export const LETTER = 9; // px, of a letter of the names
export const NAME = 84; // px, of a side that has no more to show than its name
const [SMALLEST, LARGEST] = [17, 104]; // px
export const SIZEABLE = 36; // px: a trick of such cards has room for its number
const READ = 28; // px: of smaller cards that lie on one another the ranks cannot be read
const CLOSE = 24; // px: but where else cards of tricks would be left out, they are so small
const ENOUGH = 62; // px: no larger cards are wanted where each is seen whole
const NEARLY = 0.9; // of a card's width: so much may be paid for a line of words

/**
 * How tricks are drawn: how much of a card is seen, px of lines below a trick and of what stands beside it, whether
 * all are equally wide, and whether each row lies on the one above it.
 */
interface Form {
  strip: number;
  named: boolean;
  below: number;
  beside: number;
  even: boolean;
  covered: boolean;
}

/**
 * How the sides share the felt: the width of a card, px, and of the column of each side; one column for all: they
 * lie one below the other, two: two of them in each line. ring: px round the cards of a trick; gap: px between two;
 * cell: px of a trick, what is wider has those of several, 0: each has its own width; named: who laid what stands
 * below; beside: px of what stands beside a trick, 0: it stands below; numbered: there is a line for the number of a
 * trick; over: px of a row that the next one covers.
 */
export interface Share {
  w: number;
  columns: readonly number[];
  ring: number;
  gap: number;
  cell: number;
  strip: number;
  named: boolean;
  beside: number;
  numbered: boolean;
  over: number;
}

/** So many sides can lie two beside each other. */
const FOUR = 4;
const isTrick = ({ no }: Pick<Lot, "no">): boolean => no > 0;

/** What each side has taken. */
type Sides = readonly (readonly Lot[])[];

/** What of the tricks has room on the felt. part: the larger it is, the less is drawn. */
export interface Laid {
  part: number;
  share: Share;
  lots: Sides;
}

/** Only the card, or the play, that has won it. */
function wonBy(lot: Lot): Lot {
  const { groups, best } = lot;
  const won = groups[Math.max(0, best)]!;
  const faces = won.best < 0 ? won.faces : [won.faces[won.best]!];
  return { ...lot, groups: [{ faces, seat: -1, best: -1 }], best: -1 };
}

const only = (sides: Sides, test: (lot: Lot) => boolean): Sides => sides.map((own) => own.filter(test));

/** From all of it to the cards that have won the tricks that were worth something. */
function partsOf(lots: Sides): Sides[] {
  const tricks = lots.flat().filter(isTrick);
  const partly = tricks.some(({ worth }) => worth > 0) && tricks.some(({ worth }) => worth === 0);
  const worthy = (sides: Sides): Sides[] => (partly ? [sides, only(sides, ({ worth }) => worth > 0)] : [sides]);
  const bare = only(lots, isTrick); // the rest has its line
  const won = bare.map((own) => own.map(wonBy));
  return [lots, ...(tricks.length < lots.flat().length ? [bare] : []), won].flatMap(worthy);
}

/**
 * As much of the tricks as can be read: all of them, those that were worth something, or only the cards that have won
 * them; where even these are too small, what is largest. Rows lie on one another before any card is left out.
 */
export function laidOf(lots: Sides, share: (lots: Sides, covered: boolean) => Share | null): Laid | null {
  let most: Laid | null = null;
  let close: Laid | null = null;
  for (const [part, own] of partsOf(lots).entries()) {
    const whole = own.some((side) => side.some((lot) => isTrick(lot) && facesOf(lot).length > 1));
    if (!whole && close) return close;
    const laid = share(own, false);
    if (laid && laid.w >= READ) return { part, share: laid, lots: own };
    const covered = whole ? share(own, true) : null;
    if (covered && covered.w >= READ) return { part, share: covered, lots: own };
    if (covered && covered.w >= CLOSE) close = { part, share: covered, lots: own };
    if (laid && laid.w > (most?.share.w ?? 0)) most = { part, share: laid, lots: own };
  }
  return most;
}

type Cards = Pick<Lot, "groups" | "words" | "no">;

/** How wide cards of a trick are that lie together, in cards: the one that has won it is seen whole. */
export function wideOf({ faces, best }: Pick<Group, "faces" | "best">, strip = STRIP): number {
  const more = best >= 0 && best < faces.length - 1 && strip < WHOLE ? WHOLE - strip : 0;
  return 1 + strip * (faces.length - 1) + more;
}

/** px round the cards of a trick, for the frame of the card that has won: as wide as the frame and what is within. */
export const ringOf = (w: number): number => Math.min(5, Math.max(3, w * 0.07));

type Way = Pick<Form, "strip" | "named"> & { beside?: number };

/** How wide a trick is, px, with what stands beside it. */
export const needOf = (lot: Cards, w: number, { strip, named, beside = 0 }: Way): number =>
  withWords(lot, widthOf(lot, lot.groups.map((group) => wideOf(group, strip)), w, named), beside);

/** The words of a trick give way to their place beside it; those of what is none do not. */
const withWords = ({ no, words = 0 }: Cards, px: number, beside: number): number =>
  beside === 0 ? Math.max(words, px) : px + (no > 0 ? beside : Math.max(beside, words));

/** The same on this felt. */
export const roomOf = (lot: Cards, share: Share): number =>
  cellsOf(needOf(lot, share.w, share), share.cell, share.gap);

/** As many cells as that needs. */
const cellsOf = (px: number, cell: number, gap: number): number =>
  cell === 0 ? px : Math.ceil((px + gap) / (cell + gap)) * (cell + gap) - gap;

/** The same of groups that are so many cards wide. */
function widthOf(lot: Cards, groups: readonly number[], w: number, named: boolean): number {
  const ring = ringOf(w);
  let px = (groups.length - 1) * (PLAYS + ring + (isTrick(lot) ? 0 : OWN * w)) + 2 * ring;
  const least = named && groups.length > 1 ? NAMED : 0; // the only play is that of the side
  for (const wide of groups) px += Math.max(least, w * wide);
  return px;
}

/** How many rows tricks of these widths need in a column. */
function rowsIn(tricks: readonly number[], column: number, gap: number): number {
  let [rows, left] = [Math.min(1, tricks.length), column];
  for (const needs of tricks) {
    if (needs > column) return Infinity;
    if (needs > left) [rows, left] = [rows + 1, column];
    left -= needs + gap;
  }
  return rows;
}

/** The narrowest column in which these tricks need no more rows than that. */
function columnFor(tricks: readonly number[], most: number, name: number, gap: number): number {
  if (most < 1) return Infinity;
  // whole pixels: between others, halving would never end
  let [low, high] = [
    Math.max(name, ...tricks),
    Math.max(
      name,
      tricks.reduce((sum, needs) => sum + needs + gap, -gap),
    ),
  ].map(Math.ceil) as [number, number];
  while (rowsIn(tricks, low, gap) > most && high - low > 1) {
    const half = Math.floor((low + high) / 2);
    if (rowsIn(tricks, half, gap) <= most) high = half;
    else low = half;
  }
  return rowsIn(tricks, low, gap) <= most ? low : high;
}

/**
 * The widest cards with which all tricks are on a felt of this size, by side, beside each other, one below the other
 * or two in a line, each card whole where they are large enough then; null: there is no room. told: something is
 * said of each, below it unless small cards are much larger with it beside them, in so many px; else there is a line
 * for its number where that costs little. names: px that the name of each side needs; head: px of the lines above
 * its tricks. covered: each row lies on the one above it, and what is said of a trick stands beside it; not where
 * plays have their names below.
 */
export function shareOf(
  sides: readonly (readonly Cards[])[],
  width: number,
  height: number,
  told: boolean,
  names: readonly number[] = [],
  head: number = HEAD,
  beside: number = BESIDE,
  covered = false,
): Share | null {
  const tricks = sides.flat().filter(isTrick);
  const several = tricks.some(({ groups }) => groups.length > 1 || (groups[0]?.seat ?? -1) >= 0);
  const even = !several && new Set(tricks.map(({ groups: [own] }) => own!.faces.length)).size === 1;
  const share = (form: Omit<Form, "even" | "covered">): Share | null =>
    shareWith(sides, width, height, { ...form, even, covered }, names, head);
  if (covered) return several ? null : share({ strip: STRIP, named: false, below: 0, beside: told ? beside : 0 });
  const best = (way: Pick<Form, "strip" | "named">): Share | null => {
    const line = way.named ? LINE : 0;
    const below = share({ ...way, below: line + (told ? LINE : 0), beside: 0 });
    if (below && below.w >= ENOUGH && told) return below;
    const aside = told ? share({ ...way, below: line, beside }) : null;
    const best = aside && aside.w > 1.1 * (below?.w ?? 0) ? aside : below;
    const numbered = told || way.named || !best ? null : share({ ...way, below: LINE, beside: 0 });
    return numbered && numbered.w >= Math.max(SIZEABLE, NEARLY * best!.w) ? numbered : best;
  };
  const first = best({ strip: several ? STRIP : SPREAD, named: several });
  if (first && (several || first.w >= ENOUGH)) return first;
  const second = best({ strip: STRIP, named: false });
  return first && first.w >= (second?.w ?? 0) ? first : second;
}

interface Measured {
  lot: Cards;
  /** how wide each of its groups is, in cards */
  groups: readonly number[];
}

/** A trick as wide as each of them, of those that have one group. */
function widestOf(tricks: readonly Measured[]): Measured {
  const own = tricks.filter(({ lot }) => isTrick(lot));
  const words = Math.max(...own.map(({ lot }) => lot.words ?? 0));
  return { lot: { ...own[0]!.lot, words }, groups: [Math.max(...own.map(({ groups: [wide] }) => wide!))] };
}

/** The same, with tricks of this form. */
function shareWith(
  sides: readonly (readonly Cards[])[],
  width: number,
  height: number,
  form: Form,
  names: readonly number[],
  head: number,
): Share | null {
  const room = width - (sides.length - 1) * APART;
  const name = (side: number): number => Math.min(Math.max(NAME, names[side] ?? 0), Math.floor(room / sides.length));
  const wide = (side: number): number => Math.min(Math.max(NAME, names[side] ?? 0), width);
  const { strip, named, beside, covered } = form;
  const gapAt = (w: number): number => (named ? WIDER : GAP + (strip > 1 ? Math.round(LOOSE * w) : 0));
  const widths = sides.map((lots) => lots.map((lot) => ({ lot, groups: lot.groups.map((one) => wideOf(one, strip)) })));
  const widest = form.even ? widestOf(widths.flat()) : null;
  const most = width * (height - head + ROW);
  const all = sum(widths.flat().flatMap(({ groups }) => groups));
  for (let w = LARGEST; w >= SMALLEST; w--) {
    if (all * w * w * (covered ? SEEN : 1.4) > most) continue; // however they lie
    const [ring, gap] = [ringOf(w), gapAt(w)];
    const whole = w * 1.4 + 2 * ring + form.below + ROW;
    const row = covered ? Math.ceil(w * SEEN + ring) + ROW : whole;
    const over = whole - row; // the last row is whole
    const px = ({ lot, groups }: Measured): number => withWords(lot, widthOf(lot, groups, w, named), beside);
    const own = widths.map((lots) => lots.map(px));
    const cell = widest ? Math.ceil(px(widest)) : 0;
    const needs = own.map((lots) => lots.map((px) => cellsOf(px, cell, gap)));
    if (sum(needs.flat()) * row > most) continue;
    const share = { w, ring, gap, cell, strip, named, beside, over, numbered: form.below > (named ? LINE : 0) };
    const fitting = Math.floor((height - head + ROW - over) / row);
    const columns = needs.map((lots, side) => columnFor(lots, fitting, name(side), gap));
    if (sum(columns) <= room) return { ...share, columns };
    const rows = needs.map((lots) => rowsIn(lots, width, gap));
    const high = sum(rows.map((n) => head + row * n + Math.min(1, n) * over)) + (sides.length - 1) * ROW;
    const column = (): number => Math.max(...needs.map((lots, i) => columnFor(lots, rows[i] || 1, wide(i), gap)));
    if (high <= height) return { ...share, columns: [Math.min(width, column())] };
    if (sides.length < FOUR) continue;
    const half = Math.floor((width - APART) / 2);
    const lines = needs.map((lots) => rowsIn(lots, half, gap));
    const tall = lines.map((_, i) => (i % 2 ? 0 : Math.max(lines[i]!, lines[i + 1] ?? 0)));
    const deep = sum(tall.map((n, i) => (i % 2 ? 0 : head + ROW + row * n + Math.min(1, n) * over))) - ROW;
    const least = (own: number): number[] =>
      needs.map((lots, i) => (i % 2 === own ? columnFor(lots, lines[i] || 1, Math.min(wide(i), half), gap) : 0));
    if (deep <= height) return { ...share, columns: [0, 1].map((own) => Math.min(half, Math.max(...least(own)))) };
  }
  return null;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0);

const AS_LARGE = 0.93; // of the width of a card

/** With more words there are not fewer cards, and they are not much smaller; where there are sums, words matter more. */
export function isBetter(more: Laid, less: Laid, summed: boolean): boolean {
  if (more.part !== less.part) return more.part < less.part;
  return summed || more.share.w >= AS_LARGE * less.share.w;
}
