import type { Entry } from "../table/table.svelte";
import { BACK } from "../wire/objects";
import type { ZoneSpec } from "../wire/protocol";

type Zone = Pick<ZoneSpec, "id" | "name" | "owner" | "role">;

/** The card that a player has put down to end a deal, and where. */
export interface Put {
  seat: number;
  face: number;
  /** the name of the zone */
  zone: string;
}

type Said = readonly Pick<Entry, "said">[];

/**
 * The card with which somebody has closed: it lies in the only place for melds that belongs to nobody, face down, but
 * the player who has put it there knows it.
 */
export function closedWith(said: Said, zones: readonly Zone[]): Put | undefined {
  const [place, ...others] = zones.filter(({ owner, role }) => owner < 0 && role === "meld");
  const found = said.findLast(({ said: { kind, dst } }) => kind === "move" && dst === place?.id)?.said;
  const seat = zones.find(({ id }) => id === found?.src)?.owner ?? -1;
  return !place || !found || others.length > 0 || seat < 0 ? undefined : { seat, face: found.card, zone: place.name };
}

/** The card with which somebody ended the deal: what went onto a pile with the last act, or closed it. */
export function putDown(said: Said, zones: readonly Zone[]): Put | undefined {
  const at = (id: string): Zone | undefined => zones.find((zone) => zone.id === id);
  const act = said.findLastIndex(({ said: { kind } }) => kind === "say");
  const moves = said.slice(act + 1).filter(({ said: { kind } }) => kind === "move");
  const last = moves.find(({ said: { dst } }) => at(dst)?.role === "discard")?.said;
  if (!last || last.card === BACK) return closedWith(said, zones);
  return { seat: at(last.src)?.owner ?? -1, face: last.card, zone: at(last.dst)!.name };
}
