// Which card of a hand is under a point. Pure: a layout and a point go in, the place of a card comes out.

import { RATIO, type Layout } from "./layout";

/**
 * The uppermost card at a point, in px of the hand; −1 if there is none. `risen` says which cards are higher by the
 * lift.
 */
export function cardAt(plan: Layout, x: number, y: number, risen: (i: number) => boolean = () => false): number {
  const height = plan.card * RATIO;
  for (let i = plan.places.length - 1; i >= 0; i--) {
    const place = plan.places[i];
    if (!place) continue;
    // cards are rotated around the middle of their lower edge: the point is rotated back instead
    const right = x - place.x - plan.card / 2;
    const down = y - place.y - plan.lift - height + (risen(i) ? plan.lift : 0);
    const turn = (-place.turn * Math.PI) / 180;
    const across = right * Math.cos(turn) - down * Math.sin(turn);
    const along = right * Math.sin(turn) + down * Math.cos(turn);
    if (Math.abs(across) <= plan.card / 2 && along <= 0 && along >= -height) return i;
  }
  return -1;
}

/** The cards from one to another, in the order of the hand. */
export function strip<T>(cards: readonly T[], from: number, to: number): T[] {
  return cards.slice(Math.min(from, to), Math.max(from, to) + 1);
}
