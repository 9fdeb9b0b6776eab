/**
 * What the table says to the viewer, in one sentence: what lies there, what is asked, what helps to decide. The rules
 * write it, the page sets it.
 */
import type { Text } from "../viewer/text.svelte";
import { promptOf } from "../wire/objects";
import type { Phrase, TableView } from "../wire/protocol";

export interface Sentence {
  scene: string;
  task: string;
  note: string;
  /** the task is the viewer's own */
  asked: boolean;
}

const QUIET: Sentence = { scene: "", task: "", note: "", asked: false };

/** The sentence of a view; empty while nothing is played. */
export function sentenceOf({ prompt, status, legal }: TableView, text: Pick<Text, "say">): Sentence {
  if (!prompt || status !== "playing") return QUIET;
  const { scene, task, note } = promptOf(prompt);
  const say = (part: Phrase | null): string => (part ? text.say(part) : "");
  return { scene: say(scene), task: say(task), note: say(note), asked: legal.length > 0 };
}

export const capital = (words: string): string => words.slice(0, 1).toLocaleUpperCase() + words.slice(1);
