import type { Entry, TableStore } from "./table.svelte";
import type { GameEvent } from "../wire/objects";

/** What there is to tell: events, entries that were missed, or words of the page itself. */
export type Item =
  | { readonly events: readonly GameEvent[] }
  | { readonly entries: readonly Entry[]; readonly missed: number | null }
  | { readonly words: () => readonly string[] };

/** What happens at a table from its first view on, kept until somebody tells it: who does so is fetched late. */
export class Heard {
  #kept: Item[] = [];
  #teller: ((item: Item) => void) | null = null;

  constructor(table: TableStore) {
    table.listen((events) => this.add({ events }));
    table.onReturn((entries, missed) => this.add({ entries, missed }));
  }

  add(item: Item): void {
    if (this.#teller) this.#teller(item);
    else this.#kept.push(item);
  }

  /** Tell everything so far and whatever comes. Returns the function that ends it. */
  tell(teller: (item: Item) => void): () => void {
    this.#teller = teller;
    this.#kept.splice(0).forEach(teller);
    return () => (this.#teller = null);
  }
}
