import { ofAnyCards, same, slotsFor } from "./choose";
import type { Leftovers } from "./leftovers";
import type { Offer } from "./offer";
import type { Questions } from "./questions.svelte";
import type { Selection } from "./selection.svelte";
import type { Text } from "../viewer/text.svelte";
import type { Action } from "../wire/objects";

/** What buttons do. */
export class Pressing {
  constructor(
    readonly text: Text,
    readonly selection: Selection,
    readonly questions: Questions,
    readonly leftovers: Leftovers,
  ) {}

  /** Do what an offer means, ask which, or say why not. */
  press(offer: Offer): void {
    const { leftovers, questions, selection } = this;
    if (offer.ahead) return this.#queue(offer);
    if (offer.aside) return this.#call(offer);
    if (offer.why) return leftovers.notices.say("info", offer.why);
    if (!offer.enabled) return leftovers.reasons.tell(offer.verb);
    leftovers.end();
    if (offer.draft) selection.choose(slotsFor(offer.draft, selection.menu, selection.reach.slots, []));
    else questions.settle({ label: offer.label, actions: offer.actions });
  }

  /** Interrupt. */
  react(action: Action): void {
    const { only, denied } = this.selection.turn;
    if (only && !same(action, only)) return denied();
    this.leftovers.end();
    this.questions.requests.act(action);
  }

  /** Ask which of the unlisted actions is meant; those that take any cards only if some are selected. */
  dare(): void {
    const { selection, text } = this;
    const { game } = selection.table.spec;
    const actions = selection.turn.unlisted.filter((action) => !ofAnyCards(action) || selection.slots.length > 0);
    this.leftovers.end();
    if (actions.length === 0) this.#chooseFirst();
    else this.questions.ask({ label: text.t(`${game}.unlisted`), help: text.t(`${game}.unlisted.help`), actions });
  }

  /** Ask which table event has happened. */
  report(): void {
    const { selection, text } = this;
    const { game } = selection.table.spec;
    this.questions.ask({ label: text.t(`${game}.host`), help: text.t(`${game}.host.help`), actions: selection.turn.tableEvents }, "host");
  }

  #queue(offer: Offer): void {
    const { leftovers, selection } = this;
    if (offer.queued) return leftovers.queue.drop();
    if (offer.cards && selection.slots.length === 0) return this.#chooseFirst();
    leftovers.end();
    leftovers.queue.put(offer.verb, offer.cards ? selection.slots : []);
  }

  /** Say something that takes no turn; the selection and a queued choice stay. */
  #call(offer: Offer): void {
    const { table, turn } = this.selection;
    const { only } = turn;
    if (only && !offer.actions.some((action) => same(action, only))) return turn.denied();
    if (!table.busy) this.questions.settle({ label: offer.label.replace(/\s*…$/, ""), actions: offer.actions }, "aside");
  }

  #chooseFirst(): void {
    this.leftovers.notices.say("info", ["table.choose_first", {}]);
  }
}
