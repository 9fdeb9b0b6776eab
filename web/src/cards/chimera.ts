// Chimera's deck: four families with the numbers 1 to 12 and a Hero, the Pi Ya card and the Chimera card. A number is
// inside a dial of twelve places, as many of them filled as the number, so the rank can be seen without digits.

import { GOLD, GOLD_INK, at, blank, both, dot, figures, fill, gilt, hole, index, line, scratch, short, starPath, type Drawing } from "./pen";
import type { CardName, Deck } from "./deck";

const roof = (y: number, w: number, h: number): string => {
  const eave = y - h * 0.42;
  const n = (v: number): string => String(+v.toFixed(2));
  return (
    `M0 ${y - h}C${n(w * 0.25)} ${n(y - h * 0.25)} ${n(w * 0.6)} ${n(y - h * 0.1)} ${w} ${n(eave)}C${n(w * 0.93)} ${y} ${n(w * 0.78)} ${y} ${n(w * 0.6)} ${y}` +
    `H${n(-w * 0.6)}C${n(-w * 0.78)} ${y} ${n(-w * 0.93)} ${y} ${-w} ${n(eave)}C${n(-w * 0.6)} ${n(y - h * 0.1)} ${n(-w * 0.25)} ${n(y - h * 0.25)} 0 ${y - h}z`
  );
};

const FAMILIES: Record<string, string> = { J: "jade", S: "sword", P: "pagoda", T: "star" };

// Small signs for the corner: a box of 100 around the origin.
const SIGNS: Record<string, string> = {
  jade: `<path fill-rule="evenodd" d="M0-46a46 46 0 1 1-.01 0zM0-17a17 17 0 1 0 .01 0z"/>`,
  sword: fill("M0-50 11-35V8H-11V-35z") + fill("M-34 8H34L28 22H-28z") + fill("M-7.5 22H7.5V34H-7.5z") + dot(0, 40, 11),
  pagoda:
    fill("M-3-50H3V-36H-3z") +
    fill(roof(-16, 30, 22)) +
    fill("M-15-16H15V-6H-15z") +
    fill(roof(11, 39, 19)) +
    fill("M-21 11H21V20H-21z") +
    fill(roof(38, 49, 20)) +
    fill("M-27 38H-9V49H-27zM27 38H9V49H27z"),
  star: `<path d="${starPath(5, 46, 19)}" stroke="currentColor" stroke-width="7" stroke-linejoin="round" transform="translate(0 3)"/>`,
};

// The same families, richer, for the middle of a card.
const jadeScroll = (i: number): string =>
  `<path transform="rotate(${i * 30})" d="M0-37c4 1 6 5 3 8-2 1.8-5 .5-4.5-2" fill="none" stroke="var(--card)" stroke-width="2.6" stroke-linecap="round"/>`;
const LARGE: Record<string, string> = {
  jade:
    `<path fill-rule="evenodd" d="M0-50a50 50 0 1 1-.01 0zM0-17a17 17 0 1 0 .01 0z"/>` +
    `<g fill="none" stroke="var(--card)" stroke-width="2.5"><circle r="42.5"/><circle r="23"/></g>` +
    Array.from({ length: 12 }, (_, i) => jadeScroll(i)).join(""),
  sword:
    `<g transform="rotate(34)">` +
    fill("M0-62 10-47V16H-10V-47z") +
    scratch("M0-46V12", 2.8) +
    fill("M-29 15C-29 9-16 11-10 15H10C16 11 29 9 29 15 29 24 16 28 10 28H-10C-16 28-29 24-29 15z") +
    fill("M-6 30H6V46H-6z") +
    dot(0, 51, 8.5) +
    line("M-2 59C-5 64 0 66-3 71M3 59C6 63 10 64 8 70", 3) +
    "</g>",
  pagoda:
    fill("M-2.5-58H2.5V-42H-2.5z") +
    dot(0, -56, 4) +
    fill(roof(-28, 25, 17)) +
    fill("M-12-28H12V-19H-12z") +
    fill(roof(-6, 34, 16)) +
    fill("M-17-6H17V4H-17z") +
    fill(roof(18, 43, 17)) +
    fill("M-23 18H23V29H-23z") +
    fill(roof(44, 53, 18)) +
    fill("M-33 44H33V55H-33z") +
    hole("M-6 55V50A6 6 0 0 1 6 50V55z") +
    scratch("M-17 25V21M-8 25V21M8 25V21M17 25V21M0 25V21M-10 0V-2M10 0V-2M0 0V-2", 3),
  star:
    `<path d="${starPath(5, 50, 21)}" stroke="currentColor" stroke-width="7" stroke-linejoin="round" transform="translate(0 3)"/>` +
    `<path d="${starPath(5, 33, 13.5)}" fill="none" stroke="var(--card)" stroke-width="2.8" stroke-linejoin="round" transform="translate(0 3)"/>`,
};

