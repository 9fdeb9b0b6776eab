/**
 * A choice made before the player's turn: kept in the page, sent when the turn comes if it is then exactly one legal
 * action with exactly these cards, and dropped otherwise. Never more than one, never sent twice.
 */
import type { Menu, Slot } from "./choose";
import type { Action } from "../wire/objects";

export interface Queued {
  verb: string;
  /** the cards it is done with; none for a verb without any */
  slots: readonly Slot[];
  /** the phase of the deal in which it was made */
  when: string;
  /** the cards of the trick on which it was made */
  trick: readonly number[];
}

/**
 * "wait": its turn has not come. "over": the moment has passed. "unfit": it is none, or more than one, of the legal
 * actions.
 */
export type Fate = "wait" | "over" | "unfit" | Action;

/**
 * What happens to a queued choice. `menu` holds the legal actions now, and is empty before the player's turn. A choice
 * without cards is for one trick only: the one on which it was made, to which only cards can have been added since.
 */
export function fate(queued: Queued, menu: Menu, when: string, trick: readonly number[]): Fate {
  if (queued.when !== when) return "over";
  const cardless = queued.slots.length === 0;
  if (cardless && !queued.trick.every((face, i) => trick[i] === face)) return "over";
  if (menu.legal.length === 0) return "wait";
  const fitting = cardless ? menu.legal.filter(({ cards }) => cards.length === 0) : menu.exactly(queued.slots);
  const meant = fitting.filter(({ verb }) => verb === queued.verb);
  return meant.length === 1 && meant[0] ? meant[0] : "unfit";
}
