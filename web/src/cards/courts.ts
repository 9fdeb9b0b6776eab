// The figures of the court cards, as a box of 136 x 155 holds half of one: its foot is the origin, its head is above. A
// card shows it twice, the second time upside down. Colour and the pattern of the dress show the suit, clothes and what
// is held show the rank.

import { at, both, dot, index, line, scratch, type Drawing } from "./pen";

const PAPER = "var(--card)";
const INK = "currentColor";
const GOLD = "var(--court-gold)";
const SKIN = "var(--court-skin)";
const HAIR = "var(--court-hair)";

/** A filled outline in ink. */
const shape = (d: string, fill: string, width = 3.5): string =>
  `<path d="${d}" fill="${fill}" stroke="currentColor" stroke-width="${width}" stroke-linejoin="round"/>`;
const ring = (x: number, y: number, r: number, fill: string, width = 3.5): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="currentColor" stroke-width="${width}"/>`;
const plain = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;

/** The pattern of a dress; each suit has its own, drawn round the middle of a sleeve. */
const WEAVES: readonly string[] = [
  [-12, -4, 4, 12].map((x) => `M${x}-22V22`).join(""),
  "M-12-14 0-26 12-14 0-2zM-12 12 0 0 12 12 0 24z",
  "M-14-18H14M-14-6H14M-14 6H14M-14 18H14",
  "M-13-16-4-24 4-16 13-24M-13-2-4-10 4-2 13-10M-13 12-4 4 4 12 13 4",
];
const woven = (suit: number, x: number, y: number): string => both(`<g transform="translate(${x} ${y})">${scratch(WEAVES[suit % WEAVES.length] ?? "", 3.2)}</g>`);

/** Eyes, brows and nose of a face in the middle at height `y`. */
const looks = (y: number): string => both(dot(7.5, y, 2.7) + line(`M4 ${y - 7}Q8 ${y - 9.5} 12 ${y - 6.5}`, 2.2)) + line(`M0 ${y - 1}V${y + 7}Q2.5 ${y + 8.5} 4 ${y + 7}`, 2);
const staff = (d: string, inner = GOLD): string => line(d, 9) + `<path d="${d}" fill="none" stroke="${inner}" stroke-width="4" stroke-linecap="round"/>`;
const hand = (x: number, y: number): string => ring(x, y, 8, SKIN, 3);

/**
 * A court card: half a figure and its copy upside down, on a tinted field. `corner`: the suit is also beside the head.
 */
export function portrait(text: string, half: string, ink: string, sign: string, small: boolean, corner = true): Drawing {
  const upper = corner ? half + at(sign, -49, -133, 33) : half;
  const both = `<g>${upper}</g><g transform="rotate(180)">${upper}</g>`;
  const field = '<rect x="-68" y="-155" width="136" height="310" rx="10" fill="currentColor" fill-opacity=".08" stroke="currentColor" stroke-opacity=".4" stroke-width="2.5"/>';
  const place = small ? "translate(191 175) scale(.74 1.02)" : "translate(170 175)";
  return { ink, body: `${index(text, sign, small)}<g transform="${place}">${field}${both}</g>` };
}

const shoulders = (fill = INK): string => shape("M-62 0C-63-38-52-56-24-66H24C52-56 63-38 62 0z", fill);

/** Crown, beard, ermine and sceptre. */
export const king = (suit: number): string =>
  shoulders() +
  woven(suit, 41, -20) +
  shape("M-9-30H9V0H-9z", GOLD, 3) +
  both(dot(0, -20, 3) + dot(0, -8, 3)) +
  shape("M-54-46C-42-62-28-68-14-70H14C28-68 42-62 54-46 48-36 40-32 32-30 22-42 10-44 0-28-10-44-22-42-32-30-40-32-48-36-54-46z", PAPER, 3) +
  both(line("M22-58V-52M35-52V-45M14-48V-43", 3.4)) +
  both(shape("M20-112C34-106 38-86 28-74 22-78 20-88 20-100z", HAIR, 2.5)) +
  shape("M-21-112V-96C-21-80-12-70 0-70S21-80 21-96V-112z", SKIN, 3) +
  shape("M-22-100C-24-74-14-58 0-52 14-58 24-74 22-100 17-88 9-91 0-91S-17-88-22-100z", HAIR, 2.5) +
  plain("M-5.5-81Q0-77 5.5-81 0-86-5.5-81z", SKIN) +
  looks(-104) +
  shape("M-26-112-36-146-17-130 0-153 17-130 36-146 26-112C10-119-10-119-26-112z", GOLD, 3.2) +
  both(ring(35, -146, 4, GOLD, 2.6) + dot(15, -122, 3)) +
  ring(0, -150, 4.4, GOLD, 2.6) +
  dot(0, -125, 4) +
  staff("M51-4V-92") +
  ring(51, -101, 9.5, GOLD, 3) +
  line("M51-101V-117M45-112H57", 3.4) +
  hand(51, -32);

/** Coronet, long hair and a rose. */
export const queen = (suit: number): string =>
  shape("M-25-114C-44-96-44-62-37-46-26-42-16-48-13-58H13C16-48 26-42 37-46 44-62 44-96 25-114z", HAIR, 3) +
  shape("M-60 0C-61-32-50-48-30-54L-16-60C-10-40 10-40 16-60L30-54C50-48 61-32 60 0z", INK) +
  woven(suit, 40, -18) +
  shape("M-16-60C-12-36 12-36 16-60L9-74H-9z", SKIN, 2.6) +
  shape("M-13-38C-6-32 6-32 13-38L9 0H-9z", GOLD, 3) +
  line("M-7-24 7-18M7-24-7-18M-6-12 6-6M6-12-6-6", 2.4) +
  both(dot(4, -51.5, 2.3, GOLD) + dot(11, -55, 2.3, GOLD)) +
  shape("M-19-110V-96C-19-80-9-72 0-72S19-80 19-96V-110z", SKIN, 3) +
  shape("M-21-92C-26-120-12-124 0-124S26-120 21-92C19-104 12-112 0-114-12-112-19-104-21-92z", HAIR, 2.5) +
  looks(-100) +
  plain("M-5.5-84Q0-87 5.5-84 0-78.5-5.5-84z", INK) +
  shape("M-21-119-28-141-13-130-8-148 0-133 8-148 13-130 28-141 21-119C8-125-8-125-21-119z", GOLD, 3) +
  both(ring(27, -141, 3.2, GOLD, 2.4) + ring(8, -147, 3.2, GOLD, 2.4)) +
  line("M-50-6C-52-30-50-50-48-66", 4.5) +
  shape("M-50-46C-60-50-66-46-67-38-58-34-52-38-50-46z", INK, 2) +
  [0, 72, 144, 216, 288].map((turn) => `<circle cx="-48" cy="-87" r="7.5" fill="${PAPER}" stroke="currentColor" stroke-width="3" transform="rotate(${turn} -48 -78)"/>`).join("") +
  ring(-48, -78, 6, GOLD, 2.6) +
  hand(-50, -28);

/** Beret with a feather, page's hair and a halberd. */
export const jack = (suit: number): string =>
  shoulders() +
  woven(suit, 40, -24) +
  shape("M-11-60H11V0H-11z", PAPER, 3) +
  [-46, -30, -14].map((y) => ring(0, y, 3.2, GOLD, 2.4)).join("") +
  shape("M-27-108C-37-92-36-70-31-62-22-62-15-66-14-76H14C15-66 22-62 31-62 36-70 37-92 27-108z", HAIR, 3) +
  shape("M-19-110V-94C-19-80-9-71 0-71S19-80 19-94V-110z", SKIN, 3) +
  looks(-98) +
  line("M-5-81Q0-78 5-81", 2.4) +
  shape("M-32-64-22-74-13-62 0-72 13-62 22-74 32-64 24-52 12-50 0-56-12-50-24-52z", PAPER, 3) +
  shape("M-30-108C-40-126-24-142 2-142S42-128 33-108C14-117-12-117-30-108z", INK, 3) +
  shape("M-29-107C-12-116 12-116 32-107L30-100C12-108-12-108-27-100z", GOLD, 2.6) +
  shape("M20-116C22-138 36-154 58-152 52-146 57-141 50-137 54-131 46-127 42-128 40-120 32-114 20-116z", PAPER, 3) +
  line("M24-119C30-132 40-142 50-148", 2.4) +
  staff("M-51-4V-86", PAPER) +
  shape("M-51-114-46-96-51-88-57-90C-64-86-66-80-66-74-59-76-55-80-51-80L-45-78C-41-84-41-90-46-96z", PAPER, 3) +
  hand(-51, -34);

/** Plumed hat, moustache, baldric and sword: the German Ober. */
export const ober = (suit: number): string =>
  shoulders() +
  woven(suit, 42, -20) +
  shape("M-12-66 0-40 12-66 16 0H-16z", PAPER, 3) +
  [-30, -17, -5].map((y) => dot(0, y, 3)).join("") +
  shape("M-40-60-28-64 30 0H10z", GOLD, 3) +
  both(shape("M18-108C34-104 36-88 30-76 34-70 26-66 20-72 16-80 18-96 18-108z", HAIR, 2.6)) +
  shape("M-20-112V-96C-20-80-10-70 0-70S20-80 20-96V-112z", SKIN, 3) +
  looks(-101) +
  shape("M0-86C-5-92-14-90-19-82-12-82-6-79 0-83 6-79 12-82 19-82 14-90 5-92 0-86z", HAIR, 2) +
  shape("M-5-72C-4-66-2-62 0-60 2-62 4-66 5-72 2-74-2-74-5-72z", HAIR, 2) +
  shape("M-22-112C-24-138-10-142 0-142S24-138 22-112z", INK, 3) +
  shape("M-46-112C-26-104 26-104 46-112 40-124 24-122 18-116 6-112-6-112-18-116-24-122-40-124-46-112z", INK, 3) +
  `<path d="M-21-121C-8-116 8-116 21-121" fill="none" stroke="${GOLD}" stroke-width="5"/>` +
  shape("M14-128C12-146 30-158 54-148 62-142 62-130 54-124 54-132 48-134 44-130 44-138 34-138 32-132 28-136 18-134 14-128z", PAPER, 3) +
  shape("M48-40V-98L52-108 56-98V-40z", PAPER, 3) +
  staff("M40-38H64") +
  staff("M52-36V-20") +
  hand(52, -28);

/**
 * Young, in a feathered cap, with a round shield: the German Unter. `sign` is on the shield, low on the card, as it has
 * to be.
 */
export const unter = (suit: number, sign: string): string =>
  shoulders() +
  woven(suit, 40, -26) +
  shape("M-16-66C-10-50 10-50 16-66L10-30 0 0-10-30z", GOLD, 3) +
  line("M0-50V-8", 2.6) +
  shape("M-25-106C-33-92-33-76-28-68-20-68-15-72-14-80H14C15-72 20-68 28-68 33-76 33-92 25-106z", HAIR, 3) +
  shape("M-19-110V-94C-19-80-9-71 0-71S19-80 19-94V-110z", SKIN, 3) +
  looks(-98) +
  line("M-6-82Q0-77 6-82", 2.4) +
  shape("M-28-106C-26-126-14-142 8-148 18-140 30-124 30-106 12-114-12-114-28-106z", INK, 3) +
  shape("M-34-104C-14-116 14-116 36-104 34-96 28-94 20-98 8-103-8-103-20-98-28-94-32-96-34-104z", PAPER, 3) +
  shape("M18-108C26-128 44-140 62-138 58-132 60-127 54-124 56-118 48-114 43-116 38-108 28-104 18-108z", GOLD, 3) +
  line("M22-109C32-120 44-129 54-133", 2.2) +
  ring(-38, -29, 26, PAPER, 4) +
  `<g transform="translate(-38 -29) scale(.36)">${sign}</g>`;

/** On a horse, in a brimmed hat: the Spanish knight. Horse and rider look the same way. */
export const knight = (suit: number): string =>
  `<g transform="translate(16 0)">` +
  shape("M-46 0C-46-36-38-52-20-60H20C38-52 46-36 46 0z", INK) +
  `<g transform="translate(24 -20)">${scratch(WEAVES[suit % WEAVES.length] ?? "", 3.2)}</g>` +
  both(shape("M18-106C32-102 34-86 29-72 24-72 18-80 17-96z", HAIR, 2.6)) +
  shape("M-19-110V-94C-19-80-9-71 0-71S19-80 19-94V-110z", SKIN, 3) +
  looks(-98) +
  line("M-6-82Q0-79 6-82", 2.4) +
  shape("M-30-66-20-74-10-64 0-72 10-64 20-74 30-66 22-54 10-52 0-58-10-52-22-54z", PAPER, 3) +
  shape("M-22-112C-22-134-12-140 0-140S22-134 22-112z", INK, 3) +
  shape("M-42-110C-24-122 24-122 42-110 36-102 22-104 0-104S-36-102-42-110z", INK, 3) +
  `<path d="M-21-119C-8-114 8-114 21-119" fill="none" stroke="${GOLD}" stroke-width="5"/>` +
  "</g>" +
  shape("M-50 0C-48-18-44-26-36-32-46-28-54-26-60-30-66-34-66-42-61-48L-40-78-42-96-28-86C-6-86 8-62 8-34 8-20 6-8 4 0z", PAPER, 3.5) +
  plain("M-28-86C-6-86 8-62 8-34 8-20 6-8 4 0H-12C-4-28-6-62-28-86z", HAIR) +
  line("M-28-86C-6-86 8-62 8-34 8-20 6-8 4 0M-12 0C-4-28-6-62-28-86", 2.6) +
  dot(-37, -66, 3.2) +
  line("M-60-40-56-42M-58-32Q-52-36-48-40", 2.4) +
  `<path d="M-54-58C-48-52-44-44-42-31M-49-53C-36-48-22-46-9-52" fill="none" stroke="${GOLD}" stroke-width="4" stroke-linecap="round"/>` +
  ring(-49, -53, 3.4, GOLD, 2.2);

/** Cap and bells, a ruff, and a wand with a small head: the joker. */
export const jester = (): string =>
  shoulders() +
  woven(1, 40, -20) +
  shape("M-9-36H9V0H-9z", GOLD, 3) +
  line("M-9-24 9-12M9-24-9-12", 2.4) +
  shape("M-50-38-38-64-24-54-11-70 0-56 11-70 24-54 38-64 50-38 33-46 21-30 9-45 0-28-9-45-21-30-33-46z", PAPER, 3) +
  both(ring(21, -28, 4, GOLD, 2.4) + ring(50, -35, 4, GOLD, 2.4)) +
  ring(0, -25, 4, GOLD, 2.4) +
  shape("M-19-110V-94C-19-80-9-71 0-71S19-80 19-94V-110z", SKIN, 3) +
  looks(-98) +
  line("M-9-85Q0-75 9-85", 2.6) +
  both(shape("M24-100C26-126 38-136 54-116 60-148 32-156 6-138L0-108z", INK, 3)) +
  shape("M-15-134C-13-146-7-150 0-154 7-150 13-146 15-134L9-106H-9z", GOLD, 3) +
  shape("M-27-106C-10-114 10-114 27-106L25-98C10-105-10-105-25-98z", PAPER, 3) +
  both(ring(55, -110, 6, GOLD, 2.6)) +
  staff("M-52-4V-72") +
  ring(-52, -82, 10, SKIN, 3) +
  shape("M-63-84C-62-98-42-98-41-84-46-90-50-88-52-92-54-88-58-90-63-84z", INK, 2.4) +
  hand(-52, -32);
