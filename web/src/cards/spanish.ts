// The Spanish deck: coins, cups, swords, clubs from 1 to 12; 10, 11 and 12 are page, knight and king.

import { at, dot, fill, index, scratch, starPath, type Drawing } from "./pen";
import { court, pips } from "./pips";
import type { Deck } from "./deck";

const SUITS: Record<string, string> = { O: "coin", C: "cup", E: "espada", B: "basto" };

const SIGNS: Record<string, string> = {
  coin:
    dot(0, 0, 47) + '<circle r="34" fill="none" stroke="var(--card)" stroke-width="6"/>' + `<path d="${starPath(6, 24, 12)}" fill="var(--card)"/>`,
  cup: fill("M-36-46H36C37-14 26 2 8 8V26C16 28 24 33 27 46H-27C-24 33-16 28-8 26V8C-26 2-37-14-36-46z") + scratch("M-29-30H29", 6),
  espada:
    '<g transform="rotate(38)">' +
    fill("M0-56C7-48 8-40 8-30V14H-8V-30C-8-40-7-48 0-56z") +
    fill("M-27 12Q0 24 27 12V23Q0 33-27 23z") +
    fill("M-5 26H5V44H-5z") +
    dot(0, 47, 8.5) +
    scratch("M0-38V4", 3.5) +
    "</g>",
  basto:
    '<g transform="rotate(38)">' +
    fill("M-7 52C-8 24-21-4-18-30-16-46-8-54 1-54S18-46 19-30C22-4 9 24 8 52z") +
    dot(-19, -18, 8) +
    dot(20, -28, 8) +
    dot(15, 6, 7) +
    dot(-13, 16, 6) +
    scratch("M-2-38Q-7-30-4-22M6-14Q2-7 5 1", 4.5) +
    "</g>",
};

const EMBLEM: Record<string, string> = { 10: "hat", 11: "horse", 12: "crown" };

function draw(face: string, small: boolean): Drawing | null {
  const suit = SUITS[face.charAt(0)];
  const sign = suit && SIGNS[suit];
  const rank = face.slice(1);
  if (!suit || !sign || !/^([1-9]|1[0-2])$/.test(rank)) return null;
  const emblem = EMBLEM[rank];
  if (emblem) return court(rank, emblem, suit, sign, small);
  const art = small ? "" : rank === "1" ? at(sign, 156, 218, 128) : pips(Number(rank), sign, false);
  return { ink: suit, body: index(rank, sign, small) + art };
}

export const spanish: Deck = {
  faces: Object.keys(SUITS).flatMap((s) => Array.from({ length: 12 }, (_, i) => s + (i + 1))),
  signs: SIGNS,
  draw,
  name: (face) => {
    const suit = SUITS[face.charAt(0)];
    return suit ? { key: `card.spanish.${suit}`, args: { rank: face.slice(1) } } : null;
  },
  rank: (face) => face.slice(1),
};
