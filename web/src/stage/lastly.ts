/** What a seat did last. */
import { badgesOf } from "../table/badges";
import type { TableStore } from "../table/table.svelte";
import { hasPlayed, MIDDLE } from "../table/trick";
import type { Text } from "../viewer/text.svelte";
import { answerOf, type GameEvent } from "../wire/objects";
import type { ZoneSpec } from "../wire/protocol";
import type { Zones } from "./zones";

export interface Lastly {
  words: string;
  /** cards that it names and that do not lie in the middle */
  faces: readonly number[];
}

/** A sentence that hangs under the name with which it begins. */
function unnamed(words: string, name: string): string {
  const begins = [`${name}: `, `${name} `].find((one) => words.startsWith(one)) ?? "";
  return words.slice(begins.length);
}

/**
 * What this seat did last in this deal, since the middle was cleared: words of an earlier trick or bout would read as
 * if they were about this one. Cards in the middle, also those that it gives, speak for themselves.
 */
export function lastly(seat: number, table: TableStore, { growing }: Zones, text: Text): Lastly {
  const { said, spec, view } = table;
  const events = said.map(({ said }) => said);
  const middle = spec.zones.filter(({ role }) => MIDDLE.has(role)).map(({ id }) => id);
  const cleared = events.findLastIndex(({ kind, src }) => kind === "move" && middle.includes(src));
  /** Cards have gone from hand to hand: that a seat had chosen them is over. */
  const hand = (id: string): number => spec.zones.find((zone) => zone.id === id && zone.role === "hand")?.owner ?? -1;
  const given = events.findLastIndex(
    ({ kind, src, dst }) => kind === "move" && hand(src) >= 0 && hand(dst) >= 0 && hand(src) !== hand(dst),
  );
  // the words for a deal are a sentence of their own, about more than the dealer: they stand in the story
  const speaks = ({ kind, say, seat: whose }: GameEvent): boolean => whose === seat && say !== null && kind !== "deal";
  const entry = said.findLast(({ said }, i) => i > cleared && speaks(said) && (i > given || said.cards.length > 0));
  if (!entry?.said.say || answerOf(view.answers[seat]).state === "sealed") return { words: "", faces: [] };
  const faces = entry.said.cards;
  /** A badge of one phase that several can wear: what this seat has decided in it. */
  const told = spec.facts.filter(
    ({ kind, name }) => kind === "seats" && text.has(`${spec.game}.badge.${name}.${view.phase}`),
  );
  if (faces.length === 0 && badgesOf(told, (name) => table.fact(name), seat).length > 0) return { words: "", faces };
  const playedTo = (...roles: ZoneSpec["role"][]): boolean =>
    faces.some((face) => hasPlayed(seat, face, events, spec.zones, roles));
  if (playedTo("trick", "pair")) return { words: "", faces: [] };
  const words = unnamed(text.brief(entry.said.say, entry.then), text.name(seat, entry.then));
  const lie = playedTo("pile") || growing.some((zone) => zone.cards.includes(faces[0]!));
  return { words, faces: faces.length > 1 && !lie ? faces : [] };
}
