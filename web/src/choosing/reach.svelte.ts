import { slotsOf, type Slot } from "./choose";
import type { TableStore, ZoneState } from "../table/table.svelte";
import { BACK } from "../wire/objects";

/** The cards that can be selected, and the zones in which they lie. */
export class Reach {
  /** The own hand; a player without one plays from the open cards before them. */
  readonly hand = $derived.by(() => {
    const { table } = this;
    if (!table.shown || table.watching) return [];
    const hand = table.zones("hand", table.me);
    const open = hand.every((zone) => zone.cards.length === 0) ? table.zones("open", table.me).filter((zone) => zone.cards.length > 0) : [];
    return open.length > 0 ? open : hand;
  });
  /** The own hand, and for legal cards outside it, the zone where they are visible. */
  readonly #zones = $derived.by(() => {
    const { table, hand } = this;
    if (!table.shown || table.watching) return [];
    const known = new Set(hand.flatMap((zone) => zone.cards.map((face) => table.spec.keys[face])));
    const foreign = new Set(table.legal.flatMap(({ cards }) => cards).filter((face) => !known.has(table.spec.keys[face])));
    const elsewhere = table.spec.zones
      .filter((spec) => !hand.some((zone) => zone.spec === spec))
      .map((spec) => table.zone(spec.id))
      .filter((zone) => zone.cards.some((face) => face !== BACK && foreign.has(face)));
    const own = elsewhere.filter((zone) => zone.spec.owner === table.me); // the player's own zones before similar ones of others
    return [...hand, ...(own.length > 0 ? own : elsewhere)];
  });
  readonly slots = $derived(this.#zones.flatMap((zone) => this.slotsIn(zone)));

  constructor(readonly table: TableStore) {}

  slotsIn(zone: ZoneState): Slot[] {
    return slotsOf(zone.spec.id, zone.cards, this.table.spec.keys);
  }

  find(id: string): Slot | undefined {
    return this.slots.find((other) => other.id === id);
  }

  findAll(ids: readonly string[]): Slot[] {
    return ids.map((id) => this.find(id)).filter((slot) => slot !== undefined);
  }

  /** Are the cards of this zone handled like the hand now? */
  holds(zone: ZoneState): boolean {
    return this.hand.some((held) => held.spec === zone.spec);
  }

  /** Does a legal action take cards from this zone? */
  takesFrom(zone: ZoneState): boolean {
    return this.#zones.some((source) => source.spec === zone.spec);
  }
}
