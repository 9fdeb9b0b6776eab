/** On what cards are laid that lie on the table already: from the phrases of what may be done alone. Pure. */
import type { Legal } from "./protocol";
import type { ZoneState } from "./table.svelte";

/** Places of this role hold a card that waits for another one to be laid on it. */
const ROLE = "pair";

/** The card of a place on which one more can be laid; −1: there is none. */
export function openCard({ spec, cards }: ZoneState): number {
  return spec.role === ROLE && cards.length === 1 ? cards[0]! : -1;
}

/** Does this action lay its cards on what lies there? Its phrase names the place, or the card: "Beat {card} with {cards}". */
export function goesOn([, cards, , [, args]]: Legal, place: ZoneState): boolean {
  if (args.zone !== undefined) return args.zone === place.spec.id;
  const open = openCard(place);
  return open >= 0 && cards.length > 0 && args.card === open;
}
