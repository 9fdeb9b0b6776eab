// @vitest-environment node
// Colours of the cards, read from the style sheets and compared as numbers: contrast as in WCAG 2, and the distance of any two
// families for people who see no red, no green or no blue (Machado, Oliveira and Fernandes 2009, severity 1.0).
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

type RGB = [number, number, number];

const css = (name: string): string => readFileSync(resolve(import.meta.dirname, "../src/look", name), "utf8");
const block = (text: string, selector: string): string => text.slice(text.indexOf(selector)).split("}")[0] ?? "";
const colours = (text: string): Record<string, string> => Object.fromEntries([...text.matchAll(/--s-(\w+): (#\w{6})/g)].map((m) => [m[1], m[2]]));

const palettes = css("palettes.css");
const classic = colours(block(palettes, ":root"));
const PALETTES: Record<string, Record<string, string>> = {
  classic,
  four: { ...classic, ...colours(block(palettes, '[data-palette="four"]')) },
  safe: { ...classic, ...colours(block(palettes, '[data-palette="safe"]')) },
};
const PAPERS = /--card: light-dark\((#\w{6}), (#\w{6})\)/.exec(css("tokens.css"))!.slice(1, 3);
const FAMILIES: Record<string, readonly string[]> = {
  chimera: ["jade", "sword", "pagoda", "star"],
  french: ["spade", "heart", "club", "diamond"],
  german: ["acorn", "leaf", "gheart", "bell"],
  spanish: ["coin", "cup", "espada", "basto"],
};

const linear = (hex: string): RGB =>
  [1, 3, 5].map((i) => {
    const c = parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as RGB;

function contrast(a: string, b: string): number {
  const [x, y] = [a, b].map((hex) => 0.2126 * linear(hex)[0] + 0.7152 * linear(hex)[1] + 0.0722 * linear(hex)[2]).sort((p, q) => q - p) as [number, number];
  return (x + 0.05) / (y + 0.05);
}

const EYES: Record<string, number[][]> = {
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}; // prettier-ignore

function lab(rgb: RGB): RGB {
  const [r, g, b] = rgb.map((c) => Math.min(1, Math.max(0, c))) as RGB;
  const f = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** The closest two families, by CIE76 distance, for people with this vision. */
function closest(palette: Record<string, string>, families: readonly string[], eye?: number[][]): number {
  const seen = families.map((name) => {
    const rgb = linear(palette[name]!);
    return lab(eye ? (eye.map((row) => row.reduce((sum, m, i) => sum + m * rgb[i]!, 0)) as RGB) : rgb);
  });
  return Math.min(...seen.flatMap((a, i) => seen.slice(i + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]))));
}

describe.each(Object.entries(PALETTES))("the palette %s", (name, palette) => {
  it("is ink on paper, in light and dark: 4.5 to 1 at least, on the card and reversed", () => {
    const inks = Object.entries(palette);
    expect(inks.length).toBeGreaterThan(15);
    for (const [name, ink] of inks) for (const paper of PAPERS) expect([name, contrast(ink, paper) >= 4.5]).toEqual([name, true]);
  });

  it.each(Object.entries(FAMILIES))("keeps the suits of the %s deck well apart for the usual eye", (deck, families) => {
    // most packs of French suits have two colours: the shape distinguishes spades from clubs
    const two = deck === "french" && name === "classic";
    expect(closest(palette, two ? ["spade", "heart"] : families)).toBeGreaterThan(35);
    if (two) expect([palette.club, palette.diamond]).toEqual([palette.spade, palette.heart]);
  });
});

describe.each(Object.entries(EYES))("with %s", (_, eye) => {
  it.each(Object.entries(FAMILIES))("the safe palette keeps the suits of the %s deck apart", (_, families) => expect(closest(PALETTES.safe!, families, eye)).toBeGreaterThan(15));

  it("four colours are four colours", () => expect(closest(PALETTES.four!, FAMILIES.french!, eye)).toBeGreaterThan(15));
});
