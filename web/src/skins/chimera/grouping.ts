// The own hand by combinations: loose cards first, then sets, runs, traps, and the attack last. It only sorts and gives no advice.

import type { Slot } from "../../choosing/choose";

const NUMBERS = 12; // match keys 0 … 11 are the numbers 1–12, 12 the Heroes
const PIYA = 13;
const CHIMERA = 14;
const TRAP = 4;
const STRAIGHT = 5; // shortest run of one, two and three cards of each number
const PAIRS = 3;
const TRIPLES = 2;

/** A part of a hand: `each` cards of every key from `low` to `high`. */
interface Part {
  low: number;
  high: number;
  each: number;
}

interface Plan {
  cost: number;
  parts: readonly Part[];
}

const LEAST = [0, STRAIGHT, PAIRS, TRIPLES];
const PRICE = [0, 1, 0.95, 0.3]; // a triple takes one loose card along; longer sets take more
const RUN = [0, 1, 0.9, 0.2];

/** The cheapest way to split the numbers, given */
function partition(counts: readonly number[], from: number, known: Map<string, Plan>): Plan {
  let low = from;
  while (low < NUMBERS && (counts[low] ?? 0) === 0) low++;
  if (low >= NUMBERS) return { cost: 0, parts: [] };
  const name = counts.join("");
  const before = known.get(name);
  if (before) return before;
  let best: Plan = { cost: Infinity, parts: [] };
  for (const part of beginnings(counts, low)) {
    const rest = counts.map((n, key) => (key >= part.low && key <= part.high ? n - part.each : n));
    const then = partition(rest, low, known);
    const price = (part.high > part.low ? RUN : PRICE)[part.each] ?? 1;
    if (then.cost + price < best.cost - 1e-9) best = { cost: then.cost + price, parts: [part, ...then.parts] };
  }
  known.set(name, best);
  return best;
}

/** Everything that begins with the lowest number, the longest first. */
function beginnings(counts: readonly number[], low: number): Part[] {
  const parts: Part[] = [];
  for (let each = 3; each > 0; each--) {
    let high = low;
    while (high < NUMBERS && (counts[high] ?? 0) >= each) high++;
    for (high -= 1; high - low + 1 >= (LEAST[each] ?? 1); high--) parts.push({ low, high, each });
    if ((counts[low] ?? 0) >= each) parts.push({ low, high: low, each });
  }
  return parts;
}

/** Slots as they are sorted: by key, in groups */
export function grouping(slots: readonly Slot[]): Slot[][] {
  const left = [...slots];
  const draw = (key: number, n: number): Slot[] => {
    const found = left.filter((slot) => slot.key === key).slice(0, n);
    for (const slot of found) left.splice(left.indexOf(slot), 1);
    return found;
  };
  const holds = (key: number): number => left.filter((slot) => slot.key === key).length;
  const traps = Array.from({ length: NUMBERS + 1 }, (_, key) => key)
    .filter((key) => holds(key) === TRAP)
    .map((key) => draw(key, TRAP));
  const attack = holds(PIYA) > 0 && holds(CHIMERA) > 0 ? [[...draw(PIYA, 1), ...draw(CHIMERA, 1)]] : [];
  const counts = Array.from({ length: NUMBERS }, (_, key) => holds(key));
  const packs = partition(counts, 0, new Map()).parts.map((part) => ({
    order: part.high > part.low ? 4 + part.each : part.each,
    slots: Array.from({ length: part.high - part.low + 1 }, (_, i) => draw(part.low + i, part.each)).flat(),
  }));
  const heroes = draw(NUMBERS, TRAP);
  if (heroes.length > 0) packs.push({ order: heroes.length, slots: heroes });
  const loose = [...packs.filter(({ order }) => order === 1).flatMap((pack) => pack.slots), ...left];
  const sets = packs.filter(({ order }) => order > 1).sort((a, b) => a.order - b.order);
  return [loose, ...sets.map((pack) => pack.slots), ...traps, ...attack].filter((pack) => pack.length > 0);
}
