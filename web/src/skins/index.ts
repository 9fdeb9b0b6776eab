import { skin as chimera } from "./chimera";
import type { Skin } from "./skin";

const SKINS: Record<string, Skin> = { chimera };

/** A picture for a line of the score sheet, as SVG; "" for none. */
export function pictureOf(game: string, key: string): string {
  return SKINS[game]?.picture(key) ?? "";
}

/** The section of a game's rules that explains what this text names; "" for none. */
export function sectionOf(game: string, key: string): string {
  return SKINS[game]?.section(key) ?? "";
}
