/** Where the others sit, and their state in the game: from their number and from facts by their kinds alone. */
import type { FactSpec, TableView } from "../wire/protocol";

type Value = TableView["facts"][string] | undefined;
type Facts = (name: string) => Value;

/** With more others than this, each has a small place. */
export const MANY = 6;
const FEW = 3;

/** How many others are seen: a few at the far end, more all round, or so many that each has a small place. */
export function crowdOf({
  watching,
  around,
}: {
  watching: boolean;
  around: readonly number[];
}): "few" | "round" | "many" {
  const others = around.length - (watching ? 0 : 1);
  return others > MANY ? "many" : others > FEW ? "round" : "few";
}

export interface Spot {
  /** −1 … 1 from left to right */
  x: number;
  /** 1 at the far end, 0 at the sides, below 0 towards the viewer */
  s: number;
}

const POINTS = 360;
const WIDE = 2; // the oval is that many times as wide as it is high

/**
 * Where player `i` of `n` sits, the viewer being player 0: at equal distances along a superellipse, clockwise from the
 * left of the viewer. It follows from the two numbers alone, so nobody ever moves.
 */
export function placeOf(i: number, n: number): Spot {
  const others = n - 1;
  if (others <= 1) return { x: 0, s: 1 };
  if (others === 2) return { x: i === 1 ? -0.8 : 0.8, s: 0.82 };
  const end = n <= 4 ? 90 : n <= 6 ? 94 : 98 + Math.min(16, (n - 6) * 3); // degrees from the far end
  const exponent = n > 6 ? 0.6 : n > 4 ? 0.78 : 1;
  const soft = (value: number): number => Math.sign(value) * Math.abs(value) ** exponent;
  const points = Array.from({ length: POINTS + 1 }, (_, at): Spot => {
    const angle = ((-end + (2 * end * at) / POINTS) * Math.PI) / 180;
    return { x: soft(Math.sin(angle)), s: soft(Math.cos(angle)) };
  });
  const lengths = [0];
  for (let at = 1; at <= POINTS; at++) {
    const [here, before] = [points[at]!, points[at - 1]!];
    lengths.push(lengths[at - 1]! + Math.hypot(WIDE * (here.x - before.x), here.s - before.s));
  }
  const mirrored = i - 1 > (others - 1) / 2; // the right side is the left one, exactly
  const wanted = (lengths[POINTS]! * (mirrored ? others - i : i - 1)) / (others - 1);
  const { x, s } =
    points[
      Math.max(
        0,
        lengths.findIndex((length) => length >= wanted - 1e-9),
      )
    ]!;
  return { x: mirrored ? -x : x, s };
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
    if (kind === "places" && Array.isArray(value) && Number(value[seat]) > 0)
      return { out: true, place: Number(value[seat]), by: name };
    if (kind === "out" && typeof value === "number" && (value >> seat) & 1) return { out: true, place: 0, by: name };
  }
  return IN;
}

export interface Ranked {
  seat: number;
  /** from 1 */
  place: number;
}

/**
 * The seats with their places, the first one first: as the rules rank them after the match, before that by totals;
 * equal totals share a place.
 */
export function ranking(
  view: { readonly places: readonly number[]; readonly scores: readonly number[] },
  seats: readonly number[],
  fewest: boolean,
): Ranked[] {
  const merit =
    view.places.length > 0
      ? view.places.map((place) => -place)
      : view.scores.map((points) => (fewest ? -points : points));
  const ranked = seats.map((seat) => ({
    seat,
    place: 1 + seats.filter((other) => merit[other]! > merit[seat]!).length,
  }));
  return ranked.sort((a, b) => a.place - b.place); // stable: equal ones as they sit
}

/** Do these places follow from the totals alone? */
export function toldByTotals(ranks: readonly Ranked[], scores: readonly number[], fewest: boolean): boolean {
  const byTotals = ranking(
    { places: [], scores },
    ranks.map(({ seat }) => seat),
    fewest,
  );
  return ranks.every(({ seat, place }) => byTotals.some((other) => other.seat === seat && other.place === place));
}
