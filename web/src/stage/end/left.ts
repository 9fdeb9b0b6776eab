/** Which cards are left at the end of a deal. Pure. */
import { facesOf } from "../../table/out";
import { BACK } from "../../wire/objects";
import type { ZoneSpec } from "../../wire/protocol";

/** The melds that lie on the table and belong to nobody. */
export const commonMelds = (
  zones: readonly Pick<ZoneSpec, "id" | "role" | "owner">[],
  cards: (zone: string) => readonly number[],
): { id: string; faces: readonly number[] }[] =>
  zones
    .filter(({ owner, role }) => owner < 0 && role === "meld")
    .map(({ id }) => ({ id, faces: cards(id) }))
    .filter(({ faces }) => faces.length > 0);

/**
 * The cards of a zone. Where only one player still holds cards that the reader does not see, and all others of the pack
 * are seen, those are the others. `copies`: how many cards the pack has of each face; `gone`: those that lie face down,
 * and were seen.
 */
export function counted(
  zones: readonly Pick<ZoneSpec, "id" | "role" | "shown">[],
  cards: (zone: string) => readonly number[],
  copies: readonly number[],
  gone: string,
): (zone: string) => readonly number[] {
  const [only, ...others] = zones.filter(({ id, shown }) => shown && cards(id).includes(BACK));
  if (others.length > 0 || only?.role !== "hand") return cards;
  const seen = [...zones.flatMap(({ id, shown }) => (shown ? [...cards(id)] : [])), ...facesOf(gone)];
  const count = (face: number): number => seen.filter((other) => other === face).length;
  const rest = copies.flatMap((n, face) => Array<number>(Math.max(0, n - count(face))).fill(face));
  if (rest.length !== count(BACK)) return cards;
  const whole = [...cards(only.id).filter((face) => face !== BACK), ...rest].sort((a, b) => a - b);
  return (zone) => (zone === only.id ? whole : cards(zone));
}

const WIDTHS = [28, 24, 20]; // px, of a card; on a phone the last
const SEEN = 0.72; // of its width: an index of two figures is whole
const FREE = 1.04; // cards that do not lie on each other
const MOST_LINES = 3;

/**
 * Cards in lines of a row so wide, as few as their indices can be read in, of equal lengths, and over its whole width
 * where the largest have no room in one.
 */
export function linesIn(
  faces: readonly number[],
  room: number,
  phone = false,
): { w: number; strip: number; lines: (readonly number[])[] } {
  const widths = phone ? WIDTHS.slice(-1) : WIDTHS;
  const [largest = 0, least = largest] = [widths[0], widths.at(-1)];
  const wide = (w: number, each: number): number => w * (1 + SEEN * (each - 1));
  let [w, lines, each] = [0, 0, 0];
  while (w === 0) {
    each = Math.ceil(faces.length / ++lines);
    w = widths.find((w) => wide(w, each) <= room) ?? (lines === MOST_LINES ? least : 0);
  }
  const spread = each > 1 ? Math.max(0, (room - w) / w / (each - 1)) : SEEN;
  return {
    w,
    strip: w === largest && lines === 1 ? SEEN : Math.min(FREE, spread),
    lines: Array.from({ length: lines }, (_, i) => faces.slice(i * each, (i + 1) * each)),
  };
}
