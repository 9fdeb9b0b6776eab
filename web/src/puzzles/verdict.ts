import type { Text } from "../viewer/text.svelte";
import type { PuzzleStore } from "./puzzle.svelte";

/** What became of a choice, in words; "" while there is none. */
export function verdictOf(puzzle: PuzzleStore, text: Text): string {
  const { chosen, data } = puzzle;
  if (!chosen || !data) return "";
  if (puzzle.right) {
    const why = chosen.why ? ` ${text.say(chosen.why)}` : "";
    return `${text.t(puzzle.shown ? "puzzle.this" : "puzzle.right", { what: text.say(chosen.label) })}${why}`;
  }
  const n = Math.round(chosen.lost * 10) / 10;
  const cost = data.goal === "win" ? text.t("puzzle.loses") : text.t("puzzle.costs", { n });
  const reply = chosen.reply
    ? ` ${text.t("puzzle.reply", { name: text.name(chosen.replier), what: text.say(chosen.reply) })}`
    : "";
  return `${text.t("puzzle.wrong", { what: text.say(chosen.label) })} ${cost}${reply}`;
}