/** A coin with a worth, or with a square hole. */
const coin = (x: number, y: number, r: number, worth = ""): string =>
  `<g transform="translate(${x} ${y})">${dot(0, 0, r, GOLD)}` +
  `<circle r="${short(r * 0.8)}" fill="none" stroke="${GOLD_INK}" stroke-opacity=".45" stroke-width="${short(r * 0.07)}"/>` +
  (worth
    ? figures(worth, 0, -r * 0.43, r * 0.86, { weight: 10, colour: GOLD_INK, anchor: 0.5 })
    : `<rect x="${short(-r * 0.26)}" y="${short(-r * 0.26)}" width="${short(r * 0.52)}" height="${short(r * 0.52)}" fill="${GOLD_INK}" fill-opacity=".75"/>`) +
  "</g>";

// Toad and cat stand for the treasures, the heads of hero, lion and Chimera for the three highest cards.
const EMBLEMS: Record<string, string> = {
  toad:
    both(fill("M1 46H-52C-58 40-52 33-44 32-50 10-44-8-33-18-36-32-28-43-17-43-9-43-4-39-2-33L1-32z")) +
    both(blank(-18, -27, 10.5) + dot(-17, -25, 5.5)) +
    scratch("M-29-5C-14 5 14 5 29-5", 4.5) +
    both(scratch("M-32 42C-38 32-34 20-25 17", 4) + scratch("M-19 45C-15 38-15 33-17 27", 4)) +
    both(blank(-37, 8, 2.8) + blank(-42, 18, 2.2) + blank(-34, -2, 2)) +
    coin(0, 25, 15),
  cat:
    fill("M19 12C25 4 28-6 28-22-1-30-12-26-20-14L-8 14z") +
    fill("M24 16V-30C24-44 47-44 47-30 47-10 42 8 36 20z") +
    scratch("M30-34V-28M36-36V-29M42-34V-28", 2.8) +
    fill("M-34 46C-42 24-32 8-20 4H22C36 10 42 28 36 46z") +
    fill("M-43-8C-42-18-40-30-41-46-33-45-26-40-21-34-16-36-6-36-1-34 4-40 11-45 19-46 18-30 20-18 21-8 21 10 4 17-11 17S-43 10-43-8z") +
    scratch("M22-30C24-20 24-8 21 2 16 12 4 18-11 18S-38 12-43 2", 4) +
    scratch("M-33-8Q-27-15-21-8M-1-8Q5-15 11-8", 3.8) +
    hole("M-15-1H-7L-11 4z") +
    scratch("M-11 4Q-11 9-17 9M-11 4Q-11 9-5 9", 3) +
    scratch("M-36 1-46-1M-36 6-45 8M14 1 24-1M14 6 23 8", 2.6) +
    gilt("M-27 20Q-10 28 12 20", 6.5) +
    coin(-9, 34, 11.5),
  hero:
    fill("M0-58C6-50 6-45 3.5-41H-3.5C-6-45-6-50 0-58z") +
    fill("M0-43C21-43 34-29 35-11H-35C-34-29-21-43 0-43z") +
    fill("M-40-7H40L36 4H-36z") +
    both(fill("M-36 8H-26C-28 24-25 36-15 47L-30 48C-42 40-51 27-53 13-46 14-40 13-36 8z")) +
    fill("M-22 8H22C24 26 17 40 0 56-17 40-24 26-22 8z") +
    both(scratch("M-17 13-5 17", 4) + blank(-10, 21, 2.6) + scratch("M-1 31C-6 29-11 31-14 37", 3.6)) +
    scratch("M0 16V25", 3) +
    scratch("M-4 42H4", 3) +
    scratch("M0-40V-14", 3) +
    both(scratch("M-10-38C-15-30-17-22-17-14", 2.6)) +
    both(blank(-24, -1.5, 2)) +
    blank(0, -1.5, 2.6),
  piya:
    both(
      fill(
        "M1-34C-8-30-12-40-22-52-24-40-20-34-26-30-36-34-44-30-54-34-50-24-42-22-42-14-48-12-52-4-58-2-50 4-44 2-40 8-44 16-42 24-46 32-36 30-32 26-26 32-24 44-12 52 1 54z",
      ),
    ) +
    both(scratch("M-32-12C-26-22-14-22-7-13", 4.5) + blank(-18, -6, 7) + dot(-17, -5, 3.5) + scratch("M-30 16C-24 8-14 10-8 12", 4)) +
    hole("M-10 4C-8-2-4-4 0-4S8-2 10 4C8 12-8 12-10 4z") +
    hole("M-21 21C-10 16 10 16 21 21 20 34 10 40 0 40S-20 34-21 21z") +
    fill("M-14 18-10 28-6 18zM14 18 10 28 6 18zM-5 40C-4 33 4 33 5 40z") +
    scratch("M0-30V-18", 4),
  chimera:
    `<path d="${starPath(18, 41, 33)}" stroke="currentColor" stroke-width="5" stroke-linejoin="round" transform="translate(0 6)"/>` +
    both(
      fill("M-7-28C-12-48-32-60-50-48-62-39-59-22-48-18-52-27-49-37-40-38-31-37-25-31-21-22z") +
        scratch("M-20-42-25-34M-33-50-34-41M-46-46-42-39", 2.6),
    ) +
    hole("M0-20C16-20 26-8 25 8 24 25 12 35 0 35S-24 25-25 8C-26-8-16-20 0-20z") +
    both(fill("M-20-5C-14-9-7-6-4 2-10 5-17 3-20-5z")) +
    fill("M-9 11H9C8 18 3 20 2 21H-2C-3 20-8 18-9 11z") +
    both(line("M0 20V23C-3 29-11 29-13 24", 3.5)) +
    both(line("M-4-15-8-10", 2.8)) +
    line("M0-16V-10", 2.8) +
    line("M-32 42C-47 44-50 53-38 55-16 58 14 45 34 52 46 55 53 51 49 42", 7.5) +
    fill("M54 45C60 41 60 31 52 29 45 28 39 35 42 43z") +
    blank(51, 36, 2),
};

