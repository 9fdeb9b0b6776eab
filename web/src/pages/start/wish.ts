/** The last settings for a game: the start page offers them again. */
import { fitting, presetsFor, usualPreset } from "./options";
import type { GameSpec, OptionSpec } from "../../wire/protocol";
import { readStored, writeStored } from "../../viewer/storage";

export interface Wish {
  /** 0: the usual number */
  seats: number;
  options: Record<string, string>;
  /** the preset that the options started from; "": none */
  preset: string;
  /** of the bots, by seat */
  levels: string[];
}

const KEY = "wish";

export function rememberWish(game: string, wish: Wish): void {
  writeStored(KEY, JSON.stringify({ game, ...wish }));
}

/** The usual preset for this number of players, 0: for as many as the game names first. */
export function usualWish(game: GameSpec, seats: number): Wish {
  const { name: preset = "", options = {} } = usualPreset(game, seats || (game.seats[0] ?? 0)) ?? {};
  return { seats, options: { ...options }, preset, levels: [] };
}

/** The last settings, if they were for this game, as far as the game still has them. */
export function wishFor(game: GameSpec): Wish {
  const stored = read();
  if (stored["game"] !== game.game) return usualWish(game, 0);
  const seats = game.seats.find((n) => n === stored["seats"]) ?? 0;
  const levels = (Array.isArray(stored["levels"]) ? stored["levels"] : []) as unknown[];
  const known = game.options.flatMap((option): [string, string][] => {
    const value = (stored["options"] as Partial<Record<string, unknown>> | undefined)?.[option.name];
    return typeof value === "string" && takes(option, value) ? [[option.name, value]] : [];
  });
  return {
    seats,
    preset: presetsFor(game, seats || (game.seats[0] ?? 0)).find(({ name }) => name === stored["preset"])?.name ?? "",
    options: fitting(game, seats || (game.seats[0] ?? 0), Object.fromEntries(known)),
    levels: levels.every((level) => game.bots.includes(level as string)) ? (levels as string[]) : [],
  };
}

function takes({ kind, values, least, most, order }: OptionSpec, value: string): boolean {
  const number = /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most;
  return values.includes(value) || (kind === "number" && number) || (order && /^\d+(,\d+)*$/.test(value));
}

function read(): Partial<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? "{}");
    return typeof stored === "object" && stored !== null ? stored : {};
  } catch {
    return {}; // not written by this page
  }
}
