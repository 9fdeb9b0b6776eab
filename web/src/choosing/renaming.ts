import { namesOf, type Slot } from "./choose";
import type { Reach } from "./reach.svelte";

/** The names that cards have in the view that is shown now; those that are gone are left out. */
export class Renaming {
  constructor(
    readonly name: (id: string) => string | null,
    readonly reach: Reach,
  ) {}

  names(before: readonly string[]): string[] {
    return before.map(this.name).filter((id) => id !== null);
  }

  slots(before: readonly Slot[]): Slot[] {
    return this.reach.findAll(this.names(namesOf(before)));
  }
}
