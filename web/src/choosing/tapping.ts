import { namesOf, slotsFor, toggled } from "./choose";
import type { Laying } from "./laying";
import type { Leftovers } from "./leftovers";
import type { Offers } from "./offers.svelte";
import type { Pressing } from "./pressing";
import type { Selection } from "./selection.svelte";
import type { Action } from "../wire/objects";

/** Taps on cards, and on what cards can become. */
export class Tapping {
  constructor(
    readonly selection: Selection,
    readonly offers: Offers,
    readonly pressing: Pressing,
    readonly laying: Laying,
    readonly leftovers: Leftovers,
  ) {}

  toggle(id: string): void {
    const { selection, leftovers } = this;
    const { reach, turn } = selection;
    const target = reach.find(id);
    if (!target || selection.denies(target)) return;
    leftovers.end();
    const before = (selection.beforeTap = selection.slots);
    if (turn.cardless) return leftovers.reasons.tellOf(target);
    const { added } = selection.held; // nobody selected them, so they are deselected with the others
    // who selects a meld card by card comes to it last
    if (added.includes(id)) return selection.choose(before, added.filter((name) => name !== id));
    if (before.includes(target)) return selection.choose(before.filter((other) => other !== target && !added.includes(other.id)));
    const next = toggled(selection.menu, reach.slots, before, target, selection.manner(target));
    selection.choose(next, [...added, ...namesOf(next).filter((name) => name !== id && !namesOf(before).includes(name))]);
    this.laying.settle();
    if (!next.includes(target)) leftovers.reasons.ask([...before, target]);
    else if (selection.dead(next)) leftovers.reasons.ask(next);
  }

  /**
   * The second of two quick taps on a card: plays the selection if it is exactly one action, otherwise says what is
   * missing.
   */
  twice(id: string): void {
    const { selection, leftovers } = this;
    const { reach, table, turn } = selection;
    const target = reach.find(id);
    if (!target) return;
    const { beforeTap } = selection;
    if (beforeTap.some((other) => other.id === id)) selection.choose(beforeTap.filter((other) => reach.slots.includes(other)));
    if (!turn.active || table.busy || !selection.slots.includes(target)) return; // it is laid ready, or the first tap has said why it cannot be played
    const { fitting } = this.offers;
    const [only] = fitting;
    if (only && fitting.length === 1) this.pressing.press(only);
    else if (only) leftovers.notices.say("info", ["table.several", {}]);
    else if (selection.menu.leadsOn(selection.slots)) leftovers.notices.say("info", ["table.not_yet", {}]);
    else leftovers.reasons.tell();
  }

  /** Select exactly these cards of the hand. */
  gather(faces: readonly number[]): void {
    const { selection } = this;
    this.leftovers.end();
    const left = [...selection.reach.slots];
    selection.choose(faces.flatMap((face) => left.splice(left.findIndex((slot) => slot.face === face) >>> 0, 1)));
  }

  /** Select the cards of a suggestion. */
  take(action: Action): void {
    const { selection } = this;
    this.leftovers.end();
    selection.choose(slotsFor(action, selection.menu, selection.reach.slots, selection.slots));
  }
}