const TREASURES: Record<string, { emblem: string; worth: string }> = {
  2: { emblem: "toad", worth: "10" },
  11: { emblem: "cat", worth: "5" },
};

// The three heads again, bold: for the corner, where they replace a number, and for small cards.
const HEADS: Record<string, string> = {
  hero:
    fill("M0-60 8-41H-8z") +
    fill("M0-44C24-44 38-29 39-8H-39C-38-29-24-44 0-44z") +
    fill("M-46-4H46L41 10H-41z") +
    both(fill("M29 15H42C43 31 39 43 29 52 32 39 32 27 29 15z")) +
    fill("M-25 15H25C27 35 18 48 0 60-18 48-27 35-25 15z") +
    both(hole("M5 22 20 19 18 29C14 32 8 31 5 28z")) +
    scratch("M-9 44H9", 4.5) +
    scratch("M0-41V-8", 5),
  piya:
    fill(
      "M0-54 13-34 32-52 33-27 56-27 44-8 60 8 42 17 50 38 29 37 22 56 0 46-22 56-29 37-50 38-42 17-60 8-44-8-56-27-33-27-32-52-13-34z",
    ) +
    both(blank(17, -10, 11.5) + dot(15, -8, 5.5) + scratch("M4-25 30-27", 5)) +
    hole("M-10 6C-6 1 6 1 10 6 7 13-7 13-10 6z") +
    hole("M-25 20C-9 16 9 16 25 20 23 35 11 41 0 41S-23 35-25 20z") +
    both(fill("M7 17 18 18 12 30z")),
  chimera:
    both(
      `<path d="M12-26C14-52 38-60 50-46 60-33 52-17 38-20 47-27 45-38 36-37 27-36 26-26 25-16z"/>` + scratch("M27-48 31-39M46-42 39-38", 4),
    ) +
    `<path d="${starPath(12, 44, 33)}" stroke="currentColor" stroke-width="7" stroke-linejoin="round" transform="translate(0 12)"/>` +
    hole("M0-18C19-18 30-6 29 11 28 32 14 46 0 46S-28 32-29 11C-30-6-19-18 0-18z") +
    both(fill("M-24-2C-17-9-8-5-4 5-12 9-21 7-24-2z")) +
    fill("M-12 17H12C10 26 4 28 3 30H-3C-4 28-10 26-12 17z") +
    both(line("M0 28C-3 39-15 38-17 31", 4.5)),
};

/** A shaft of light from the middle of a box of 100, `n` of them around. */
const rays = (n: number, from: number, to: number, half: number): string =>
  Array.from({ length: n }, (_, i) => `<path transform="rotate(${short((i * 360) / n)})" d="M0-${from}L${half}-${to}H-${half}z"/>`).join("");
const curl = `<path d="M-62-4C-62-18-42-20-40-8-39 0-50 3-52-4M-40-8C-36-22-14-20-16-6" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round"/>`;

