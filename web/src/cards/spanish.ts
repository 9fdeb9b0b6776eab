// The Spanish deck: coins, cups, swords, clubs from 1 to 12; 10, 11 and 12 are page, knight and king. The line round a
// card is broken above and below, in a different number for each suit (the pinta): a player who holds a hand close
// together recognises the suit by it.

import { jack, king, knight, portrait } from "./courts";
import { at, dot, fill, index, scratch, starPath, type Drawing } from "./pen";
import { pips } from "./pips";
import type { Deck } from "./deck";

const SUITS: Record<string, string> = { O: "coin", C: "cup", E: "espada", B: "basto" };

const SIGNS: Record<string, string> = {
  coin:
    dot(0, 0, 47) + '<circle r="34" fill="none" stroke="var(--card)" stroke-width="6"/>' + `<path d="${starPath(6, 24, 12)}" fill="var(--card)"/>`,
  cup: fill("M-36-46H36C37-14 26 2 8 8V26C16 28 24 33 27 46H-27C-24 33-16 28-8 26V8C-26 2-37-14-36-46z") + scratch("M-29-30H29", 6),
  espada:
    '<g transform="rotate(38)">' +
    fill("M0-60C9-51 11-42 11-31V14H-11V-31C-11-42-9-51 0-60z") +
    fill("M-31 10Q0 23 31 10V24Q0 36-31 24z") +
    fill("M-6.5 26H6.5V46H-6.5z") +
    dot(0, 49, 10) +
    scratch("M0-40V4", 4) +
    "</g>",
  basto:
    '<g transform="rotate(38)">' +
    fill("M-9 56C-10 26-25-2-22-31-20-49-10-58 1-58S21-49 23-31C26-2 11 26 10 56z") +
    dot(-23, -18, 10) +
    dot(24, -29, 10) +
    dot(18, 8, 9) +
    dot(-15, 18, 8) +
    scratch("M-3-41Q-9-32-5-23M8-14Q2-7 6 3M-4 20Q-7 26-4 32", 5) +
    "</g>",
};

const FIGURES: Record<string, (suit: number) => string> = { 10: jack, 11: knight, 12: king };

const PINTAS: Record<string, readonly number[]> = { O: [], C: [125], E: [97, 153], B: [76, 125, 174] }; // where the line is broken
const BREAK = 13; // half of it

/** The line round a card of this suit. */
function pinta(suit: string): string {
  const edges = [30, ...(PINTAS[suit] ?? []).flatMap((x) => [x - BREAK, x + BREAK]), 220];
  const across = (y: number): string => edges.map((x, i) => `${i % 2 ? "H" : "M"}${x}${i % 2 ? "" : ` ${y}`}`).join("");
  const round = "M30 7Q7 7 7 30V320Q7 343 30 343M220 7Q243 7 243 30V320Q243 343 220 343";
  return `<path d="${across(7)}${across(343)}${round}" fill="none" stroke="currentColor" stroke-width="3"/>`;
}

function draw(face: string, small: boolean): Drawing | null {
  const letter = face.charAt(0);
  const suit = SUITS[letter];
  const sign = suit && SIGNS[suit];
  const rank = face.slice(1);
  if (!suit || !sign || !/^([1-9]|1[0-2])$/.test(rank)) return null;
  const line = small ? "" : pinta(letter);
  const figure = FIGURES[rank];
  if (figure) {
    const { body } = portrait(rank, figure("ECOB".indexOf(letter)), suit, sign, small);
    return { ink: suit, body: line + body };
  }
  const art = small ? "" : rank === "1" ? at(sign, 156, 218, 128) : pips(Number(rank), sign, false, 1.2);
  return { ink: suit, body: line + index(rank, sign, small) + art };
}

const NAMED = /^1[0-2]?$/; // ace, page, knight and king: the others are called by their number

export const spanish: Deck = {
  faces: Object.keys(SUITS).flatMap((s) => Array.from({ length: 12 }, (_, i) => s + (i + 1))),
  signs: SIGNS,
  draw,
  name: (face) => {
    const suit = SUITS[face.charAt(0)];
    const rank = face.slice(1);
    return suit ? { key: `card.spanish.${suit}`, args: { rank: NAMED.test(rank) ? `@card.spanish.rank.${rank}` : rank } } : null;
  },
  rank: (face) => face.slice(1),
};
