import { skin as chimera } from "./chimera";
import type { GameEvent } from "../wire/objects";
import type { TableStore } from "../table/table.svelte";

/** What one game adds to the page. A game needs none. */
export interface Skin {
  /** A picture for a line of the score sheet by its text key, as SVG; "" for none. */
  picture(key: string): string;
  /** The section of the rules that explains a line, or the name of a zone or a fact, by its text key; "" for none. */
  section(key: string): string;
  /** What sounds louder than a card: names of plays in the table's list, by the fact that holds the turns of a trick as seat, cards, play, … */
  loud: { fact: string; plays: readonly string[] };
}

const SKINS: Record<string, Skin> = { chimera };

/** Does this event deserve the loud sound? The table shows its result already. */
export function isLoud(game: string, { kind, seat, cards }: GameEvent, { spec, view }: Pick<TableStore, "spec" | "view">): boolean {
  const loud = SKINS[game]?.loud;
  const turns = loud && view.facts[loud.fact];
  const last = Array.isArray(turns) ? turns.at(-1) : undefined;
  if (!loud || !Array.isArray(last) || kind !== "say" || cards.length === 0) return false;
  return last[0] === seat && loud.plays.includes(spec.tables[loud.fact]?.[last[2] ?? 0] ?? "");
}

/** A picture for a line of the score sheet, as SVG; "" for none. */
export function pictureOf(game: string, key: string): string {
  return SKINS[game]?.picture(key) ?? "";
}

/** The section of a game's rules that explains what this text names; "" for none. */
export function sectionOf(game: string, key: string): string {
  return SKINS[game]?.section(key) ?? "";
}
