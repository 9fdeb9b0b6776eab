/** Where the others sit, and their state in the game: from their number and from facts by their kinds alone. */
import type { FactSpec, TableView } from "../wire/protocol";

type Value = TableView["facts"][string] | undefined;
type Facts = (name: string) => Value;

/** This many others have room for everything about a seat; more of them need smaller places, round the table. */
export const FEW = 5;
export const FEW_WHERE_NARROW = 3;
/** More others than this sit in rows where the height is short. */
export const MANY = 6;
export const NARROW = 1101; // px, as in the styles

export interface Flanks {
  /** from the viewer's neighbour on, away from the viewer */
  left: readonly number[];
  top: readonly number[];
  /** towards the viewer */
  right: readonly number[];
}

const WIDE = 140; // px of a seat at the far end
const HIGH = 114; // px of a seat at a side, with what lies before it
const BESIDE = 420; // px that the sides take of the table's width
const BELOW = 440; // px of the window's height that are not the table's, or belong to the viewer

/**
 * The sides of an oval table: as many on the left as on the right, about as many at its far end, as the width and height of the table allow. width:
 * the table's, height: the window's, px.
 */
export function flanksOf(others: readonly number[], width: number, height: number): Flanks {
  const atTheEnd = Math.max(0, Math.floor((width - BESIDE) / WIDE));
  const atASide = Math.max(1, Math.floor((height - BELOW) / HIGH));
  const even = Math.min(Math.floor((others.length + 1) / 3), atASide);
  const side = Math.max(1, Math.min(atASide, Math.max(even, Math.ceil((others.length - atTheEnd) / 2))));
  return { left: others.slice(0, side), top: others.slice(side, others.length - side), right: others.slice(others.length - side) };
}

export interface Standing {
  /** no longer takes part */
  out: boolean;
  /** 0: there are no places, or not yet */
  place: number;
  /** the fact that says so */
  by: string;
}

const IN: Standing = { out: false, place: 0, by: "" };

/** Does this seat still play, and if not, which place does it have? */
export function standingOf(specs: readonly FactSpec[], fact: Facts, seat: number): Standing {
  for (const { name, kind } of specs) {
    const value = fact(name);
    if (kind === "places" && Array.isArray(value) && Number(value[seat]) > 0) return { out: true, place: Number(value[seat]), by: name };
    if (kind === "out" && typeof value === "number" && (value >> seat) & 1) return { out: true, place: 0, by: name };
  }
  return IN;
}

/** The direction of play: 1 in the order of the seats, −1 against it, 0 if the rules do not say, or not yet. */
export function directionOf(specs: readonly FactSpec[], fact: Facts): number {
  const spec = specs.find(({ kind }) => kind === "direction");
  return spec ? Math.sign(Number(fact(spec.name) ?? 0)) : 0;
}

export interface Ranked {
  seat: number;
  /** from 1 */
  place: number;
}

/** The seats with their places, the first one first: as the rules rank them after the match, before that by totals; equal totals share a place. */
export function ranking(view: { readonly places: readonly number[]; readonly scores: readonly number[] }, seats: readonly number[], fewest: boolean): Ranked[] {
  const merit = view.places.length > 0 ? view.places.map((place) => -place) : view.scores.map((points) => (fewest ? -points : points));
  const ranked = seats.map((seat) => ({ seat, place: 1 + seats.filter((other) => merit[other]! > merit[seat]!).length }));
  return ranked.sort((a, b) => a.place - b.place); // stable: equal ones as they sit
}

/** Do these places follow from the totals alone? */
export function toldByTotals(ranks: readonly Ranked[], scores: readonly number[], fewest: boolean): boolean {
  const byTotals = ranking({ places: [], scores }, ranks.map(({ seat }) => seat), fewest);
  return ranks.every(({ seat, place }) => byTotals.some((other) => other.seat === seat && other.place === place));
}
