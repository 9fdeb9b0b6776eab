import type { Text } from "../viewer/text.svelte";
import type { PuzzleStore } from "./puzzle.svelte";

/** How it goes on after a wrong choice, in words: what refutes it; "" after any other. */
export function refutationOf(puzzle: PuzzleStore, text: Text): string {
  const { chosen } = puzzle;
  if (!chosen || puzzle.right || chosen.replies.length === 0) return "";
  const turns: { seat: number; acts: string[] }[] = [];
  for (const [seat, label] of chosen.replies) {
    const last = turns.at(-1);
    if (last?.seat === seat) last.acts.push(text.say(label));
    else turns.push({ seat, acts: [text.say(label)] });
  }
  const line = turns.map(({ seat, acts }) => text.t("puzzle.act", { name: text.name(seat), what: acts.join(", ") }));
  const end = chosen.replies.length < chosen.steps.length - 1 ? " …" : ".";
  return text.t("puzzle.line", { line: line.join("; ") + end });
}

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
  return `${text.t("puzzle.wrong", { what: text.say(chosen.label) })} ${cost}`;
}
