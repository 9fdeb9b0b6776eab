// The pen that every deck draws with: digits, points, lines and the card itself, as SVG text in a box of 250 x 350.
// No font is used, so a card looks the same on every system. Colours are custom properties set in look/palettes.css;
// classes instead of style attributes, so that a page can forbid inline styles.

/** Body of a card, with the colour class of its ink and, for a reversed card, of its ground. */
export interface Drawing {
  ink: string;
  ground?: string;
  body: string;
}

const PAPER = "var(--card)";
export const GOLD = "var(--gold)";
export const GOLD_INK = "var(--gold-ink)";

/** A number as short as a path allows. */
export const short = (n: number): string => String(+n.toFixed(1));

export const fill = (d: string): string => `<path d="${d}"/>`;
export const hole = (d: string): string => `<path d="${d}" fill="${PAPER}"/>`;
export const dot = (x: number, y: number, r: number, colour = "currentColor"): string => `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`;
export const blank = (x: number, y: number, r: number): string => dot(x, y, r, PAPER);

const stroke = (d: string, width: number, colour: string): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
/** A line in the colour of the ground, scratched out of a filled shape. */
export const scratch = (d: string, width = 6): string => stroke(d, width, PAPER);
/** A line in ink. */
export const line = (d: string, width = 6): string => stroke(d, width, "currentColor");
export const gilt = (d: string, width = 6): string => stroke(d, width, GOLD);

/** The same drawing and its mirror image. */
export const both = (s: string): string => `${s}<g transform="scale(-1 1)">${s}</g>`;

/** Place a sign, drawn in a box of 100 around the origin, at x, y with the given size. */
export const at = (s: string, x: number, y: number, size: number, turn = 0): string =>
  `<g transform="translate(${short(x)} ${short(y)})${turn ? ` rotate(${turn})` : ""} scale(${(size / 100).toFixed(3)})">${s}</g>`;

/** Outline of a star with n points between the radii R and r. */
export function starPath(n: number, R: number, r: number): string {
  const points = Array.from({ length: 2 * n }, (_, i) => {
    const angle = ((i * 180) / n - 90) * (Math.PI / 180);
    const radius = i % 2 ? r : R;
    return `${short(radius * Math.cos(angle))} ${short(radius * Math.sin(angle))}`;
  });
  return `M${points.join("L")}z`;
}

// Digits: one line each, 50 high, [width, path].
const FIGURES: Record<string, [number, string]> = {
  0: [28, "M0 14a14 14 0 0 1 28 0v22a14 14 0 0 1-28 0z"],
  1: [13, "M0 11 13 0v50"],
  2: [27, "M.5 13.5a13 13 0 0 1 26 0c0 5-2 8.5-5 12.5L1 50h26.5"],
  3: [27, "M1 0h24.5L12.5 19.8A15 15 0 1 1 .3 42"],
  4: [31, "M21 50V0L0 37h31"],
  5: [27, "M24.5 0H5L3 25.4A14.2 14.2 0 1 1 .6 42"],
  6: [28, "M20 0C9 12 0 24 0 36a14 14 0 1 0 28 0 14 14 0 0 0-27.3-4.4"],
  7: [27, "M0 0h27L9 50"],
  8: [28, "M14 23.5a11.75 11.75 0 1 1 .01 0zm0 0a13.25 13.25 0 1 1-.01 0z"],
  9: [28, "M8 50c11-12 20-24 20-36a14 14 0 1 0-28 0 14 14 0 0 0 27.3 4.4"],
  A: [34, "M0 50 17 0l17 50M6 34.5h22"],
  Á: [34, "M0 50 17 13l17 37M5.5 38h23M14 4.5 22 0"],
  B: [27, "M0 0v50h13.5a13 13 0 0 0 0-26H0m12 0a12 12 0 0 0 0-24H0"],
  C: [28, "M28 10.5A14 14 0 0 0 0 14v22a14 14 0 0 0 28 3.5"],
  D: [29, "M0 0v50h9a20 25 0 0 0 0-50z"],
  F: [25, "M25 0H0v50M0 24h20"],
  H: [28, "M0 0v50M28 0v50M0 25h28"],
  J: [21, "M21 0v38.5A10.8 11.5 0 0 1 0 40"],
  K: [28, "M0 0v50M27 0 0 31m10.5-11.5L28 50"],
  O: [31, "M0 15.5a15.5 15.5 0 0 1 31 0v19a15.5 15.5 0 0 1-31 0z"],
  P: [27, "M0 50V0h13.5a13.5 13.5 0 0 1 0 27H0"],
  Q: [31, "M0 15.5a15.5 15.5 0 0 1 31 0v19a15.5 15.5 0 0 1-31 0zM19 38l13 14"],
  R: [28, "M0 50V0h13.5a13 13 0 0 1 0 26H0m14 0 14 24"],
  U: [29, "M0 0v35.5a14.5 14.5 0 0 0 29 0V0"],
  V: [32, "M0 0l16 50L32 0"],
};

