// The German-suited deck: acorns, leaves, hearts, bells; Ober and Unter are told apart by the place of the suit sign.

import { at, blank, dot, fill, index, line, scratch, type Drawing } from "./pen";
import { court, pips, typed } from "./pips";
import { HEART } from "./french";
import type { Deck } from "./deck";

const SUITS: Record<string, string> = { E: "acorn", L: "leaf", H: "gheart", B: "bell" };

const SIGNS: Record<string, string> = {
  acorn:
    '<g transform="rotate(18)">' +
    line("M0-30C0-40 3-44 9-48", 9) +
    fill("M-35-4C-36-25-19-35 0-35S36-25 35-4C24 3-24 3-35-4z") +
    fill("M-28 6C-18 10 18 10 28 6 29 27 13 40 0 49-13 40-29 27-28 6z") +
    "</g>",
  leaf:
    fill("M0-49C6-33 43-24 43 7 43 27 22 36 4 28V34C4 42 8 45 14 47L11 53C2 51-4 45-4 34V28C-22 36-43 27-43 7-43-24-6-33 0-49z") +
    scratch("M0-24V22M0 0 15-10M0 0-15-10M0 17 18 6M0 17-18 6", 5),
  gheart: HEART,
  bell: line("M0-36V-44", 12) + dot(0, 7, 39) + scratch("M-36-2H36M-37 10H37", 5.5) + scratch("M0 24V40", 8) + blank(0, 23, 7.5),
};

// Games that are played with either deck name their cards in the French way, "SQ" for the Ober of leaves.
const SUIT_NAMED: Record<string, string> = { C: "E", S: "L", D: "B" };
const RANK_NAMED: Record<string, string> = { J: "U", Q: "O", T: "10" };

/** Suit and rank as this deck has them. */
function read(face: string): [suit: string | undefined, rank: string] {
  const letter = face.charAt(0);
  const rank = face.slice(1);
  return [SUITS[SUIT_NAMED[letter] ?? letter], RANK_NAMED[rank] ?? rank];
}

// Packs with these suits have German letters wherever they are printed, but in Hungary; a French reader calls the king "roi".
const LETTERS: Record<string, Record<string, string>> = { fr: { K: "R" }, hu: { U: "A", O: "F", A: "Á" } };

/** A rank as it stands in the corner. */
function letterOf(rank: string, language: string): string {
  return LETTERS[language]?.[rank] ?? rank;
}

const EMBLEM: Record<string, string> = { K: "crown", O: "hat", U: "hat" };

function draw(face: string, small: boolean, language: string): Drawing | null {
  const [suit, rank] = read(face);
  const sign = suit && SIGNS[suit];
  if (!suit || !sign) return null;
  const letter = letterOf(rank, language);
  const emblem = EMBLEM[rank];
  if (emblem) return court(letter, emblem, suit, sign, small, rank === "O" ? "sign" : "emblem");
  if (rank !== "A" && !/^([2-9]|10)$/.test(rank)) return null;
  const art = small ? "" : rank === "A" ? at(sign, 156, 218, 128) : pips(Number(rank), sign, false);
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
