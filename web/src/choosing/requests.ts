import { namesOf, ofAnyCards, slotsFor, type Slot } from "./choose";
import { tooLate } from "./notice";
import type { Reach } from "./reach.svelte";
import type { Renaming } from "./renaming";
import type { Selection } from "./selection.svelte";
import type { Turn } from "./turn.svelte";
import type { TableStore } from "../table/table.svelte";
import type { Action } from "../wire/objects";
import type { Problem } from "../wire/protocol";

/** An action that is not done yet: the names of the slots that it is done with, and of those selected then. */
interface Sent {
  id: number;
  ids: readonly string[];
  chosen: readonly string[];
}

/** What was sent to the table, and the choice that it was made from. */
export class Requests {
  readonly #ids = new Set<number>(); // those that are not answered
  #refused = NaN; // the last one that was refused; -1 is the id of errors that answer no request
  #sent: Sent | null = null;

  constructor(
    readonly table: TableStore,
    readonly turn: Turn,
    readonly reach: Reach,
    readonly selection: Selection,
  ) {}

  /** The names of the slots with which an action is done now. */
  get leaving(): readonly string[] {
    return this.#sent?.ids ?? [];
  }

  /** Its refusal is said in the place of the sentence. */
  note(id: number): number {
    this.#ids.add(id);
    return id;
  }

  tells(problem: Problem): boolean {
    return (this.#ids.has(problem.id) || this.#refused === problem.id) && !tooLate(problem);
  }

  act(action: Action): void {
    if (this.table.busy) return;
    const { menu, slots } = this.selection;
    const byHand = ofAnyCards(action) || menu.exactly(slots).includes(action);
    this.send(action, byHand ? slots : null);
  }

  /** `slots`: the cards selected for it, null if the action says which. */
  send(action: Action, slots: readonly Slot[] | null): void {
    const id = this.note(this.table.act(action, slots ? slots.map((slot) => slot.face) : action.cards));
    const ids = namesOf(slots ?? slotsFor(action, this.turn.whole, this.reach.slots, []));
    this.#sent = { id, ids, chosen: this.selection.held.ids };
  }

  /** If this is the action that was sent, the choice that it was made from ends. */
  done(id: number): void {
    this.#ids.delete(id);
    if (this.#sent?.id !== id) return;
    const { ids, chosen } = this.#sent;
    this.#sent = null;
    this.selection.end([...ids, ...chosen]);
  }

  refused(id: number): void {
    if (this.#ids.delete(id)) this.#refused = id;
    if (this.#sent?.id === id) this.#sent = null;
  }

  renamed(by: Renaming): void {
    if (this.#sent) this.#sent = { ...this.#sent, ids: by.names(this.#sent.ids), chosen: by.names(this.#sent.chosen) };
  }
}
