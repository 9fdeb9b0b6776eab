import type { Phrase } from "../wire/protocol";
import type { Text } from "../viewer/text.svelte";

/** Does this game name who has lost, rather than who has won? */
export const namesLosers = (game: string, text: Pick<Text, "has">): boolean => text.has(`${game}.over`);

const MANY = 4; // winners are named; more are counted, and the places name them

/**
 * Who has won the match; a game that names losers rather than winners has its own texts: `<game>.over` names the
 * `seats` that have come in last, `<game>.over.all` is for a match without losers. Without
 * winners the match was ended by its players. src/stich/text/verdict.py does the same in a terminal.
 */
export function verdict(
  winners: readonly number[],
  around: readonly number[],
  game: string,
  text: Text,
  places: readonly number[] = [],
): string {
  if (winners.length === 0) return text.t("table.ended");
  const last = Math.max(...places);
  const losers = around.filter((seat) => !winners.includes(seat) && (places.length === 0 || places[seat] === last));
  const own = losers.length > 0 ? `${game}.over` : `${game}.over.all`;
  const several: Phrase =
    winners.length > MANY
      ? ["table.won_n", { n: winners.length, of: around.length }]
      : ["table.won", { seats: [...winners] }];
  const some: Phrase = winners.length === 1 ? ["table.won_by", { seat: winners[0]! }] : several;
  const won: Phrase = winners.length === around.length ? ["table.won.all", {}] : some;
  return text.say(namesLosers(game, text) && text.has(own) ? [own, { seats: losers }] : won);
}
