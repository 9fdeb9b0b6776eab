import { pileOf } from "./aim";
import { namesOf, toggled } from "./choose";
import type { Laying } from "./laying";
import type { Leftovers } from "./leftovers";
import type { Offers } from "./offers.svelte";
import type { Renaming } from "./renaming";
import type { Held, Selection } from "./selection.svelte";
import type { Action } from "../wire/objects";

/** Dragging cards out of the hand onto the table. */
export class Dragging {
  #before: Held | null = null;

  constructor(
    readonly selection: Selection,
    readonly offers: Offers,
    readonly laying: Laying,
    readonly leftovers: Leftovers,
  ) {}

  /** Cards can be dragged out of the hand: there is an action for one. */
  get possible(): boolean {
    return this.selection.turn.active && this.selection.usable.size > 0;
  }

  /** What is dragged is played when it is dropped on the table. */
  get lays(): boolean {
    return this.#anywhere.length > 0 && !this.selection.table.busy;
  }

  /** What the table itself takes: nothing that a pile takes, or a card for a meld would be discarded unasked. */
  get #anywhere(): Action[] {
    const { spec } = this.selection.table;
    const fits = this.#fits;
    return fits.some((action) => pileOf(spec, action)) ? [] : fits;
  }

  get #fits(): Action[] {
    return this.offers.fitting.flatMap((offer) => offer.actions);
  }

  /**
   * A card is dragged: with the selection if it is part of it, otherwise with the cards that belong to it. False: it
   * stays.
   */
  begin(id: string): boolean {
    const { selection } = this;
    const { reach } = selection;
    const card = reach.find(id);
    if (!card || !this.possible || selection.denies(card)) return false;
    this.#before = selection.held;
    if (selection.slots.includes(card)) return true;
    const taken = toggled(selection.menu, reach.slots, [], card, selection.manner(card));
    selection.choose(taken, namesOf(taken).filter((name) => name !== id));
    return true;
  }

  /** What is dragged is dropped on one of these places, on the table, or elsewhere, which changes nothing. */
  drop(ids: readonly string[], onTable: boolean): void {
    const { laying, leftovers, selection } = this;
    const before = this.#before;
    this.#before = null;
    if (selection.slots.length === 0 || !selection.turn.active || selection.table.busy) return this.#restore(before);
    const place = laying.placeIn(ids);
    if (!place && !onTable) return this.#restore(before);
    leftovers.end();
    selection.aimed.drop();
    if (place) laying.aimAt(place);
    else this.#play(before);
  }

  renamed(by: Renaming): void {
    if (this.#before) this.#before = { ids: by.names(this.#before.ids), added: by.names(this.#before.added) };
  }

  /** The selection was dropped on the table. */
  #play(before: Held | null): void {
    const { laying, leftovers, selection } = this;
    const { menu, slots, turn } = selection;
    const actions = this.#anywhere;
    if (actions.length > 0) laying.questions.settle({ label: laying.text.t("table.drop.which", { cards: selection.faces }), whole: true, actions });
    else if (turn.only) {
      turn.denied();
      this.#restore(before);
    } else if (this.#fits.length > 0) {
      leftovers.notices.say("info", ["table.drop.places", {}]); // what is selected marks them
    } else if (menu.leadsOn(slots)) leftovers.notices.say("info", ["table.not_yet", {}]);
    else {
      leftovers.reasons.ask(slots);
      this.#restore(before);
    }
  }

  #restore(before: Held | null): void {
    if (before) this.selection.restore(before);
  }
}