interface FigureStyle {
  weight?: number;
  colour?: string;
  /** 0: x is the left edge, 0.5: the middle. */
  anchor?: number;
}

/** Text in digits, its top at y and `height` high. Signs without a drawing are left out. */
export function figures(text: string, x: number, y: number, height: number, style: FigureStyle = {}): string {
  const { weight = 9.5, colour = "currentColor", anchor = 0 } = style;
  const scale = height / (50 + weight);
  const squeeze = text.length < 2 ? 1 : weight > 10 ? 0.68 : 0.84; // the heavy ones of small cards leave less room
  const gap = 11 + weight * 0.35;
  let width = 0;
  let out = "";
  for (const sign of text) {
    const figure = FIGURES[sign];
    if (!figure) continue;
    out += `<path transform="translate(${short(width)})" d="${figure[1]}"/>`;
    width += figure[0] + gap;
  }
  const total = (width - gap + weight) * scale * squeeze;
  const left = x - anchor * total + (weight / 2) * scale * squeeze;
  const top = y + (weight / 2) * scale;
  return (
    `<g transform="translate(${short(left)} ${short(top)}) scale(${(scale * squeeze).toFixed(3)} ${scale.toFixed(3)})" fill="none"` +
    ` stroke="${colour}" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round">${out}</g>`
  );
}

/** Rank and suit in the corner; both fit into the left 44 %, which an overlapping neighbour leaves free. */
export function index(text: string, sign: string, small: boolean): string {
  const rank = small ? figures(text, 14, 18, 128, { weight: 11 }) : figures(text, 20, 22, 84);
  if (!sign) return rank;
  return rank + (small ? at(sign, 62, 250, 102) : at(sign, 49, 142, 54));
}

/** The star of a joker, below the rank or the sign in the corner: this card can stand for others, too. */
export const wild = (small: boolean): string =>
  `<g class="ink-wild">${at(fill(starPath(5, 50, 21)), small ? 62 : 49, small ? 169 : 204, small ? 50 : 56)}</g>`;

/** The finished card around a drawing. */
export function frame(drawing: Drawing): string {
  const ground = drawing.ground ? `var(--s-${drawing.ground})` : PAPER;
  return (
    `<svg class="card ink-${drawing.ink}" viewBox="0 0 250 350" aria-hidden="true" fill="currentColor">` +
    `<rect x="1" y="1" width="248" height="348" rx="19" fill="${ground}" stroke="var(--card-line)" stroke-width="2"/>${drawing.body}</svg>`
  );
}

function latticePath(): string {
  let path = "";
  for (let y = 0; y <= 11; y++)
    for (let x = y % 2; x <= 8; x += 2) path += `M${x * 27 - 30} ${short(y * 27.7)}a27 27.7 0 1 1 54 0 27 27.7 0 1 1-54 0`;
  return path;
}

/** The back, one for all decks. */
export function back(): Drawing {
  const ring = `<circle cx="109" cy="159" r="39" fill="var(--back)" stroke="var(--back-line)" stroke-width="3"/>`;
  const cards = [-30, 0, 30].map((turn) => `<rect x="115" y="150" width="20" height="32" rx="4" transform="rotate(${turn} 125 196)"/>`).join("");
  return {
    ink: "back",
    body:
      `<svg x="16" y="16" width="218" height="318" viewBox="0 0 218 318"><rect width="218" height="318" rx="13" fill="var(--back)"/>` +
      `<path transform="translate(4 7)" d="${latticePath()}" fill="none" stroke="var(--back-line)" stroke-width="2.6"/>${ring}</svg>` +
      `<g stroke="var(--back)" stroke-width="5" fill="var(--back-line)">${cards}</g>`,
  };
}
