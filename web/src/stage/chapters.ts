/**
 * How a chapter of the story is drawn small: which cards, how wide and where, with the name of who laid them. A row
 * that grows moves nothing but by transform.
 */
import { laidOut } from "../table/combinations";
import { joined } from "../table/joined";
import type { Chapter, Play } from "../table/tale";

export const WIDEST = 32; // px, of a small card
const TALL = 1.4; // of a card's width
const STRIP = 0.5; // of a card's width that is seen of one below another: a ten is read
const GAP = 5; // px, between plays
const ON = 0.5; // of a card that lies on another
const DOWN = 8; // px, so much lower it lies
const MOST = 26; // cards in a row
const LINES = 3; // of cards; what came before is counted
/** Lines of words that are shown at once: a round of bids, or who stands and who declares. */
export const SPOKEN = 6;
const LEAST_NAME = 44; // px
const MOST_NAME = 64;
const NAME = 14; // px, its height
const APART = 4; // px, between lines

export interface SmallCard {
  key: string;
  face: number;
  x: number;
  y: number;
  play: Play;
}

export interface SmallName {
  key: string;
  x: number;
  y: number;
  width: number;
  play: Play;
}

export interface Row {
  cards: SmallCard[];
  names: SmallName[];
  /** of a card */
  w: number;
  /** of its first line, and of those below it */
  height: number;
  below: number;
  /** how many cards come before those that are drawn */
  more: number;
}

/** A play of cards that lie apart, each in a pair of its own, card by card. */
function apart(play: Play): Play[] {
  const { n, faces, pairs = [] } = play;
  if (new Set(pairs).size < 2) return [play];
  return faces.map((face, i) => ({ ...play, n: n + i / faces.length, faces: [face], pairs: pairs.slice(i, i + 1) }));
}

/** The same with the cards of each play as they lie on the felt. */
export function inOrder(chapter: Chapter, keys: readonly number[]): Chapter {
  const lies = ({ faces, laid, pairs }: Play): boolean => laid && !pairs && faces.length > 2;
  if (!chapter.plays.some(lies)) return chapter;
  const laid = (play: Play): Play => ({ ...play, faces: laidOut(play.faces, (face) => keys[face] ?? face).flat() });
  return { ...chapter, plays: chapter.plays.map((play) => (lies(play) ? laid(play) : play)) };
}

/** The plays of a chapter whose cards are drawn; what lies on a card stands behind it. */
export function drawn({ kind, plays }: Pick<Chapter, "kind" | "plays">): Play[] {
  const all = plays.filter(({ faces, laid }) => faces.length > 0 && (kind !== "round" || laid)).flatMap(apart);
  const pairs = [...new Set(all.map(pairOf))];
  return pairs.length === 1 ? all : pairs.flatMap((one) => all.filter((play) => pairOf(play) === one));
}

/** The play that has taken a trick: the last of who took it, for a player can play to a trick more than once. */
export function winning(chapter: Chapter): Play | undefined {
  const { over, trick, taker } = chapter;
  return over && trick ? drawn(chapter).findLast(({ seat }) => seat === taker) : undefined;
}

const pairOf = (play: Play | undefined): string | undefined => play?.pairs?.[0];

/** Plays of which equal ones in a row are one. */
export function folded(plays: readonly Play[]): Play[] {
  const found: Play[] = [];
  for (const play of plays) {
    const last = found.at(-1);
    const say = last && !last.laid && !play.laid && joined(last, play);
    if (say) {
      const moved = (last.moved ?? 0) + (play.moved ?? 0);
      found[found.length - 1] = { ...last, say, faces: [...last.faces, ...play.faces], moved };
    } else found.push(play);
  }
  return found;
}

/** What was done in a chapter beside what lies in the middle, each with its own words: drawn, laid down, put away. */
export function steps({ kind, plays }: Pick<Chapter, "kind" | "plays">): Play[] {
  return folded(kind === "round" ? plays.filter(({ faces, laid }) => !laid && faces.length > 0) : plays);
}

/** What lies together: a play, or a card and what beats it. */
export function groups(chapter: Pick<Chapter, "kind" | "plays">): Play[][] {
  const found: Play[][] = [];
  for (const play of drawn(chapter)) {
    const last = found.at(-1);
    if (last && pairOf(play) !== undefined && pairOf(last[0]) === pairOf(play)) last.push(play);
    else found.push([play]);
  }
  return found;
}

const cardsIn = (group: readonly Play[]): number => group.reduce((sum, { faces }) => sum + faces.length, 0);

