import { goesOn } from "./aim";
import type { TableStore, ZoneState } from "../table/table.svelte";
import type { Action } from "../wire/objects";

/** The place that the player has chosen before the cards. */
export class AimedPlace {
  #at = $state.raw<{ zone: string; legal: readonly Action[] } | null>(null);

  constructor(readonly table: TableStore) {}

  /** Its name, as long as the list of actions is the same; "" for none. */
  get zone(): string {
    return this.table.shown && this.#at?.legal === this.table.legal ? this.#at.zone : "";
  }

  choose(place: ZoneState): void {
    this.#at = { zone: place.spec.id, legal: this.table.legal };
  }

  drop(): void {
    this.#at = null;
  }

  /** Does this action lay its cards on the chosen place? */
  takes(action: Action): boolean {
    return this.fits(action, this.table.zone(this.zone));
  }

  /** Does this action lay its cards there? */
  fits(action: Action, place: ZoneState): boolean {
    return goesOn(action, place, this.table.spec);
  }
}
