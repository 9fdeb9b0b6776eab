/** What a seat said last in the fewest letters: a verb, and its cards to be drawn as signs. */
import type { TableStore } from "../table/table.svelte";
import { hasPlayed } from "../table/trick";
import type { Text } from "../viewer/text.svelte";

export interface Shortly {
  /** "" where the sentence says more than who did what with which cards */
  verb: string;
  cards: readonly number[];
  /** they lie in the middle for all to see: an arrow says as much as the verb */
  thrown: boolean;
}

const SIMPLE = /^(seat|cards?)$/;
const NOTHING: Shortly = { verb: "", cards: [], thrown: false };

export function shortly(seat: number, { said, spec }: TableStore, text: Text): Shortly {
  const last = said.findLast(({ said }) => said.seat === seat && said.say !== null && said.kind !== "deal")?.said;
  if (!last?.say || last.cards.length === 0) return NOTHING;
  const [key, args] = last.say;
  const verb = Object.keys(args).every((name) => SIMPLE.test(name)) ? text.bare(key) : "";
  const events = said.map(({ said }) => said);
  return {
    verb: verb.slice(0, 1).toLocaleLowerCase(text.lang) + verb.slice(1),
    cards: last.cards,
    thrown: last.cards.every((face) => hasPlayed(seat, face, events, spec.zones, ["discard", "pile", "trick", "pair"])),
  };
}
