import type { Phrase, Problem, Value } from "../wire/protocol";
import type { Text } from "../viewer/text.svelte";

/** The message in the place of the sentence: why something was refused, what happened to a queued choice, advice. */
export interface Notice {
  kind: "bad" | "tip" | "info";
  /** one sentence, or for advice what to do and why, and why the table asks if nothing else is possible */
  phrases: readonly Phrase[];
  /** the phase of the deal in which it was said: after it the message is outdated */
  when: string;
}

/** A refusal as a phrase; a code without a text is at least named. Verbs have the names on their buttons. */
export function refusal({ code, args }: Problem, text: Text, game: string): Phrase {
  const key = `error.${code}`;
  if (!text.has(key)) return ["error.unknown", { code }];
  if (code !== "verb") return [key, args];
  const { verb, allowed } = args;
  return [key, { verb: verbsOf(verb, text, game).join(""), allowed: verbsOf(allowed, text, game) }];
}

/** The game's names of verbs, which are given with spaces between them; a verb without a name as it is. */
function verbsOf(written: Value | undefined, text: Text, game: string): string[] {
  return String(written ?? "")
    .split(" ")
    .map((verb) => (text.has(`${game}.verb.${verb}`) ? text.bare(`${game}.verb.${verb}`) : verb));
}

/**
 * Another player was faster, or time was up: the table goes on, so this is not said in the place of the
 * sentence, where it would vanish with the phase.
 */
export function tooLate(problem: Problem): boolean {
  return problem.code.startsWith("window_");
}
