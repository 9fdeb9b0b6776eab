/** How large the letters of a message are that has a place of its own. */
export const LEAST = 11; // px
const [MOST, STEP] = [15, 0.5]; // px
const [WIDE, HIGH] = [0.6, 1.16]; // of a letter, at most, and of a line
const WORD = 4; // letters that a line loses, because a word is not broken

/** In px: so large that each of `parts`, which begin a line each but for those after the second, has room. */
export function lettersIn([what = "", ...why]: readonly string[], width: number, height: number): number {
  const parts = [what, why.join(" ")].filter(Boolean);
  for (let size = MOST; size > LEAST; size -= STEP) {
    const row = Math.max(1, width / (WIDE * size) - WORD);
    const lines = parts.reduce((sum, { length }) => sum + Math.ceil(length / row), 0);
    if (lines * HIGH * size <= height) return size;
  }
  return LEAST;
}
