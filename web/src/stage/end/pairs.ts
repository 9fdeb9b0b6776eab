/** Which card was laid on which, in the bout that was played last: from the events of the deal alone. */
import type { GameEvent } from "../../wire/objects";
import type { ZoneSpec } from "../../wire/protocol";

export interface LaidCard {
  face: number;
  /** who laid it; −1: it was not seen */
  seat: number;
}

/** The pairs of the last bout, in the order in which they were begun; none in games without pairs. */
export function pairsOf(said: readonly GameEvent[], zones: readonly ZoneSpec[]): readonly (readonly LaidCard[])[] {
  const specs = new Map(zones.map((spec) => [spec.id, spec]));
  const pairs = new Map<string, LaidCard[]>();
  let over = false;
  for (const { kind, card: face, src, dst } of said) {
    if (kind !== "move") continue;
    const [from, to] = [specs.get(src), specs.get(dst)];
    if (to?.role === "pair") {
      if (over) pairs.clear();
      over = false;
      pairs.set(dst, [...(pairs.get(dst) ?? []), { face, seat: from?.owner ?? -1 }]);
    } else if (from?.role === "pair") over = true;
  }
  return [...pairs.values()];
}
