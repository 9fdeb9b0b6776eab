/** Which cards can be laid on which cards on the table: from the phrases of the legal actions alone. Pure. */
import type { Legal } from "./protocol";
import type { ZoneState } from "./table.svelte";

/** A zone of this role holds a card that waits for another one to be laid on it. */
const ROLE = "pair";

/** The open card of a place, on which another card can be laid; −1 if there is none. */
export function openCard({ spec, cards }: ZoneState): number {
  return spec.role === ROLE && cards.length === 1 ? cards[0]! : -1;
}

/** Does this action lay its cards on that place? Its phrase names the place, or the card: "Beat {card} with {cards}". */
export function goesOn([, cards, , [, args]]: Legal, place: ZoneState): boolean {
  if (args.zone !== undefined) return args.zone === place.spec.id;
  const open = openCard(place);
  return open >= 0 && cards.length > 0 && args.card === open;
}
