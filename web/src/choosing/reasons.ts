import type { Slot } from "./choose";
import type { Notices } from "./notices.svelte";
import type { Offers } from "./offers.svelte";
import type { Requests } from "./requests";
import type { Selection } from "./selection.svelte";
import type { TableStore } from "../table/table.svelte";
import type { Phrase, Problem } from "../wire/protocol";

/**
 * A question to the table why these cards cannot be played. `pressed`: by a button, so that it is done if it is
 * possible.
 */
interface Why {
  id: number;
  verb: string;
  cards: readonly number[];
  pressed: boolean;
}

/** Why something cannot be done: the table is asked, or it is plain what is missing. Nothing is computed here. */
export class Reasons {
  #why: Why | null = null;
  readonly #questions = new Set<number>(); // the requests that asked why and are not answered

  constructor(
    readonly table: TableStore,
    readonly selection: Selection,
    readonly requests: Requests,
    readonly notices: Notices,
    readonly offers: Offers,
  ) {}

  /** Why the table has nothing to do with the selection. pressed: the verb of the button. */
  tell(pressed = ""): void {
    const { selection } = this;
    if (this.table.busy || !(pressed || this.offers.all.some((offer) => offer.cards))) return;
    if (selection.turn.only) selection.turn.denied();
    else if (selection.slots.length === 0) this.notices.say("info", ["table.choose_first", {}]);
    else this.ask(selection.slots, pressed);
  }

  /** Why a card cannot be selected where cards are of no use. */
  tellOf(card: Slot): void {
    const { habits, turn } = this.selection;
    if (turn.only) turn.denied();
    else if (habits.verb(this.table.view.phase) !== undefined) this.ask([card]);
    else this.notices.say("info", ["table.no_cards", {}], ...(this.offers.nothingElse ? ([["table.alone.help", {}]] satisfies Phrase[]) : []));
  }

  /**
   * Ask the table why these cards cannot be played, with the verb of the pressed button, or with a verb that takes as
   * many cards.
   */
  ask(slots: readonly Slot[], pressed = ""): void {
    const { habits, turn } = this.selection;
    const like = turn.taking.find(({ cards }) => cards.length === slots.length) ?? turn.taking[0];
    const verb = pressed || like?.verb || habits.verb(this.table.view.phase);
    if (!verb || turn.only) return;
    const cards = slots.map((slot) => slot.face);
    if (this.#why?.verb === verb && this.#why.cards.join() === cards.join()) this.#why = { ...this.#why, pressed: pressed !== "" };
    else {
      const id = this.requests.note(this.table.ask(verb, cards));
      this.#why = { id, verb, cards, pressed: pressed !== "" };
      this.#questions.add(id);
    }
  }

  /** The table has nothing against it. */
  done(id: number): void {
    this.#questions.delete(id);
    if (this.#why?.id !== id) return;
    const { verb, cards, pressed } = this.#why;
    this.#why = null;
    if (pressed && !this.table.busy) this.requests.send({ verb, cards, to: -1, say: ["", {}] }, this.selection.slots);
  }

  /** The table's answer. Returns whether nobody waits for it any more: something else was chosen since. */
  outdated(problem: Problem): boolean {
    if (!this.#questions.delete(problem.id)) return false;
    const awaited = this.#why?.id === problem.id;
    if (awaited) this.#why = null;
    return !awaited || problem.code === "stale";
  }

  drop(): void {
    this.#why = null;
  }
}
