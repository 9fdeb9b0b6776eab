/** In which deal of a match the later winner took the lead: computed from the totals alone. Pure. */
import type { Sheet } from "../wire/protocol";

/**
 * The deal in which those who have won took the lead that they kept, as its place in the list of sheets. Null if they
 * had it from the first deal on, if everybody has won, or if points do not say who is ahead. `fewest`: points are
 * penalties.
 */
export function turningPoint(sheets: readonly Sheet[], winners: readonly number[], fewest: boolean): number | null {
  const counted = sheets.flatMap((sheet, at) => (sheet.counted ? [{ sheet, at }] : []));
  const seats = counted[0]?.sheet.totals.length ?? 0;
  if (winners.length === 0 || winners.length >= seats) return null;
  const lead = ({ totals }: Sheet): number => {
    const merit = totals.map((n) => (fewest ? -n : n));
    const best = (of: (seat: number) => boolean): number => Math.max(...merit.filter((_, seat) => of(seat)));
    return best((seat) => winners.includes(seat)) - best((seat) => !winners.includes(seat));
  };
  const behind = counted.findLastIndex(({ sheet }) => lead(sheet) <= 0);
  return behind < 0 ? null : (counted[behind + 1]?.at ?? null);
}
