import { itemOf } from "../../wire/objects";
import type { Item } from "../../wire/protocol";
import { pictureOf, sectionOf } from "../../skins";
import type { Text } from "../../viewer/text.svelte";

/** A line of the score sheet: its reason, and the points of each seat; null: none. */
export interface ScoreLine {
  words: string;
  picture: string;
  /** the section of the rules that explains it; "" for none */
  section: string;
  cells: (number | null)[];
}

/** Items with the same words share a line; those of one reason follow each other, so that all seats have one order. */
export function scoreLines(items: readonly Item[], game: string, seats: number, text: Text): ScoreLine[] {
  const found = new Map<string, ScoreLine>();
  const all = items.map(itemOf);
  const reasons = [...new Set(all.map(({ say: [reason] }) => reason))];
  const sorted = all.toSorted(({ say: [a] }, { say: [b] }) => reasons.indexOf(a) - reasons.indexOf(b));
  for (const { seat, n, say } of sorted) {
    const [key, args] = say;
    const words = text.t(key, args);
    const line = found.get(words) ?? {
      words,
      picture: pictureOf(game, key),
      section: sectionOf(game, key),
      cells: Array.from({ length: seats }, () => null),
    };
    line.cells[seat] = (line.cells[seat] ?? 0) + n;
    found.set(words, line);
  }
  return [...found.values()];
}
