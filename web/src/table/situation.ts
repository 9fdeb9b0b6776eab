/** What the table marks for the viewer, by name, and what a seat is in it. */
import type { Item, Phrase, TableView } from "../wire/protocol";

export interface Side {
  seats: readonly number[];
  name: Phrase | null;
  points: number | null;
}

export interface Situation {
  /** a face of the trump suit; −1: none */
  trump: number;
  /** what is trump in words, if the suit alone does not say it */
  trumps: Phrase | null;
  led: number;
  trumpLed: boolean;
  contract: Phrase | null;
  declarer: number;
  sides: readonly Side[];
  /** who acts against whom */
  attacks: readonly (readonly number[])[];
  direction: number;
  /** what the deal is worth for the declarer so far, by reasons */
  stake: readonly Item[];
  /** what holds for seats for the moment */
  notes: readonly { readonly seat: number; readonly say: Phrase }[];
}

const NOTHING: NonNullable<TableView["situation"]> = [-1, null, -1, false, null, -1, [], [], 0, [], []];

/** Before the first deal there are the sides of the match. */
export function situationOf(view: Pick<TableView, "situation">, sides: readonly (readonly number[])[] = []): Situation {
  const [trump, trumps, led, trumpLed, contract, declarer, known, attacks, direction, stake, notes] = view.situation ?? NOTHING;
  const named = known.map(([seats, name, points]) => ({ seats, name, points }));
  const all = view.situation ? named : sides.map((seats) => ({ seats, name: null, points: null }));
  return { trump, trumps, led, trumpLed, contract, declarer, sides: all, attacks, direction, stake, notes: notes.map(([seat, say]) => ({ seat, say })) };
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

/** The side of a seat, as the viewer `me` sees it; null if it has none or none that is known. The viewer's own side has the first shape. */
export function belonging({ sides }: Situation, seat: number, me: number): Belonging | null {
  const own = sides.findIndex(({ seats }) => seats.includes(me));
  const at = sides.findIndex(({ seats }) => seats.includes(seat));
  const side = sides[at];
  if (!side) return null;
  const ours = at === own;
  const before = own >= 0 && at < own ? 1 : 0; // the others keep their order behind the viewer's own side
  return { side, ours, theirs: own >= 0 && !ours, n: ours ? 0 : own >= 0 ? at + before : at };
}
