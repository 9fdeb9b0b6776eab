import { cardKey, rankOf, sign } from "../../cards";
import { situationOf } from "../../table/situation";
import type { TableStore } from "../../table/table.svelte";
import type { Text } from "../../viewer/text.svelte";

/**
 * The suit of a face: its sign as SVG and its name in the deck that the viewer sees; null if the deck has no drawings.
 */
export function suitOf(face: number, table: TableStore, text: Text): { svg: string; name: string } | null {
  if (face < 0) return null;
  const suit = cardKey(table.notation(face), table.deck).key.split(".").pop() ?? "";
  const key = `table.suit.${suit}`;
  return text.has(key) ? { svg: sign(suit, { deck: table.deck, ink: suit }), name: text.t(key) } : null;
}

const EMPTY = '"></svg>'; // a sign that the deck does not have

/** A card in a few letters: its index and the sign of its suit, or its name if it has no suit. */
export function shortOf(face: number, table: TableStore, text: Text): { rank: string; svg: string } {
  const notation = table.notation(face);
  const suit = cardKey(notation, table.deck).key.split(".")[2] ?? "";
  const svg = sign(suit, { deck: table.deck, ink: suit });
  if (svg.endsWith(EMPTY)) return { rank: text.card(face), svg: "" };
  return { rank: rankOf(notation, table.deck, text.lang).toUpperCase(), svg };
}

/** What is trump, in words; "" if nothing is, or not yet. */
export function trumpWords(table: TableStore, text: Text): string {
  const { trump, trumps } = situationOf(table.view);
  if (trumps) return text.say(trumps);
  return suitOf(trump, table, text)?.name ?? (trump >= 0 ? text.card(trump) : "");
}
