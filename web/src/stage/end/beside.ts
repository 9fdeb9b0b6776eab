/** What counts for a side at the end of a deal besides its tricks. */
import { bySeat } from "../../table/badges";
import type { TableStore } from "../../table/table.svelte";
import type { Chapter } from "../../table/tale";
import { grouped } from "../../table/sides";
import { MIDDLE } from "../../table/trick";
import { BACK } from "../../wire/objects";
import { together } from "../together";
import { facesOf, sumsOf, tricksOf, type Lot, type Sum } from "./tricks";

type Table = Pick<TableStore, "spec" | "said" | "fact">;

/** Cards that a side has captured otherwise than out of the middle. */
export function capturedBy({ spec, said }: Pick<Table, "spec" | "said">, seats: readonly number[]): number[] {
  const specs = new Map(spec.zones.map((zone) => [zone.id, zone]));
  return said.flatMap(({ said: { kind, card, src, dst } }) => {
    const [from, to] = [specs.get(src), specs.get(dst)];
    const found = kind === "move" && card !== BACK && to?.role === "captured" && seats.includes(to.owner);
    return found && !MIDDLE.has(from?.role ?? "trick") ? [card] : [];
  });
}

/** Those, else what a side has declared: as a fact says it for each seat, or as it was shown. */
export function besidesOf(table: Table, chapters: readonly Chapter[], seats: readonly number[]): number[] {
  const captured = capturedBy(table, seats);
  if (captured.length > 0) return captured;
  for (const { name, kind } of table.spec.facts) {
    const each = kind === "cards" ? bySeat(table.fact(name), table.spec.seats) : null;
    if (each) return seats.flatMap((seat) => [...each[seat]!]);
  }
  return chapters
    .flatMap(({ plays }) => plays)
    .flatMap(({ seat, shown = [] }) => (seats.includes(seat) ? shown : []));
}

/** The same, in groups: each declaration for itself. */
export const besideGroups = (table: Table, chapters: readonly Chapter[], seats: readonly number[]): number[][] =>
  together(
    besidesOf(table, chapters, seats),
    table.said.map(({ said }) => said.cards),
  );

/** The sides of the deal that has just ended, with the tricks of each, and what these and the rest make. */
export interface Wins {
  sides: readonly (readonly number[])[];
  tricks: Lot[][] | null;
  /** null: they are not what a side has, or the page does not know all of it */
  sums: Sum[] | null;
  /** what the sides have reached can be read off: these sums, or how many tricks there are */
  told: boolean;
}

export function winsOf(
  table: Table & Pick<TableStore, "view" | "around" | "zones">,
  chapters: readonly Chapter[],
): Wins {
  const tallies = table.view.sheets.at(-1)?.tallies ?? [];
  // as they were in this deal, which is not always how they share their points
  const sides = tallies.length > 1 ? tallies.map(({ seats }) => seats) : grouped(table.around, table.spec.sides);
  const tricks = tricksOf(chapters, sides);
  const sums = tricks && sumsOf(tricks, tallies);
  /** Every card that a side has captured is known to the page: one that came late lacks tricks. */
  const whole = (i: number): boolean => {
    const captured = sides[i]!.flatMap((seat) => table.zones("captured", seat)).flatMap(({ cards }) => cards);
    const known = (tricks?.[i] ?? []).flatMap(facesOf).length + capturedBy(table, sides[i]!).length;
    return captured.length === known;
  };
  const sure = sums?.every(({ rest }, i) => rest === 0 || (tallies[i]!.rest && whole(i)));
  const counted = tricks !== null && tallies.length > 1 && tallies.every(({ n }, i) => n === tricks[i]!.length);
  return { sides, tricks, sums: sure ? sums : null, told: !!sure || counted };
}
