// The drawings of all cards as data, for programs that make pictures without a browser: stich.env.picture.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { chimera } from "./src/cards/chimera.ts";
import type { Deck } from "./src/cards/deck.ts";
import { french } from "./src/cards/french.ts";
import { german } from "./src/cards/german.ts";
import { back, frame, type Drawing } from "./src/cards/pen.ts";
import { spanish } from "./src/cards/spanish.ts";

const SUITED = [..."CSHD"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => suit + rank));
/** Each deck with the names of its cards as the engine writes them: src/stich/parts/suits.py. */
const DECKS: Record<string, [Deck, string[]]> = {
  chimera: [chimera, chimera.faces],
  french: [french, [...SUITED, "X", "X1", "X2"]],
  german: [german, SUITED.filter((name) => !/[2-5]/.test(name))],
  spanish: [spanish, spanish.faces],
};
const LOOK = resolve(import.meta.dirname, "src/look");

/** The colours by day: what each custom property of the sheets stands for. */
function colours(): Map<string, string> {
  const sheets = ["tokens.css", "palettes.css"].map((name) => readFileSync(join(LOOK, name), "utf8")).join("\n");
  const found = new Map<string, string>();
  for (const [, name = "", value = ""] of sheets.matchAll(/(--[\w-]+):\s*([^;]+);/g))
    // the first is the usual one
    if (!found.has(name)) found.set(name, value.replace(/^light-dark\(([^,]+),.*\)$/, "$1"));
  return found;
}

/** A card as SVG that needs no style sheet: colours in place of the names of colours. */
function alone(drawing: Drawing, known: Map<string, string>): string {
  const grounds = ["var(--card)"]; // of the groups that are open; what is drawn on a reversed card has its ground
  const coloured = (text: string): string =>
    text
      .replaceAll("var(--card)", () => grounds.at(-1) ?? "")
      .replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => {
        const value = known.get(name);
        if (!value) throw new Error(`look/ has no ${name}`);
        return value.startsWith("var(") ? coloured(value) : value;
      });
  const card = frame(drawing).replace(/^<svg [^>]*>/, `<g class="ink-${drawing.ink}" fill="currentColor">`);
  const parts = card.replace(/<\/svg>$/, "</g>").split(/(?=<)/);
  return parts
    .map((part) => {
      const ground = /^<g class="on-([\w-]+)"/.exec(part)?.[1];
      if (/^<g\b/.test(part)) grounds.push(ground ? `var(--s-${ground})` : (grounds.at(-1) ?? ""));
      const inked = part.replace(/ class="on-[\w-]+"/, "").replace(/class="ink-([\w-]+)"/, 'color="var(--s-$1)"');
      const shown = coloured(inked);
      if (part.startsWith("</g>")) grounds.pop();
      return shown;
    })
    .join("");
}

/** Every face of every deck, in a box of 250 x 350. */
export function drawings(): Record<string, Record<string, string>> {
  const known = colours();
  const drawn = Object.entries(DECKS).map(([name, [deck, names]]) => {
    const faces = names.map((face) => {
      const drawing = deck.draw(face, false, "en");
      if (!drawing) throw new Error(`${name} has no drawing of ${face}`);
      return [face, alone(drawing, known)];
    });
    return [name, Object.fromEntries(faces)];
  });
  return { ...Object.fromEntries(drawn), back: { back: alone(back(), known) } };
}

/** Write them beside the built page. */
export function drawnCards(): Plugin {
  let folder = "";
  return {
    name: "drawn-cards",
    apply: "build",
    configResolved: ({ root, build }) => void (folder = resolve(root, build.outDir)),
    writeBundle: () => writeFileSync(join(folder, "cards.json"), JSON.stringify(drawings())),
  };
}
