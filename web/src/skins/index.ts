import { skin as chimera } from "./chimera";

/** What one game adds to the page. A game needs none. */
export interface Skin {
  /** A picture for a line of the score sheet by its text key, as SVG; "" for none. */
  picture(key: string): string;
  /** The section of the rules that explains a line, or the name of a zone or a fact, by its text key; "" for none. */
  section(key: string): string;
}

const SKINS: Record<string, Skin> = { chimera };

/** A picture for a line of the score sheet, as SVG; "" for none. */
export function pictureOf(game: string, key: string): string {
  return SKINS[game]?.picture(key) ?? "";
}

/** The section of a game's rules that explains what this text names; "" for none. */
export function sectionOf(game: string, key: string): string {
  return SKINS[game]?.section(key) ?? "";
}
