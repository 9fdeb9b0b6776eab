/** Chimera: pictures for the lines of its score sheet and the sections of the rules that explain its words. */
import { sign } from "../cards";
import type { Skin } from "./skin";

const LINES: Record<string, string> = {
  bid: "M4 4.5h16v11.5h-9L6.5 20v-4H4z",
  trap: "M4.5 6v12M9.5 6v12M14.5 6v12M19.5 6v12",
  attack: "M13.5 3 5.5 13.5H11L9.5 21 18.5 10H12.5z",
  idle: "M6 3.5h12M6 20.5h12M7.5 3.5c0 5 4 6 4.5 8.5.5-2.5 4.5-3.5 4.5-8.5M7.5 20.5c0-5 4-6 4.5-8.5.5 2.5 4.5 3.5 4.5 8.5",
};
/** What stands for a line, and the section of the rules about it. */
const SHOWN: Record<string, readonly [picture: string, section: string]> = {
  bid: ["bid", "bid"],
  failed_bid: ["bid", "bid"],
  traps: ["trap", "trap"],
  attack: ["attack", "attack"],
  idle: ["idle", "idle"],
  hunters: ["hero", ""],
  toads: ["toad", "treasure"],
  cats: ["cat", "treasure"],
};

/** Other words that the rules explain, by the ends of their text keys. */
const EXPLAINED: Record<string, string> = { "zone.den": "den", "fact.up": "faceup", "fact.bid": "bid", "fact.traps": "trap", "fact.attack": "attack" };

const lineOf = (key: string): readonly [string, string] => SHOWN[key.replace("chimera.score.", "")] ?? ["", ""];

export const skin: Skin = {
  picture(key) {
    const [name] = lineOf(key);
    const line = LINES[name];
    return line ? `<svg class="icon bold" viewBox="0 0 24 24" aria-hidden="true"><path d="${line}"/></svg>` : name && sign(name);
  },
  section(key) {
    const about = EXPLAINED[key.replace("chimera.", "")] ?? lineOf(key)[1];
    return about && `word.${about}`;
  },
};
