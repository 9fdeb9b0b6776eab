/** Cards that several seats give at the same time. */
import type { TableStore } from "../table/table.svelte";
import { answerOf, promptOf } from "../wire/objects";

/**
 * How many cards the viewer gives, or has given, while others do the same; 0: nobody gives any, or the viewer does not
 * take part.
 */
export function givenAt({ view, legal, me, watching }: Pick<TableStore, "view" | "legal" | "me" | "watching">): number {
  if (watching) return 0;
  const { state, cards } = answerOf(view.answers[me]);
  if (state === "own") return cards.length;
  return state === "waiting" && legal.every((action) => action.cards.length > 0)
    ? Math.max(0, ...legal.map((action) => action.cards.length))
    : 0;
}

/** Who gets the viewer's cards: the task of `pass_phase` names them, and no other player; −1: it names nobody. */
export function receiverOf({ view: { prompt }, me }: Pick<TableStore, "view" | "me">): number {
  const seat = prompt && promptOf(prompt).task?.[1].seat;
  return typeof seat === "number" && seat !== me ? seat : -1;
}
