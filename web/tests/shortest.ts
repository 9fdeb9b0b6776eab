/** Matches that are soon over. No test. */
import type { GameSpec, OptionSpec } from "../src/wire/protocol";

/**
 * The options for the length of a match, at small values: a deal or two show everything. With one point it might end without a card; parts of a match
 * are listed from all of them to a single one. If all can interrupt at once, the clock decides: asking in turn waits for nobody. Asking again and
 * again takes time, too: that is played once, and then left out, if the game allows it. several: the least that the game suggests, which takes a few deals.
 */
export function shortest(game: GameSpec, once: boolean, several = false): Record<string, string> {
  const long = game.options.filter(({ name }) => /^(match_|target$|limit$|deals$|contracts$|finish$|action_cap$)/.test(name));
  const timed = game.options.filter(({ values }) => values.includes("reaction") && values.includes("priority"));
  const little = ({ kind, values, least }: OptionSpec): string => {
    const numbers = values.map(Number).filter((value) => value > 0); // 0: as many as usual
    if (numbers.length === 0) return values.at(-1)!;
    return String(kind === "number" ? Math.max(least, Math.min(several ? Infinity : 3, ...numbers)) : Math.min(...numbers));
  };
  return Object.fromEntries([...long.map((option) => [option.name, little(option)]), ...timed.map(({ name, values }) => [name, once || !values.includes("off") ? "priority" : "off"])]);
}
