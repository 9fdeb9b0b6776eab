/** What the table marks for the viewer, by name, and what a seat is in it. */
import { situationFrom, type Side, type Situation } from "../wire/objects";
import type { TableView } from "../wire/protocol";

export type { Situation };

/** Before the first deal there are the sides of the match. */
export function situationOf(
  { situation }: Pick<TableView, "situation">,
  sides: readonly (readonly number[])[] = [],
): Situation {
  const known = situationFrom(situation);
  return situation ? known : { ...known, sides: sides.map((seats) => ({ seats, name: null, points: null })) };
}

/** It is known what is played for, or who plays for it. */
export function isContracted({ contract, declarer }: Situation): boolean {
  return contract !== null || declarer >= 0;
}

export interface Belonging {
  side: Side;
  /** the viewer is on this side */
  ours: boolean;
  /** the viewer is on another side */
  theirs: boolean;
  /** the number of its shape */
  n: number;
}

/**
 * The side of a seat, as the viewer `me` sees it; null if it has none or none that is known. The side that the declarer
 * names has the first shape for everybody, else the viewer's own.
 */
export function belonging({ sides, declarer }: Situation, seat: number, me: number): Belonging | null {
  const own = sides.findIndex(({ seats }) => seats.includes(me));
  const at = sides.findIndex(({ seats }) => seats.includes(seat));
  const side = sides[at];
  if (!side) return null;
  const ours = at === own;
  const named = sides.findIndex(({ seats, name }) => name && seats.includes(declarer));
  const first = named < 0 ? own : named;
  const n = at === first ? 0 : at < first ? at + 1 : at; // the others keep their order behind the first
  return { side, ours, theirs: own >= 0 && !ours, n };
}
