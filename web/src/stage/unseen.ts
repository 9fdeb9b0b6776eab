/** Which cards are still out, rank by rank in the order of the deck. */
import { cardKey, rankOf } from "../cards";
import { whereabouts, type Known, type Whereabouts } from "../table/out";
import type { TableStore } from "../table/table.svelte";
import type { Text } from "../viewer/text.svelte";

export interface RankRow {
  rank: string;
  /** the index on the cards, or its word if the index differs from language to language */
  name: string;
  cards: { face: number; suit: string; where: Whereabouts; copy: number }[];
  /** how many of them are out */
  out: number;
}

export const knownTo = (table: TableStore): Known =>
  whereabouts(
    table.spec.zones.map((spec) => table.zone(spec.id)),
    table.view.gone,
    table.spec.copies,
    table.watching ? -1 : table.me,
  );

export function rankRows({ faces }: Known, table: TableStore, text: Text): RankRow[] {
  const found = new Map<string, RankRow>();
  faces.forEach((places, face) => {
    const notation = table.notation(face);
    const { key, args } = cardKey(notation, table.deck);
    const rank = rankOf(notation, table.deck, text.lang);
    const word = args.rank ?? "";
    const name = word.startsWith("@") ? text.t(word.slice(1)) : rank.toUpperCase();
    const row = found.get(rank) ?? { rank, name, cards: [], out: 0 };
    places.forEach((where, copy) => row.cards.push({ face, suit: key.split(".")[2] ?? "", where, copy }));
    row.out += places.filter((where) => where === "out").length;
    found.set(rank, row);
  });
  return [...found.values()];
}
