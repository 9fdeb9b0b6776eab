// The French deck: spades, hearts, clubs, diamonds from 2 to ace, and two jokers. "S10" and "ST" are both the ten.

import { at, dot, fill, index, starPath, type Drawing } from "./pen";
import { jack, jester, king, portrait, queen } from "./courts";
import { CAP, pips, typed } from "./pips";
import type { CardName, Deck } from "./deck";

const SUITS: Record<string, string> = { S: "spade", H: "heart", C: "club", D: "diamond" };

export const HEART = fill("M0 46C-16 26-47 7-47-18-47-34-35-44-23-44-12-44-4-37 0-28 4-37 12-44 23-44 35-44 47-34 47-18 47 7 16 26 0 46z");
const SIGNS: Record<string, string> = {
  spade: fill(
    "M0-48C14-28 44-12 44 13 44 31 30 40 18 37 11 36 6 31 3 25 4 36 8 43 16 48H-16C-8 43-4 36-3 25-6 31-11 36-18 37-30 40-44 31-44 13-44-12-14-28 0-48z",
  ),
  heart: HEART,
  diamond: fill("M0-50C9-32 23-13 39 0 23 13 9 32 0 50-9 32-23 13-39 0-23-13-9-32 0-50z"),
  club: dot(0, -25, 21.5) + dot(-24, 9, 21.5) + dot(24, 9, 21.5) + fill("M-8-10H8L10 8H-10zM0 0C1 26 6 40 17 48H-17C-6 40-1 26 0 0z"),
};

const JOKER = /^X[12]?$/;

const FIGURES: Record<string, (suit: number) => string> = { K: king, Q: queen, J: jack };
const LETTERS: Record<string, Record<string, string>> = { de: { Q: "D", J: "B" }, fr: { Q: "D", K: "R", J: "V" }, hu: { Q: "D", J: "B", A: "Á" } };

/** The rank in the corner. */
function letterOf(rank: string, language: string): string {
  return LETTERS[language]?.[rank] ?? rank;
}

function joker(face: string, small: boolean): Drawing {
  const ink = face === "X2" ? "heart" : "wild";
  const { body } = portrait("", jester(), ink, "", small, false);
  const star = `<path d="${starPath(5, 46, 19)}"/>`;
  return { ink, body: at(star, small ? 62 : 52, small ? 70 : 62, small ? 102 : 80) + body };
}

function draw(face: string, small: boolean, language: string): Drawing | null {
  if (JOKER.test(face)) return joker(face, small);
  const suit = SUITS[face.charAt(0)];
  const sign = suit && SIGNS[suit];
  if (!suit || !sign) return null;
  const rank = face.slice(1).replace("T", "10");
  const letter = letterOf(rank, language);
  const figure = FIGURES[rank];
  if (figure) return portrait(letter, figure("SHCD".indexOf(face.charAt(0))), suit, sign, small);
  if (rank !== "A" && !/^([2-9]|10)$/.test(rank)) return null;
  const art = small ? "" : rank === "A" ? at(sign, 166, 190, 134) : pips(Number(rank), sign, true);
  return { ink: suit, body: index(letter, sign, small) + art };
}

const ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

export const french: Deck = {
  faces: [...Object.keys(SUITS).flatMap((s) => ranks.map((r) => s + r)), "X1", "X2"],
  signs: { ...SIGNS, joker: CAP },
  draw,
  name: (face): CardName | null => {
    if (JOKER.test(face)) return { key: "card.french.joker", args: {} };
    const suit = SUITS[face.charAt(0)];
    const rank = face.slice(1).replace("T", "10");
    if (!suit || !ranks.includes(rank)) return null;
    return { key: `card.french.${suit}`, args: { rank: /[JQKA]/.test(rank) ? `@card.french.rank.${rank}` : rank } };
  },
  rank: (face, language) => (face.startsWith("X") ? "x" : typed(letterOf(face.slice(1).replace("T", "10"), language))),
};