// What is behind a head, faint: the family of a hero, clouds for Pi Ya, light for the Chimera.
const BEHIND: Record<string, string> = {
  piya: [0, 90, 180, 270].map((turn) => `<g transform="rotate(${turn}) translate(8 -42)">${curl}</g>`).join("") + rays(8, 52, 74, 3),
  chimera: rays(18, 44, 88, 6.5),
};

const HIGHEST: Record<string, string> = { PI: "piya", CH: "chimera" };

const CENTRE = { x: 150, y: 228, radius: 84 };

function dial(filled: number): string {
  let out = "";
  for (let i = 0; i < 12; i++) {
    const angle = ((i + 1) * Math.PI) / 6;
    const x = short(CENTRE.x + CENTRE.radius * Math.sin(angle));
    const y = short(CENTRE.y - CENTRE.radius * Math.cos(angle));
    out += i < filled ? `<circle cx="${x}" cy="${y}" r="6"/>` : `<circle cx="${x}" cy="${y}" r="3" fill-opacity=".28"/>`;
  }
  return out;
}

/** Heroes, Pi Ya and Chimera: one colour, reversed; a head where other cards have a number. */
function reversed(emblem: string, ground: string, family: string, small: boolean): Drawing {
  const on = (art: string): string => `<g class="on-${ground}">${art}</g>`;
  const head = on(HEADS[emblem] ?? "");
  const sign = family && on(SIGNS[family] ?? "");
  if (small) return { ink: "paper", ground, body: sign ? at(head, 82, 92, 134) + at(sign, 74, 258, 108) : at(head, 125, 175, 198) };
  const rule = `<rect x="9" y="9" width="232" height="332" rx="12" fill="none" stroke="currentColor" stroke-opacity=".5" stroke-width="2.5"/>`;
  const behind =
    `<svg x="9" y="9" width="232" height="332" viewBox="9 9 232 332"><g opacity=".17">` +
    `${at(on(LARGE[family] ?? BEHIND[emblem] ?? ""), 132, 222, family ? 212 : 186)}</g></svg>`;
  const corner = at(head, 56, 66, sign ? 80 : 70) + (sign && at(sign, 54, 142, 50));
  return { ink: "paper", ground, body: behind + rule + corner + at(on(EMBLEMS[emblem] ?? ""), 132, 226, 160) };
}

function number(rank: string, family: string, small: boolean): Drawing {
  const sign = SIGNS[family] ?? "";
  const treasure = TREASURES[rank];
  let body = small ? "" : dial(Number(rank));
  if (treasure) {
    const border = `<rect x="7" y="7" width="236" height="336" rx="13" fill="none" stroke="${GOLD}" stroke-width="${small ? 11 : 7}"/>`;
    const art = small
      ? at(coin(0, 0, 50, treasure.worth), 183, 276, 116)
      : at(EMBLEMS[treasure.emblem] ?? "", CENTRE.x, CENTRE.y + 1, 114) + at(coin(0, 0, 50, treasure.worth), 49, 204, 54);
    body = border + body + index(rank, sign, small) + art;
  } else {
    body += index(rank, sign, small) + (small ? "" : at(LARGE[family] ?? "", CENTRE.x, CENTRE.y, 110));
  }
  return { ink: family, body };
}

function draw(face: string, small: boolean): Drawing | null {
  const high = HIGHEST[face];
  if (high) return reversed(high, high, "", small);
  const family = FAMILIES[face.charAt(0)];
  const rank = face.slice(1);
  if (!family) return null;
  if (rank === "H") return reversed("hero", family, family, small);
  return /^([1-9]|1[0-2])$/.test(rank) ? number(rank, family, small) : null;
}

function nameOf(face: string): CardName | null {
  const family = FAMILIES[face.charAt(0)];
  if (face === "PI") return { key: "card.chimera.piya", args: {} };
  if (face === "CH") return { key: "card.chimera.chimera", args: {} };
  if (!family) return null;
  const rank = face.slice(1);
  const plain = rank === "H" ? "hero" : "number";
  const nickname = TREASURES[rank]?.emblem;
  const name = { key: `card.chimera.${family}.${nickname ?? plain}`, args: { rank } };
  return nickname ? { ...name, plain: `card.chimera.${family}.${plain}` } : name;
}

const families = Object.keys(FAMILIES);
const ranks = [...Array.from({ length: 12 }, (_, i) => String(i + 1)), "H"];

export const chimera: Deck = {
  faces: [...families.flatMap((f) => ranks.map((r) => f + r)), "PI", "CH"],
  signs: { ...SIGNS, ...EMBLEMS },
  draw,
  name: nameOf,
  rank: (face) => (face in HIGHEST ? face.charAt(0) : face.slice(1)).toLowerCase(),
};
