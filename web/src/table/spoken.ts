import type { Text } from "../viewer/text.svelte";
import { capital, type Sentence } from "./sentence";

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
