/** The tuples in the description of a game as objects: what stands at which place is known here, as in `objects.ts`. */
import type { Conflict as ConflictTuple, Need as NeedTuple, PresetSpec } from "./protocol";

/** Rules that are usual somewhere, for these numbers of players. */
export interface Preset {
  name: string;
  options: Readonly<Record<string, string>>;
  seats: readonly number[];
  recommended: boolean;
}

export const presetFrom = ([name, options, seats, recommended]: PresetSpec): Preset => ({
  name,
  options,
  seats,
  recommended,
});

/** An option has an effect if another one, or the number of "players", has one of these values. */
export interface Need {
  option: string;
  values: readonly string[];
}

export const needFrom = ([option, values]: NeedTuple): Need => ({ option, values });

/** A value of an option and one of another that exclude each other, for these numbers of players. */
export interface Conflict {
  option: string;
  value: string;
  other: string;
  its: string;
  seats: readonly number[];
}

export const conflictFrom = ([option, value, other, its, seats]: ConflictTuple): Conflict => ({
  option,
  value,
  other,
  its,
  seats,
});

/** The seats of "2,0,1", the value of an option that puts the players in order. */
export const orderOf = (value: string): number[] => value.split(",").map(Number);