/** The width of what lies together, in cards. */
const wide = (group: readonly Play[]): number =>
  group.reduce((sum, { faces }, at) => sum + (at > 0 ? ON : 1) + STRIP * (Math.min(faces.length, MOST) - 1), 0);

/** The groups in lines no wider than this, the last ones if not all have room. */
function linesOf(all: readonly Play[][], width: number, cell: (group: readonly Play[]) => number): Play[][][] {
  const lines: Play[][][] = [];
  let [room, cards] = [0, 0];
  for (const group of [...all].reverse()) {
    const needs = cell(group);
    cards += Math.min(cardsIn(group), MOST);
    if (lines.length > 0 && cards > MOST) break;
    if (lines.length === 0 || needs > room) {
      if (lines.length === LINES) break;
      lines.unshift([]);
      room = width + GAP;
    }
    lines[0]!.unshift(group);
    room -= needs;
  }
  // the first lines are full, the last has what is left
  const shown = lines.flat();
  lines.length = 0;
  for (const group of shown) {
    const needs = cell(group);
    if (lines.length === 0 || (needs > room && lines.length < LINES)) {
      lines.push([]);
      room = width + GAP;
    }
    lines.at(-1)!.push(group);
    room -= needs;
  }
  return lines;
}

/** What was laid into the middle in a round, with the names of those who laid it. */
export function rowOf(chapter: Chapter, width: number): Row {
  const w = WIDEST;
  const all = groups(chapter);
  const bout = all.some((group) => group.length > 1); // cards that lie alone have their names below, as in a trick
  const cell = (group: readonly Play[]): number => Math.min(width, Math.max(w * wide(group), LEAST_NAME)) + GAP;
  const lines = linesOf(all, width, cell);
  const above = bout ? NAME : 0; // the name of the card that lies below
  const height = above + w * TALL + (bout ? DOWN : 0) + NAME + 1;
  const cards: SmallCard[] = [];
  const names: SmallName[] = [];
  lines.forEach((line, n) => {
    const y = n * (height + APART);
    const needed = line.reduce((sum, group) => sum + cell(group), -GAP);
    const least = lines.length === 1 ? Math.min(MOST_NAME, width / line.length) : LEAST_NAME + GAP;
    const loose = line.reduce((sum, group) => sum + Math.max(least, cell(group)), -GAP);
    const closer = Math.min(1, width / needed);
    let x = 0;
    for (const group of line) {
      const room = (loose <= width ? Math.max(least, cell(group)) : cell(group)) * closer;
      const strips = wide(group) - 1;
      const step = strips > 0 ? Math.min(w, (room - GAP - w) / strips) : 0; // of a whole card's width
      let at = x;
      group.forEach((play, i) => {
        if (i > 0) at += ON * step;
        play.faces.slice(0, MOST).forEach((face, j) => {
          if (j > 0) at += STRIP * step;
          cards.push({ key: `${play.n}.${j}`, face, x: at, y: y + above + (i > 0 ? DOWN : 0), play });
        });
        const under = bout && i === 0 ? y : y + height - NAME;
        if (i < 2) names.push({ key: `${play.n}`, x, y: under, width: room - GAP + 1, play });
      });
      x += room;
    }
  });
  return {
    cards,
    names,
    w,
    height,
    below: Math.max(0, lines.length - 1) * (height + APART),
    more: all.reduce((sum, group) => sum + cardsIn(group), 0) - cards.length,
  };
}

const PAST = 45; // px
const EDGES = 19; // of a row
const STEP = 39;
const LINE = 20;
const BESIDE_W = 13; // of a card in a step, as `Step.svelte` draws it
/** So many cards of a step have room beside its words, and so many are drawn small at all. */
export const [BESIDE, DRAWN] = [6, 26];

function tall({ faces }: Play, width: number): number {
  if (faces.length <= BESIDE) return STEP;
  return LINE + STEP * Math.ceil(Math.min(DRAWN, faces.length) / Math.max(1, Math.floor(width / BESIDE_W) - 1));
}

/** About how high a chapter will be, px, until it has been measured. */
export function about(chapter: Chapter, width: number): number {
  if (chapter.past) return PAST;
  if (chapter.kind === "words") return EDGES + LINE * Math.min(SPOKEN, chapter.plays.length);
  const done = steps(chapter).reduce((sum, step) => sum + tall(step, width), 0);
  if (chapter.kind === "turn") return EDGES - 3 + done;
  const { height, below } = rowOf(chapter, width);
  return EDGES + LINE + height + below + done;
}
