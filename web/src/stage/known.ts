/** px, of letters of ten px: a card is its sign, with a gap before it, and its letters. */
const [SIGN, LETTER, SMALL, MORE] = [14, 6.4, 5.1, 15];

/**
 * The last ones of these cards that have room in a line of this width beside the word for them, and how many more there
 * are. None where not even one has.
 */
export function lastOf<C extends { rank: string }>(
  cards: readonly C[],
  line: number,
  word: string,
): { cards: readonly C[]; more: number } {
  const said = SMALL * word.length;
  const fits = (from: number): boolean =>
    cards.slice(from).reduce((sum, { rank }) => sum + SIGN + LETTER * rank.length, from > 0 ? said + MORE : said) <=
    line;
  const from = cards.findIndex((_, i) => fits(i));
  return from < 0 ? { cards: [], more: cards.length } : { cards: cards.slice(from), more: from };
}
