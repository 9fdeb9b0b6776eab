/** What decided a match: computed from the totals alone. Pure. */
import type { Sheet } from "../wire/protocol";

export interface TurningPoint {
  /** the deal in which the lead changed most, as its place in the list of sheets */
  at: number;
  /** by how much the winners gained on the best of the others in it */
  swing: number;
}

/**
 * The deal in which the winners gained most on the best of the others, null if no deal stands out: there is only one,
 * everybody has won, or points do not say who is ahead. `fewest`: points are penalties.
 */
export function turningPoint(
  sheets: readonly Sheet[],
  winners: readonly number[],
  fewest: boolean,
): TurningPoint | null {
  const counted = sheets.flatMap((sheet, at) => (sheet.counted ? [{ sheet, at }] : []));
  const seats = counted[0]?.sheet.totals.length ?? 0;
  if (counted.length < 2 || winners.length === 0 || winners.length >= seats) return null;
  const lead = ({ totals }: Sheet): number => {
    const merit = totals.map((n) => (fewest ? -n : n));
    const best = (of: (seat: number) => boolean): number => Math.max(...merit.filter((_, seat) => of(seat)));
    return best((seat) => winners.includes(seat)) - best((seat) => !winners.includes(seat));
  };
  let before = 0;
  let turn: TurningPoint | null = null;
  for (const { sheet, at } of counted) {
    const now = lead(sheet);
    // of equal ones the later
    if (now - before > 0 && now - before >= (turn?.swing ?? 0)) turn = { at, swing: now - before };
    before = now;
  }
  return before > 0 ? turn : null;
}
