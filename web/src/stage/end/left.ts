/** Which cards are left at the end of a deal. Pure. */
import { facesOf } from "../../table/out";
import { BACK } from "../../wire/objects";
import type { ZoneSpec } from "../../wire/protocol";

/** The melds that lie on the table and belong to nobody. */
export const commonMelds = (
  zones: readonly Pick<ZoneSpec, "id" | "role" | "owner">[],
  cards: (zone: string) => readonly number[],
): (readonly number[])[] =>
  zones
    .filter(({ owner, role }) => owner < 0 && role === "meld")
    .map(({ id }) => cards(id))
    .filter(({ length }) => length > 0);

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
