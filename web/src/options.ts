/** Which rules can be chosen together: from what the server says of a game. Pure. */
import type { GameSpec } from "./protocol";

/** A value that excludes another one, by name. */
export interface Against {
  option: string;
  value: string;
}

type Chosen = Readonly<Record<string, string>>;

/** Every option of the game with its value, the usual one where nothing was chosen. */
function complete(game: GameSpec, chosen: Chosen): Record<string, string> {
  return { ...Object.fromEntries(game.options.map((option) => [option.name, option.default])), ...chosen };
}

/** What of that which is chosen forbids `value`; null: nothing does. */
export function forbids(game: GameSpec, seats: number, chosen: Chosen, option: string, value: string): Against | null {
  const now = complete(game, chosen);
  for (const [one, its, other, others, players] of game.conflicts) {
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

/** The seats of "2,0,1". */
export function orderOf(value: string): number[] {
  return value.split(",").map(Number);
}

/** What remains of a choice where it is played by so many: values that do not go together are the usual ones again. */
export function fitting(game: GameSpec, seats: number, chosen: Chosen): Record<string, string> {
  const left = { ...chosen };
  for (const name of Object.keys(chosen)) {
    const value = left[name];
    if (value !== undefined && (forbids(game, seats, left, name, value) || strays(game, seats, name, value))) delete left[name];
  }
  return left;
}
