/** Which rules can be chosen together: from the server's description of a game. Pure. */
import { conflictFrom, needFrom, orderOf, presetFrom, type Need, type Preset } from "../../wire/games";
import type { GameSpec, OptionSpec } from "../../wire/protocol";

/** A value that excludes another one, by name. */
export interface Against {
  option: string;
  value: string;
}

type Chosen = Readonly<Record<string, string>>;

/** Every option of the game with its value, the default if none was chosen. */
export function complete(game: GameSpec, chosen: Chosen): Record<string, string> {
  return { ...Object.fromEntries(game.options.map((option) => [option.name, option.default])), ...chosen };
}

/** Which of the chosen values forbids `value`; null: none. */
export function forbids(game: GameSpec, seats: number, chosen: Chosen, option: string, value: string): Against | null {
  const now = complete(game, chosen);
  for (const { option: one, value: its, other, its: others, seats: players } of game.conflicts.map(conflictFrom)) {
    if (!players.includes(seats)) continue;
    if (one === option && its === value && now[other] === others) return { option: other, value: others };
    if (other === option && others === value && now[one] === its) return { option: one, value: its };
  }
  return null;
}

/** Is it an order of other players than there are? */
function strays(game: GameSpec, seats: number, name: string, value: string): boolean {
  const option = game.options.find((one) => one.name === name);
  return option !== undefined && option.order && !option.values.includes(value) && orderOf(value).length !== seats;
}

/** What remains of a choice with this number of players: values that do not go together become the usual ones again. */
export function fitting(game: GameSpec, seats: number, chosen: Chosen): Record<string, string> {
  const left = { ...chosen };
  for (const name of Object.keys(chosen)) {
    const value = left[name];
    if (value !== undefined && (forbids(game, seats, left, name, value) || strays(game, seats, name, value)))
      delete left[name];
  }
  return left;
}

const PLAYERS = "players"; // means the number of players if a need names it

/** What an option lacks to have an effect under these rules, as alternatives of which one is enough; null: nothing. */
export function lacks(game: GameSpec, seats: number, chosen: Chosen, option: OptionSpec): Need[] | null {
  const now = complete(game, chosen);
  const holds = ({ option: name, values }: Need): boolean =>
    values.includes(name === PLAYERS ? String(seats) : (now[name] ?? ""));
  return option.needs.map((ways) => ways.map(needFrom)).find((ways) => !ways.some(holds)) ?? null;
}

/** Values as a list; successive whole numbers are one span, "3–12". */
export function spans(values: readonly string[]): string[] {
  const follows = values.every((value, i) => i === 0 || Number(value) === Number(values[i - 1]) + 1);
  return follows && values.length > 2 ? [`${values[0]!}–${values.at(-1)!}`] : [...values];
}

/** The game's presets for this number of players. */
export function presetsFor(game: GameSpec, seats: number): Preset[] {
  return game.presets.map(presetFrom).filter((preset) => preset.seats.includes(seats));
}

/** The preset that is offered to people who choose nothing: the recommended one, otherwise that of the defaults. */
export function usualPreset(game: GameSpec, seats: number): Preset | null {
  const here = presetsFor(game, seats);
  return (
    here.find(({ recommended }) => recommended) ?? here.find(({ options }) => Object.keys(options).length === 0) ?? null
  );
}

/** The preset with these options; null: none. */
export function presetOf(game: GameSpec, seats: number, chosen: Chosen): Preset | null {
  return presetsFor(game, seats).find(({ options }) => differences(game, options, chosen) === 0) ?? null;
}

/** How many options differ between two sets. */
export function differences(game: GameSpec, one: Chosen, other: Chosen): number {
  const [a, b] = [complete(game, one), complete(game, other)];
  return game.options.filter(({ name }) => a[name] !== b[name]).length;
}
