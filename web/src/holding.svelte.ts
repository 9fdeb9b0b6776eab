import type { Slot } from "./choose";

/** How a hand is held. */
export type Sorting = "rank" | "groups";

/** A game's own way of holding a hand: packs of what belongs together, in the order in which they lie. */
export type Grouping = (slots: readonly Slot[]) => readonly (readonly Slot[])[];

/** The order in which somebody holds his cards. A game without a grouping knows one only, and for it nothing is forgotten. */
export class Holding {
  sorting = $state<Sorting>("rank");
  grouping = $state.raw<Grouping | null>(null);

  /** Cards may be held in another way than by rank. */
  get sortable(): boolean {
    return this.grouping !== null;
  }

  /** They are held so. */
  get packed(): boolean {
    return this.sorting === "groups" && this.sortable;
  }

  /** Hold them in the other way. */
  sort(): void {
    this.sorting = this.sorting === "rank" ? "groups" : "rank";
  }

  /** What lies close together: the game's packs, or cards of one match key. `slots` come in the order of their keys. */
  packs(slots: readonly Slot[]): readonly (readonly Slot[])[] {
    if (this.packed && this.grouping) return this.grouping(slots);
    const packs: Slot[][] = [];
    for (const slot of slots) {
      const last = packs.at(-1);
      if (last?.[0]?.key === slot.key) last.push(slot);
      else packs.push([slot]);
    }
    return packs;
  }
}
