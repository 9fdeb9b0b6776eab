import type { Notices } from "./notices.svelte";
import { fate, type Queued } from "./premove";
import type { Reach } from "./reach.svelte";
import type { Renaming } from "./renaming";
import type { Requests } from "./requests";
import type { Turn } from "./turn.svelte";
import type { Slot } from "./choose";
import type { TableStore } from "../table/table.svelte";

/** The choice that waits for the player's turn. Created in a component. */
export class Queue {
  #queued = $state.raw<Queued | null>(null);
  readonly #trick = $derived.by(() => (this.table.shown ? this.table.zones("trick").flatMap((zone) => [...zone.cards]) : []));

  constructor(
    readonly table: TableStore,
    readonly turn: Turn,
    readonly reach: Reach,
    readonly requests: Requests,
    readonly notices: Notices,
  ) {
    $effect(() => this.#settle());
  }

  get queued(): Queued | null {
    return this.#queued;
  }

  /** Choices can be queued while others play to a trick. */
  get open(): boolean {
    const { table } = this;
    return table.shown && !table.watching && !this.turn.active && table.view.status === "playing" && table.spec.lesson === null && this.#trick.length > 0;
  }

  put(verb: string, slots: readonly Slot[]): void {
    this.#queued = { verb, slots, when: this.turn.when, trick: this.#trick };
  }

  drop(): void {
    this.#queued = null;
  }

  renamed(by: Renaming): void {
    if (this.#queued) this.#queued = { ...this.#queued, slots: by.slots(this.#queued.slots) };
  }

  #settle(): void {
    const queued = this.#queued;
    if (!queued || !this.table.shown || this.table.busy) return;
    const end = fate(queued, this.turn.whole, this.turn.when, this.#trick);
    if (end === "wait") return;
    this.drop(); // before anything is sent: never twice
    const there = queued.slots.every((slot) => this.reach.find(slot.id));
    if (typeof end !== "string" && there) return this.requests.send(end, queued.slots.length > 0 ? queued.slots : null);
    if (queued.slots.length > 0 && end !== "over") this.notices.say("info", ["table.premove.unfit", { cards: queued.slots.map((slot) => slot.face) }]);
    else if (end === "unfit") this.notices.say("info", ["table.premove.unfit_verb", { what: `@${this.table.spec.game}.verb.${queued.verb}` }]);
  }
}
