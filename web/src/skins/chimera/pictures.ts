// Pictures and explanations for the lines of Chimera's score sheet: the table's icons for bids and plays, heads and treasures for the rest.

import { sign } from "../../cards";
import { GLYPHS, type GlyphName } from "./glyphs";

const SIGNS: Record<string, string> = {
  "chimera.score.hunters": "hero",
  "chimera.score.toads": "toad",
  "chimera.score.cats": "cat",
};
const LINES: Record<string, GlyphName> = {
  "chimera.score.bid": "bid",
  "chimera.score.failed_bid": "bid",
  "chimera.score.traps": "trap",
  "chimera.score.attack": "attack",
  "chimera.score.idle": "idle",
};

/** Which section of the rules explains a line. */
export const SECTIONS: Readonly<Record<string, string>> = {
  "chimera.score.bid": "word.bid",
  "chimera.score.failed_bid": "word.bid",
  "chimera.score.traps": "word.trap",
  "chimera.score.attack": "word.attack",
  "chimera.score.idle": "word.idle",
  "chimera.score.toads": "word.treasure",
  "chimera.score.cats": "word.treasure",
};

/** SVG for the line with this text key; "" where there is no picture. */
export function picture(key: string): string {
  const line = LINES[key];
  if (line) return `<svg class="icon bold" viewBox="0 0 24 24" aria-hidden="true"><path d="${GLYPHS[line]}"/></svg>`;
  const name = SIGNS[key];
  return name ? sign(name) : "";
}
