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

/**
 * The sentence for the ear: that it is the reader's turn, what is asked, then the rest. `trick`: the cards that lie
 * there, of which number `best` is winning: a card that lies alone has just been named. `trumps`: what is trump, if
 * anything is.
 */
export function spoken(
  { scene, task, note }: Sentence,
  text: Pick<Text, "t">,
  trick: readonly number[] = [],
  best = -1,
  trumps = "",
): string {
  const turn = text.t("table.task.turn");
  const winning =
    trick.length > 1 && trick[best] !== undefined ? text.t("table.told.winning", { card: trick[best] }) : "";
  const said = [
    capital(task === turn ? turn : `${turn}: ${task}`),
    scene,
    trick.length === 1 && best === 0 ? "" : note,
    winning,
  ]
    .filter(Boolean)
    .join("; ");
  const known = said.toLocaleLowerCase().includes(trumps.toLocaleLowerCase());
  return known ? said : `${said}; ${text.t("page.pair", { name: text.t("table.trumps"), value: trumps })}`;
}

export const capital = (words: string): string => words.slice(0, 1).toLocaleUpperCase() + words.slice(1);
