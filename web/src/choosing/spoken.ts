/** A message as it is read out. Apart from what a message is: nothing is read out before a table is shown. */
import type { Text } from "../viewer/text.svelte";
import type { Notice } from "./notice";

export function wordsOf({ phrases }: Notice, text: Text): string {
  const [key = "", { act = "" } = {}] = phrases.at(-1) ?? [];
  // what lies there and what is asked was read out when the turn began
  if (key === "table.forced.seen") return text.t("table.tip", { what: act, why: text.t("table.forced.soon") });
  const [what = "", ...why] = phrases.map((phrase) => text.say(phrase));
  return why.length === 0 ? what : text.t("table.tip", { what, why: why.join(" ") });
}
