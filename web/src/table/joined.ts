/** Equal deeds of one player in a row, told as one: cards discarded, drawn or laid off one by one. */
import type { Then } from "../wire/objects";
import type { Phrase, Value } from "../wire/protocol";
import type { Entry } from "./table.svelte";

/** Something that was done, in words, and how many cards went somewhere with it. */
export interface Deed {
  seat: number;
  say: Phrase | null;
  then: Then;
  moved?: number;
}

/** The words for both, if they differ in their cards alone, named or counted. */
export function joined(one: Deed, other: Deed): Phrase | null {
  if (!one.say || !other.say || one.seat !== other.seat || one.seat < 0) return null;
  if (one.then.you !== other.then.you || one.then.names[one.seat] !== other.then.names[one.seat]) return null;
  const [key, args] = one.say;
  const [same, more] = other.say;
  if (key !== same || Object.keys(args).length !== Object.keys(more).length) return null;
  const sum: Record<string, Value> = { ...args };
  let cards = 0;
  for (const [name, value] of Object.entries(more)) {
    const before = args[name];
    if (name === "cards" && Array.isArray(before) && Array.isArray(value)) {
      sum[name] = [...before, ...value];
      cards += value.length;
    } else if (name === "n" && before === one.moved && value === other.moved) {
      sum[name] = Number(before) + Number(value);
      cards += Number(value);
    } else if (String(before) !== String(value)) return null;
  }
  return cards > 0 ? [key, sum] : null;
}

/** What was said last, the newest first. */
export function lately(said: readonly Entry[], most: number): { n: number; say: Phrase; then: Then }[] {
  const found: (Deed & { n: number; say: Phrase })[] = [];
  let moved = 0;
  for (const { n, said: event, then } of said.toReversed()) {
    if (!event.say) {
      if (event.kind === "move") moved += 1;
      continue;
    }
    const deed = { n, seat: event.seat, say: event.say, then, moved };
    const last = found.at(-1);
    const both = last && event.kind === "say" && joined(deed, last);
    moved = 0;
    if (both) Object.assign(last, { say: both, moved: deed.moved + (last.moved ?? 0) });
    else if (found.length === most) break;
    else found.push(deed);
  }
  return found;
}
