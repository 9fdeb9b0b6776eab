import { cardKey, sign } from "../../cards";
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

/** What is trump, in words; "" if nothing is, or not yet. */
export function trumpWords(table: TableStore, text: Text): string {
  const { trump, trumps } = situationOf(table.view);
  if (trumps) return text.say(trumps);
  return suitOf(trump, table, text)?.name ?? (trump >= 0 ? text.card(trump) : "");
}
