// The German-suited deck: acorns, leaves, hearts, bells; the place of the suit sign distinguishes Ober and Unter.

import { at, dot, fill, index, line, scratch, type Drawing } from "./pen";
import { king, ober, portrait, unter } from "./courts";
import { pips, typed } from "./pips";
import { HEART } from "./french";
import type { Deck } from "./deck";

const SUITS: Record<string, string> = { E: "acorn", L: "leaf", H: "gheart", B: "bell" };

/** A part of a sign in a second, lighter colour, outlined in ink. */
const tinted = (d: string, colour: string): string => `<path d="${d}" fill="var(--tint-${colour})" stroke="currentColor" stroke-width="6" stroke-linejoin="round"/>`;

const SIGNS: Record<string, string> = {
  acorn:
    '<g transform="rotate(18)">' +
    line("M0-30C0-40 3-44 9-48", 9) +
    tinted("M-28-6C-29 24-13 39 0 47 13 39 29 24 28-6z", "acorn") +
    fill("M-37 2C-39-24-20-36 0-36S39-24 37 2C25 9-25 9-37 2z") +
    scratch("M-24-16-6-2M-8-24 18-4M12-24 26-13M24-16 6-2M8-24-18-4M-12-24-26-13", 2.6) +
    scratch("M-11 16C-11 25-8 31-4 35", 5) +
    "</g>",
  leaf:
    fill("M0-49C6-33 43-24 43 7 43 27 22 36 4 28V34C4 42 8 45 14 47L11 53C2 51-4 45-4 34V28C-22 36-43 27-43 7-43-24-6-33 0-49z") +
    scratch("M0-24V22M0 0 15-10M0 0-15-10M0 17 18 6M0 17-18 6", 5),
  gheart: HEART,
  bell:
    line("M0-36V-44", 12) +
    tinted("M0-29A36 36 0 1 1 0 43 36 36 0 1 1 0-29z", "bell") +
    fill("M-36-1Q0 9 36-1V9Q0 19-36 9z") +
    line("M0 24V36", 7) +
    dot(0, 23, 6.5),
};

// Games that can be played with either deck name their cards in the French way, "SQ" for the Ober of leaves.
const SUIT_NAMED: Record<string, string> = { C: "E", S: "L", D: "B" };
const RANK_NAMED: Record<string, string> = { J: "U", Q: "O", T: "10" };

/** Suit and rank in this deck. */
function read(face: string): [suit: string | undefined, rank: string] {
  const letter = face.charAt(0);
  const rank = face.slice(1);
  return [SUITS[SUIT_NAMED[letter] ?? letter], RANK_NAMED[rank] ?? rank];
}

// Packs with these suits have German letters everywhere except in Hungary; a French reader calls the king "roi".
const LETTERS: Record<string, Record<string, string>> = { fr: { K: "R" }, hu: { U: "A", O: "F", A: "Á" } };

/** The rank in the corner. */
function letterOf(rank: string, language: string): string {
  return LETTERS[language]?.[rank] ?? rank;
}

const FIGURES: Record<string, (suit: number, sign: string) => string> = { K: king, O: ober, U: unter };

function draw(face: string, small: boolean, language: string): Drawing | null {
  const [suit, rank] = read(face);
  const sign = suit && SIGNS[suit];
  if (!suit || !sign) return null;
  const letter = letterOf(rank, language);
  const figure = FIGURES[rank];
  if (figure) return portrait(letter, figure(Object.values(SUITS).indexOf(suit), sign), suit, sign, small, rank !== "U");
  if (rank !== "A" && !/^([2-9]|10)$/.test(rank)) return null;
  const art = small ? "" : rank === "A" ? at(sign, 168, 98, 104) + at(sign, 168, 252, 104, 180) : pips(Number(rank), sign, false); // the Daus has two
  return { ink: suit, body: index(letter, sign, small) + art };
}

const ranks = ["6", "7", "8", "9", "10", "U", "O", "K", "A"];

export const german: Deck = {
  faces: Object.keys(SUITS).flatMap((s) => ranks.map((r) => s + r)),
  signs: SIGNS,
  draw,
  name: (face) => {
    const [suit, rank] = read(face);
    if (!suit || !ranks.includes(rank)) return null;
    return { key: `card.german.${suit}`, args: { rank: /[UOKA]/.test(rank) ? `@card.german.rank.${rank}` : rank } };
  },
  rank: (face, language) => typed(letterOf(read(face)[1], language)),
};
