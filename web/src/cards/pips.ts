// What the traditional decks share: the places of the pips and the emblems of the court cards.

import { at, both, dot, fill, index, line, scratch, type Drawing } from "./pen";

// Columns and rows of the pips, as parts of the field right of the index.
const PLACES: Record<number, [number, number][]> = {
  1: [[0.5, 0.5]],
  2: [
    [0.5, 0],
    [0.5, 1],
  ],
  3: [
    [0.5, 0],
    [0.5, 0.5],
    [0.5, 1],
  ],
  4: [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ],
  5: [
    [0, 0],
    [1, 0],
    [0.5, 0.5],
    [0, 1],
    [1, 1],
  ],
  6: [
    [0, 0],
    [1, 0],
    [0, 0.5],
    [1, 0.5],
    [0, 1],
    [1, 1],
  ],
  7: [
    [0, 0],
    [1, 0],
    [0.5, 0.25],
    [0, 0.5],
    [1, 0.5],
    [0, 1],
    [1, 1],
  ],
  8: [
    [0, 0],
    [1, 0],
    [0.5, 0.25],
    [0, 0.5],
    [1, 0.5],
    [0.5, 0.75],
    [0, 1],
    [1, 1],
  ],
  9: [
    [0, 0],
    [1, 0],
    [0, 0.333],
    [1, 0.333],
    [0.5, 0.5],
    [0, 0.667],
    [1, 0.667],
    [0, 1],
    [1, 1],
  ],
  10: [
    [0, 0],
    [1, 0],
    [0.5, 0.167],
    [0, 0.333],
    [1, 0.333],
    [0, 0.667],
    [1, 0.667],
    [0.5, 0.833],
    [0, 1],
    [1, 1],
  ],
};

/** The suit sign n times; `turned` puts the lower half upside down. */
export function pips(n: number, sign: string, turned: boolean): string {
  const size = n < 4 ? 66 : n < 7 ? 58 : n < 9 ? 51 : 42;
  return (PLACES[n] ?? []).map(([x, y]) => at(sign, 131 + x * 80, 60 + y * 230, size, turned && y > 0.5 ? 180 : 0)).join("");
}

/** Crown for kings, rose for queens, hat for jacks, horse for the Spanish knight, cap and bells for jokers. */
export const COURTS: Record<string, string> = {
  crown: fill("M-44 30-50-22-24 0 0-40 24 0 50-22 44 30z") + dot(-50, -25, 6.5) + dot(50, -25, 6.5) + dot(0, -44, 8) + fill("M-43 37H43V47H-43z"),
  rose:
    Array.from({ length: 5 }, (_, i) => `<circle r="18" cx="0" cy="-18.5" transform="translate(0 -14) rotate(${i * 72})"/>`).join("") +
    dot(0, -14, 20) +
    scratch(
      "M1-14C-4-18-9-12-6-7-2-1 8-2 11-9 15-18 8-27-2-26-13-25-19-14-15-4M18-28C24-20 24-10 18-2M-8-33C-1-36 5-36 10-34M-6 6C-1 8 4 8 8 7",
      3.6,
    ) +
    line("M0 20V50", 5.5) +
    both(fill("M-2 48C-4 32-20 22-40 26-38 42-20 52-2 48z") + scratch("M-8 45-26 33", 2.8)),
  hat:
    fill("M-46 32C-40 6-22-4 0-4S40 6 46 32C30 24-30 24-46 32z") +
    fill("M-26-2C-22-22-12-28 4-28S26-18 26-2C12-8-12-8-26-2z") +
    fill("M14-24C12-44 28-56 50-50 42-48 44-42 36-40 40-36 36-30 28-30 30-26 24-20 14-24z") +
    scratch("M17-26C22-36 30-42 40-46", 3) +
    fill("M-44 40C-28 32 28 32 44 40L40 48C24 41-24 41-40 48z"),
  horse:
    fill("M-22 48C-24 30-14 20-4 12-14 14-22 20-32 18-42 16-46 8-40 0L-18-32-20-50-6-40C20-40 36-18 36 10 36 26 32 38 28 48z") +
    `<circle cx="-12" cy="-20" r="4.5" fill="var(--card)"/>` +
    scratch("M2-36C20-28 27-8 25 14", 4) +
    scratch("M-34 8-28 6", 4),
  joker:
    fill("M-33 27C-35 8-44-2-55 10-58-24-28-36-15-14-13-30-6-40 0-48 6-40 13-30 15-14 28-36 58-24 55 10 44-2 35 8 33 27z") +
    dot(-55, 17, 8) +
    dot(55, 17, 8) +
    dot(0, -50, 8) +
    fill("M-36 33H36V45H-36z") +
    scratch("M0-20V16M-17-4-19 16M17-4 19 16", 3.5),
};

/** A court card of a deck without figures: emblem and suit sign on a tinted field. */
export function court(text: string, emblem: string, ink: string, sign: string, small: boolean): Drawing {
  const body = index(text, sign, small);
  if (small) return { ink, body };
  const field = '<rect x="108" y="22" width="120" height="306" rx="11" fill="currentColor" fill-opacity=".085"/>';
  return { ink, body: body + field + at(COURTS[emblem] ?? "", 168, 124, 94) + at(sign, 168, 240, 72) };
}

/** A letter in the corner as a key has it: in lower case, without an accent. */
export const typed = (letter: string): string => letter.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
