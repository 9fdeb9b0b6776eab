import type { Phrase, Problem, Value } from "./protocol";
import type { Text } from "./text.svelte";

/** What is said beside the hand: why something was refused, what became of a queued choice, advice. */
export interface Notice {
  kind: "bad" | "tip" | "info";
  /** one sentence, or for advice what to do and why, and why one is asked where nothing else can be done */
  phrases: readonly Phrase[];
  /** the phase of the deal in which it was said: later it is no longer about anything */
  when: string;
}

export function wordsOf({ phrases }: Notice, text: Text): string {
  const [what = "", ...why] = phrases.map((phrase) => text.say(phrase));
  return why.length === 0 ? what : text.t("table.tip", { what, why: why.join(" ") });
}

/** A refusal as a phrase; a code without words is at least named. Verbs are called what stands on their buttons. */
export function refusal({ code, args }: Problem, text: Text, game: string): Phrase {
  const key = `error.${code}`;
  if (!text.has(key)) return ["error.unknown", { code }];
  if (code !== "verb") return [key, args];
  const { verb, allowed } = args;
  return [key, { verb: verbsOf(verb, text, game).join(""), allowed: verbsOf(allowed, text, game) }];
}

/** What the game calls its verbs, given as they are written with spaces between them. */
function verbsOf(written: Value | undefined, text: Text, game: string): string[] {
  return String(written ?? "").split(" ").map((verb) => (text.has(`${game}.verb.${verb}`) ? text.bare(`${game}.verb.${verb}`) : verb));
}

/** Somebody was faster, or time was up: the table goes on, so this is not said beside the hand, where it would go with the phase. */
export function tooLate(problem: Problem): boolean {
  return problem.code.startsWith("window_");
}
