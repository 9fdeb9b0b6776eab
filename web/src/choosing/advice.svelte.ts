import { namesOf, same, slotsFor } from "./choose";
import type { Reach } from "./reach.svelte";
import type { Requests } from "./requests";
import type { Selection } from "./selection.svelte";
import type { Turn } from "./turn.svelte";
import type { TableStore } from "../table/table.svelte";
import type { Action } from "../wire/objects";
import type { Tip } from "../wire/protocol";

/** Advice that was asked for, as long as the list of actions is the same. */
export class Advice {
  #tip = $state.raw<{ action: Action; legal: readonly Action[] } | null>(null);
  #question = $state(0); // the number of the question that is not answered yet
  readonly action = $derived.by(() => {
    const { action, legal } = this.#tip ?? {};
    return action && this.table.shown && legal === this.table.legal ? action : null;
  });
  /** The names of the slots that it names. */
  readonly ids = $derived.by(() => new Set(this.action ? namesOf(slotsFor(this.action, this.turn.whole, this.reach.slots, [])) : []));

  constructor(
    readonly table: TableStore,
    readonly turn: Turn,
    readonly reach: Reach,
    readonly selection: Selection,
    readonly requests: Requests,
  ) {}

  get possible(): boolean {
    return this.turn.active && this.table.spec.aids;
  }

  /** The page waits for it. */
  get asking(): boolean {
    return this.#question > 0;
  }

  /** Ask for it; a second call selects the cards, so that one more press plays them. */
  ask(): void {
    if (!this.possible) return;
    const { action } = this;
    if (!action && !this.asking) this.#question = this.requests.note(this.table.hint());
    else if (action && action.cards.length > 0) this.selection.choose(slotsFor(action, this.turn.whole, this.reach.slots, []));
  }

  /** The table's answer, or its refusal. A question asked twice is answered twice: false for the second answer. */
  answered(id: number): boolean {
    if (this.#question !== id) return false;
    this.#question = 0;
    return true;
  }

  /** What is advised, if it can be done. */
  take(tip: Tip): Action | undefined {
    const { legal } = this.table;
    const action = legal.find((one) => same(one, tip));
    if (action) this.#tip = { action, legal };
    return action;
  }

  drop(): void {
    this.#tip = null;
  }
}
