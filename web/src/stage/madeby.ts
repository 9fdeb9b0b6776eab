import type { TableStore, ZoneState } from "../table/table.svelte";
import type { Text } from "../viewer/text.svelte";

/**
 * What a pile beside a stock is, in words: whose turns have brought its cards there. Those of its owner have captured
 * them; what is lost of a stock was lost by the only other. Else its name.
 */
export function madeBy(
  { spec }: Pick<ZoneState, "spec">,
  seats: readonly number[],
  { spec: { game } }: Pick<TableStore, "spec">,
  text: Pick<Text, "has" | "say" | "t">,
): string {
  const key = `${game}.zone.${spec.name}`;
  const [other, ...more] = seats.filter((seat) => seat !== spec.owner);
  const seat = spec.role === "captured" ? spec.owner : other;
  const told = seat !== undefined && more.length === 0 && text.has(`${key}.by`);
  return told ? text.say([`${key}.by`, { seat }]) : text.t(key);
}
