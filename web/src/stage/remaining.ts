/** Time that is left, in figures. */
import type { Text } from "../viewer/text.svelte";

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
const LONG = 2 * HOUR; // from here on nobody counts minutes

/** "0:17", "9:30", "23 h". A part of a second is one that is left. */
export function figuresOf(left: number, text: Text): string {
  if (left >= LONG) return text.t("table.hours", { n: Math.ceil(left / HOUR) });
  const seconds = Math.ceil(left / SECOND);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** In how many ms the figures change. */
export function untilChange(left: number): number {
  return left >= LONG ? Math.min(left % HOUR || HOUR, MINUTE) : left % SECOND || SECOND;
}
