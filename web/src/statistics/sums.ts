/** What the matches of one game add up to. Pure. */
import type { Kept } from "./kept";

export interface Part {
  matches: number;
  /** won, or not lost where a game names its losers */
  good: number;
}

export interface Sums extends Part {
  /** how often each place, the first one first */
  places: number[];
  byPlayers: [players: number, part: Part][];
  byPreset: [preset: string, part: Part][];
  /** the last ten, the latest one last */
  latest: Kept[];
  /** good matches in a row: now, and at best */
  streak: number;
  best: number;
}

const LATEST = 10;

/** Is it a match to be content with? losers: the game names those who have lost rather than those who have won. */
export function isGood({ place, last }: Kept, losers: boolean): boolean {
  return losers ? place === 1 || place < last : place === 1;
}

/** matches: of one game, in any order */
export function sumsOf(matches: readonly Kept[], losers: boolean): Sums {
  const inOrder = [...matches].sort((a, b) => a.at - b.at);
  const good = (match: Kept): boolean => isGood(match, losers);
  const places: number[] = [];
  let streak = 0;
  let best = 0;
  for (const match of inOrder) {
    for (let n = places.length; n < match.last; n += 1) places.push(0);
    places[match.place - 1] = (places[match.place - 1] ?? 0) + 1;
    streak = good(match) ? streak + 1 : 0;
    best = Math.max(best, streak);
  }
  const partOf = (some: readonly Kept[]): Part => ({ matches: some.length, good: some.filter(good).length });
  function by<K extends string | number>(key: (match: Kept) => K | null): [K, Part][] {
    const keys = [...new Set(inOrder.map(key))].filter((k) => k !== null);
    return keys
      .map((k): [K, Part] => [k, partOf(inOrder.filter((match) => key(match) === k))])
      .sort(([, a], [, b]) => b.matches - a.matches);
  }
  return {
    ...partOf(inOrder),
    places,
    byPlayers: by(({ players }) => players).sort(([a], [b]) => a - b),
    byPreset: by(({ preset }) => preset),
    latest: inOrder.slice(-LATEST),
    streak,
    best,
  };
}

/** The games of these matches with their sums, the one played most first. */
export function sumsByGame(matches: readonly Kept[], losers: (game: string) => boolean): [game: string, sums: Sums][] {
  const games = [...new Set(matches.map(({ game }) => game))];
  return games
    .map((game): [string, Sums] => [
      game,
      sumsOf(
        matches.filter((match) => match.game === game),
        losers(game),
      ),
    ])
    .sort(([, a], [, b]) => b.matches - a.matches);
}
