// Pictures for the lines of Chimera's score sheet.

import { sign } from "../../cards";

const SIGNS: Record<string, string> = {
  "chimera.score.bid": "chimera",
  "chimera.score.failed_bid": "chimera",
  "chimera.score.attack": "piya",
  "chimera.score.hunters": "hero",
  "chimera.score.toads": "toad",
  "chimera.score.cats": "cat",
};
const LINES: Record<string, string> = {
  "chimera.score.traps": "M4.5 6v12M9.5 6v12M14.5 6v12M19.5 6v12",
  "chimera.score.idle": "M6 3.5h12M6 20.5h12M7.5 3.5c0 5 4 6 4.5 8.5.5-2.5 4.5-3.5 4.5-8.5M7.5 20.5c0-5 4-6 4.5-8.5.5 2.5 4.5 3.5 4.5 8.5",
};

/** SVG for the line with this text key; "" where there is no picture. */
export function picture(key: string): string {
  const line = LINES[key];
  if (line) return `<svg class="icon bold" viewBox="0 0 24 24" aria-hidden="true"><path d="${line}"/></svg>`;
  const name = SIGNS[key];
  return name ? sign(name) : "";
}
