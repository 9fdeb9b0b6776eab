/** Which of the many things that a selection could become are offered, and in which order. */
import type { Action } from "../wire/objects";

export interface Suggestion {
  words: string;
  action: Action;
}

/**
 * At most `most` of `actions`, which come longest first: the longest of each kind before the second ones of any kind,
 * so that a single card does not lead to eight straights. Actions with the same name are offered once, at the place of
 * the first one. The server says which are of one kind.
 */
export function suggestions(actions: readonly Action[], say: (action: Action) => string, most: number): Suggestion[] {
  const kinds = new Map<number, Suggestion[]>();
  const named = new Set<string>();
  for (const action of actions) {
    const words = say(action);
    if (named.has(words)) continue;
    named.add(words);
    const kind = action.group ?? 0;
    kinds.set(kind, [...(kinds.get(kind) ?? []), { words, action }]);
  }
  const offered: Suggestion[] = [];
  const left = [...kinds.values()];
  for (let round = 0; offered.length < most && left.some((kind) => kind.length > round); round++) {
    offered.push(...left.flatMap((kind) => kind.slice(round, round + 1)));
  }
  return offered.slice(0, most);
}
