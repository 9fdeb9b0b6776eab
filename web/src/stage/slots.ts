/** Where the buttons of the player's choices stand: what stays offered stays at its place. */

interface Offered {
  id: string;
  /** it needs cards */
  cards: boolean;
  aside: boolean;
}

/** So many have places of their own; more are alternatives of one kind. */
const FEW = 3;

/** As they stand when none of them stood there before: what takes no turn, what needs no cards, what needs cards, the main one at the end. */
function fresh(offers: readonly Offered[]): string[] {
  const main = offers.find(({ cards }) => cards);
  const rank = (offer: Offered): number => (offer.aside ? 0 : offer === main ? 3 : offer.cards ? 2 : 1);
  return offers.toSorted((a, b) => rank(a) - rank(b)).map(({ id }) => id);
}

/**
 * The places for these offers, after the places that were there. While any of the former offers is still there, each of them keeps its place, one
 * that has gone leaves it empty, and a new one gets an empty place, or one before all others. A name that is not offered is an empty place.
 */
export function slotsFor(offers: readonly Offered[], before: readonly string[]): string[] {
  const ids = offers.map(({ id }) => id);
  if (ids.length > FEW || !before.some((id) => ids.includes(id))) return fresh(offers);
  const slots = [...before];
  for (const id of fresh(offers).reverse()) {
    if (slots.includes(id)) continue;
    const free = slots.findLastIndex((slot) => !ids.includes(slot));
    if (free >= 0) slots[free] = id;
    else slots.unshift(id);
  }
  return slots.length > FEW ? fresh(offers) : slots;
}
