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

/** The card with which somebody has closed, face down in a place that belongs to nobody. */
export function closedWith(said: readonly Pick<Entry, "said">[], zones: readonly Zone[]): Put | undefined {
  const at = (id: string): Zone | undefined => zones.find((zone) => zone.id === id);
  const closes = ({ said: { kind, card, dst } }: Pick<Entry, "said">): boolean => {
    const to = at(dst);
    return kind === "move" && card === BACK && to?.role === "meld" && to.owner < 0;
  };
  const found = said.findLast(closes)?.said;
  const seat = found ? (at(found.src)?.owner ?? -1) : -1;
  return found && seat >= 0 ? { seat, face: found.card, zone: at(found.dst)!.name } : undefined;
}

/** The card with which somebody ended the deal: what went onto a pile with the last act, or closed it. */
export function putDown(said: readonly Pick<Entry, "said">[], zones: readonly Zone[]): Put | undefined {
  const at = (id: string): Zone | undefined => zones.find((zone) => zone.id === id);
  const act = said.findLastIndex(({ said: { kind } }) => kind === "say");
  const moves = said.slice(act + 1).filter(({ said: { kind } }) => kind === "move");
  const last = moves.find(({ said: { dst } }) => at(dst)?.role === "discard")?.said;
  if (!last || last.card === BACK) return closedWith(said, zones);
  return { seat: at(last.src)?.owner ?? -1, face: last.card, zone: at(last.dst)!.name };
}
