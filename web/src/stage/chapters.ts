/**
 * How a chapter of the story is drawn small: which cards, how wide and where, so that a growing row moves nothing but
 * by transform.
 */
import type { Chapter, Play } from "../table/tale";

const WIDEST = 32; // px, of a small card
const STRIP = 0.42; // of a card's width that is seen of one below another
const GAP = 0.14; // between plays
const ON = 0.5; // of a card that lies on another
const MOST = 26; // cards in a row

export interface SmallCard {
  key: string;
  face: number;
  x: number;
  play: Play;
  /** the first of its play: the name stands below it */
  first: boolean;
}

export interface Row {
  cards: SmallCard[];
  /** of a card */
  w: number;
  /** how many come before those that are drawn */
  more: number;
  /** the space of a name, px; 0: there is no room for names */
  name: number;
}

const LEAST_NAME = 34; // px

/** The plays of a chapter whose cards are drawn; what lies on a card stands behind it. */
export function drawn({ kind, plays }: Pick<Chapter, "kind" | "plays">): Play[] {
  const all = plays.filter(({ faces, laid }) => faces.length > 0 && (kind !== "round" || laid));
  const pairs = [...new Set(all.map(({ pair }) => pair))];
  return pairs.length === 1 ? all : pairs.flatMap((one) => all.filter(({ pair }) => pair === one));
}

/** This play lies on the one before it. */
const beats = (plays: readonly Play[], at: number): boolean =>
  plays[at]?.pair !== undefined && plays[at]?.pair === plays[at - 1]?.pair;

export function rowOf(chapter: Chapter, width: number): Row {
  const all = drawn(chapter);
  let first = all.length;
  for (let cards = 0; first > 0 && cards + all[first - 1]!.faces.length <= MOST; first--)
    cards += all[first - 1]!.faces.length;
  first = Math.min(first, Math.max(0, all.length - 1));
  const plays = all.slice(first);
  const units = plays.reduce(
    (sum, { faces }, at) => sum + (beats(plays, at) ? ON : 1) + GAP + STRIP * (Math.min(faces.length, MOST) - 1),
    -GAP,
  );
  const w = Math.min(WIDEST, width / Math.max(1, units));
  const name = plays.length > 0 ? width / plays.length : 0;
  const apart = chapter.kind === "round" && name >= LEAST_NAME; // as wide as a name needs
  const cards: SmallCard[] = [];
  let x = 0;
  plays.forEach((play, at) => {
    const faces = play.faces.slice(0, MOST);
    if (beats(plays, at) && !apart) x -= (1 - ON + GAP) * w;
    faces.forEach((face, i) => cards.push({ key: `${play.n}.${i}`, face, x: x + i * STRIP * w, play, first: i === 0 }));
    const own = (1 + STRIP * (faces.length - 1) + GAP) * w;
    x = apart ? Math.max(x + own, Math.min(64, name) * (at + 1)) : x + own;
  });
  const over = x > width + w ? width / x : 1; // combinations and names together
  for (const card of cards) card.x *= over;
  return {
    cards,
    w,
    more: all.slice(0, first).reduce((sum, { faces }) => sum + faces.length, 0),
    name: apart ? Math.min(64, name) * over : 0,
  };
}
