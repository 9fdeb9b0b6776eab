/** What a seat did last. */
import type { TableStore } from "../table/table.svelte";
import { hasPlayed } from "../table/trick";
import type { Text } from "../viewer/text.svelte";
import type { Zones } from "./zones";

export interface Lastly {
  words: string;
  /** cards that it names and that do not lie in the middle */
  faces: readonly number[];
}

/** What this seat did last in this deal; a card played to a trick speaks for itself. */
export function lastly(
  seat: number,
  { said, spec }: TableStore,
  { pairs, growing, combinations }: Zones,
  text: Text,
): Lastly {
  const entry = said.findLast(({ said }) => said.seat === seat && said.say !== null);
  const words = entry?.said.say;
  if (!words) return { words: "", faces: [] };
  const [named, ...more] = entry.said.cards;
  if (named === undefined) return { words: text.say(words, entry.then), faces: [] };
  const events = said.map(({ said }) => said);
  const played = more.length === 0 && hasPlayed(seat, named, events, spec.zones);
  const lies =
    hasPlayed(seat, named, events, spec.zones, more.length > 0 ? ["pair", "pile", "trick"] : ["pair", "pile"]) ||
    [...pairs, ...growing, ...combinations].some((zone) => zone.cards.includes(named));
  return { words: played ? "" : text.say(words, entry.then), faces: more.length > 0 && !lies ? [named, ...more] : [] };
}
