import { settled, swept, type Slot } from "./choose";
import type { Leftovers } from "./leftovers";
import type { Renaming } from "./renaming";
import type { Selection } from "./selection.svelte";

/** Sweeping over a strip of cards. */
export class Sweeping {
  #before: readonly Slot[] | null = null;

  constructor(
    readonly selection: Selection,
    readonly leftovers: Leftovers,
  ) {}

  /** Select or deselect a strip of cards; called with every change while the pointer is down, and then `end`. */
  over(ids: readonly string[], take: boolean, at: string): void {
    const { selection } = this;
    this.leftovers.end();
    this.#before ??= selection.slots;
    const end = selection.reach.find(at);
    const single = end && selection.manner(end) === "one" ? end : null;
    selection.choose(swept(selection.menu, this.#before, selection.reach.findAll(ids), take, single));
  }

  /** The pointer is up again; or it was used for something else, and nothing has happened. */
  end(done: boolean): void {
    const { selection } = this;
    if (this.#before) selection.choose(done ? settled(selection.menu, selection.slots) : this.#before);
    this.#before = null;
  }

  renamed(by: Renaming): void {
    if (this.#before) this.#before = by.slots(this.#before);
  }
}
