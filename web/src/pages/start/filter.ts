/** Which games a visitor has asked for. Pure. */
import type { GameSpec } from "../../wire/protocol";

export interface Filter {
  /** typed; every word is looked for */
  words: string;
  /** of players; MANY: that many or more; 0: any */
  players: number;
  /** one of TIMES; "": any */
  time: string;
  /** one of `GameSpec.kind`; "": any */
  kind: string;
}

export const NO_FILTER: Filter = { words: "", players: 0, time: "", kind: "" };
/** Numbers of players with a button of their own; the last one stands for more, too. */
export const PLAYERS: readonly number[] = [2, 3, 4, 5];
export const MANY = 5;
/** Lengths of a match, by name: more than that many minutes, and at most that many. */
export const TIMES: Readonly<Record<string, { over: number; upTo: number }>> = {
  short: { over: 0, upTo: 15 },
  medium: { over: 0, upTo: 30 },
  long: { over: 30, upTo: Infinity },
};

export const filtered = ({ words, players, time, kind }: Filter): boolean =>
  words.trim() !== "" || players > 0 || time !== "" || kind !== "";

/** Can that many play it? */
export const seatsFit = (seats: readonly number[], players: number): boolean =>
  players === 0 || seats.some((n) => n === players || (players === MANY && n > MANY));

/** Without case and accents: "e" finds "É". */
const plain = (words: string): string =>
  words
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/\u00ad/g, "")
    .toLowerCase();

/** words: what the page says about the game */
export function fits(game: GameSpec, words: string, filter: Filter): boolean {
  const length = TIMES[filter.time];
  const text = plain(words);
  return (
    seatsFit(game.seats, filter.players) &&
    (filter.kind === "" || game.kind === filter.kind) &&
    (!length || (game.minutes > length.over && game.minutes <= length.upTo)) &&
    plain(filter.words)
      .split(/\s+/)
      .every((word) => text.includes(word))
  );
}

/** The numbers, times and kinds that make a difference here: some games have them, and not all. */
export function choicesAmong(games: readonly GameSpec[]): {
  players: number[];
  times: string[];
  kinds: GameSpec["kind"][];
} {
  const parts = (test: (game: GameSpec) => boolean): boolean => games.some(test) && !games.every(test);
  const kinds = [...new Set(games.map(({ kind }) => kind))].filter((kind) => kind !== "");
  return {
    players: PLAYERS.filter((n) => parts(({ seats }) => seatsFit(seats, n))),
    times: Object.keys(TIMES).filter((time) => parts((game) => fits(game, "", { ...NO_FILTER, time }))),
    kinds: kinds.filter((kind) => parts((game) => game.kind === kind)).sort(),
  };
}
