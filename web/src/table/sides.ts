/**
 * The seats of a match as they share a score: the sides that are the same in every deal, or each seat alone. In the
 * given order of the seats.
 */
export function grouped(
  around: readonly number[],
  sides: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const found = new Set(around.map((seat) => sides.find((side) => side.includes(seat)) ?? seat));
  return [...found].map((side) => (typeof side === "number" ? [side] : around.filter((seat) => side.includes(seat))));
}
