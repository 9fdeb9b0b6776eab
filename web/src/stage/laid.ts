/** How large melds lie in a box, so that all of them are seen. */

/** Of the width of a card, what the next one leaves open of it. */
const STRIP = 0.62;
export const GAP = 8; // px

/** The width of a meld of n cards, in cards. */
export const widthOf = (n: number): number => 1 + (n - 1) * STRIP;

interface Grid {
  columns: number;
  /** of a card, px */
  card: number;
  /** of a column and a row, px */
  width: number;
  height: number;
}

/** The columns in which this many melds have the largest cards; each column is as wide as the longest meld. */
export function gridOf(melds: number, longest: number, box: { width: number; height: number }, most: number): Grid {
  let best: Grid = { columns: 1, card: 0, width: 0, height: 0 };
  for (let columns = 1; columns <= melds; columns++) {
    const rows = Math.ceil(melds / columns);
    const card = Math.min(most, (box.width / columns - GAP) / widthOf(longest), (box.height / rows - GAP) / 1.4);
    if (card > best.card) best = { columns, card, width: card * widthOf(longest) + GAP, height: card * 1.4 + GAP };
  }
  return best;
}
