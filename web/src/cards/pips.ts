// What the traditional decks share: the places of the pips, the joker's sign, what the player types to find a card.

import { at, dot, fill, scratch } from "./pen";

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

/**
 * The suit sign n times; `turned` puts the lower half upside down, `larger` is for signs that do not fill their box.
 */
export function pips(n: number, sign: string, turned: boolean, larger = 1): string {
  const size = (n < 4 ? 66 : n < 7 ? 58 : n < 9 ? 51 : 42) * larger;
  return (PLACES[n] ?? []).map(([x, y]) => at(sign, 131 + x * 80, 60 + y * 230, size, turned && y > 0.5 ? 180 : 0)).join("");
}

/** Cap and bells. */
export const CAP =
  fill("M-33 27C-35 8-44-2-55 10-58-24-28-36-15-14-13-30-6-40 0-48 6-40 13-30 15-14 28-36 58-24 55 10 44-2 35 8 33 27z") +
  dot(-55, 17, 8) +
  dot(55, 17, 8) +
  dot(0, -50, 8) +
  fill("M-36 33H36V45H-36z") +
  scratch("M0-20V16M-17-4-19 16M17-4 19 16", 3.5);

/** A letter of the corner as a key: in lower case, without an accent. */
export const typed = (letter: string): string => letter.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
