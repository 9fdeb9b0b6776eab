import type { Phrase, Problem } from "./protocol";
import type { Text } from "./text.svelte";

/** What is said beside the hand: why something was refused, what became of a queued choice, advice. */
export interface Notice {
  kind: "bad" | "tip" | "info";
  /** one sentence, or for advice what to do and why */
  phrases: readonly Phrase[];
  /** the phase of the deal in which it was said: later it is no longer about anything */
  when: string;
}

export function wordsOf({ phrases }: Notice, text: Text): string {
  const [what = "", why] = phrases.map((phrase) => text.say(phrase));
  return why === undefined ? what : text.t("table.tip", { what, why });
}

/** A refusal as a phrase; a code without words is at least named. */
export function refusal({ code, args }: Problem, text: Text): Phrase {
  const key = `error.${code}`;
  return text.has(key) ? [key, args] : ["error.unknown", { code }];
}
