import { same, slotsFor, type Slot } from "./choose";
import { refusal, tooLate, type Notice } from "./notice";
import type { Offer, Question } from "./offer";
import { fate, type Queued } from "./premove";
import { namesOf, ofAnyCards, Selection } from "./selection.svelte";
import type { TableStore } from "../table/table.svelte";
import type { Text } from "../viewer/text.svelte";
import type { Action } from "../wire/objects";
import type { Phrase, Problem, Tip } from "../wire/protocol";

/**
 * legal: the list that the question is about; the question is open as long as that list is valid. host: which table
 * event has happened?
 */
type Asked = Question & { legal: readonly Action[]; host?: boolean; aside?: boolean };

/** What was sent and is not done yet: the names of the slots that it is done with, and of those selected then. */
interface Sent {
  id: number;
  ids: readonly string[];
  chosen: readonly string[];
}

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

/** What is sent to the table and asked of it or of the player: actions, premoves, advice, reasons. */
export abstract class Asking extends Selection {
  denied: () => void = () => undefined;
  protected beforeTap: readonly Slot[] = [];
  protected sent: Sent | null = null;
  #why: Why | null = null;
  #questions = new Set<number>(); // the requests that asked why
  protected asked = $state.raw<Asked | null>(null);
  protected premove = $state.raw<Queued | null>(null);
  #notice = $state.raw<Notice | null>(null);
  #hinting = $state(0); // the number of the question for advice that is not answered yet
  protected requests = new Set<number>();
  readonly #trick = $derived.by(() => (this.table.shown ? this.table.zones("trick").flatMap((zone) => [...zone.cards]) : []));

  constructor(table: TableStore, text: Text) {
    super(table, text);
    table.onDone((id) => this.#done(id));
    table.onProblem((problem) => this.#refused(problem));
    table.onTip((tip) => this.#advise(tip));
    $effect(() => this.#settleQueued());
  }

  get question(): Question | null {
    if (!this.table.shown) return null;
    const { legal, host } = this.table;
    if (this.asked?.aside) {
      const actions = this.asked.actions.filter((action) => legal.some((listed) => same(listed, action))); // other players may have acted since
      return actions.length > 0 ? { label: this.asked.label, actions } : null;
    }
    return this.asked?.legal === (this.asked?.host ? host : legal) ? this.asked : null;
  }

  /** The message beside the hand. */
  get notice(): Notice | null {
    return this.#notice?.when === this.when && (this.#notice.kind !== "tip" || this.advised) ? this.#notice : null;
  }

  /** There is only one action, and the table asks all the same: it waits for it, and accepts nothing unlisted. */
  get nothingElse(): boolean {
    const [only] = this.offers;
    if (!this.active || this.only || this.offers.length !== 1 || only?.cards !== false || only.actions.length !== 1) return false;
    return this.table.waitsFor(this.table.me) && this.unlisted.length === 0;
  }

  /**
   * The table events that this viewer can report: those with a seat can, or everybody if nobody has one. Other people
   * report for themselves.
   */
  get tableEvents(): readonly Action[] {
    const { table } = this;
    if (!table.shown || this.only || (table.watching && table.view.occupants.some(({ who }) => who === "person"))) return [];
    return table.host.filter(({ to }) => to === table.me || table.view.occupants[to]?.who !== "person");
  }

  get queued(): Queued | null {
    return this.premove;
  }

  /** No seat has the turn, and the player can interrupt: an action is done at once, without selecting cards before. */
  get reacting(): boolean {
    const { table } = this;
    if (!table.shown || table.watching || !table.view.window) return false;
    return ((table.view.may >> table.me) & 1) === 1 && ((table.view.window.plays >> table.me) & 1) === 0;
  }

  /** The actions with which the player can interrupt. */
  get reactions(): readonly Action[] {
    return this.reacting ? this.turn : [];
  }

  get mayHint(): boolean {
    return this.active && this.table.spec.aids;
  }

  /** The page waits for advice. */
  get asking(): boolean {
    return this.#hinting > 0;
  }

  get mayUndo(): boolean {
    return this.table.shown && this.table.view.undo && !this.table.watching;
  }

  /** Ask which of `unlisted` is meant; those that take any cards only if some are selected. */
  dare(): void {
    const { game } = this.table.spec;
    const actions = this.unlisted.filter((action) => !ofAnyCards(action) || this.taken.length > 0);
    this.calm();
    if (actions.length === 0) return this.say("info", ["table.choose_first", {}]);
    this.asked = { label: this.text.t(`${game}.unlisted`), help: this.text.t(`${game}.unlisted.help`), actions, legal: this.table.legal };
  }

  /** Ask which table event has happened. */
  report(): void {
    const { game } = this.table.spec;
    this.asked = { label: this.text.t(`${game}.host`), help: this.text.t(`${game}.host.help`), actions: this.tableEvents, legal: this.table.host, host: true };
  }

  /** Answer the open question. */
  answer(action: Action | null): void {
    const { host, aside } = this.asked ?? {};
    this.asked = null;
    if (action && aside && !this.table.busy) this.requests.add(this.table.act(action, action.cards));
    else if (action && !host && !aside) this.act(action);
    else if (action && host && !this.table.busy) this.requests.add(this.table.report(action));
  }

  /** Ask for advice; a second call selects the cards, so that one more press plays them. */
  hint(): void {
    if (!this.mayHint) return;
    const advised = this.advised;
    if (!advised && !this.asking) this.requests.add((this.#hinting = this.table.hint()));
    else if (advised && advised.cards.length > 0) this.choose(slotsFor(advised, this.whole, this.all, []));
  }

  /** Take back the own last decision. */
  undo(): void {
    if (!this.mayUndo || this.table.busy) return;
    this.calm();
    this.requests.add(this.table.undo());
  }

  /** The player has read it. */
  dismiss(): void {
    this.#notice = null;
  }

  /** Is this refusal shown beside the hand? */
  tells(problem: Problem): boolean {
    return this.requests.has(problem.id) && !tooLate(problem);
  }

  act(action: Action): void {
    if (this.table.busy) return;
    const byHand = ofAnyCards(action) || this.menu.exactly(this.taken).includes(action);
    this.#send(action, byHand ? this.taken : null);
  }

  /** `slots`: the cards selected for it, null if the action says which. */
  #send(action: Action, slots: readonly Slot[] | null): void {
    const id = this.table.act(action, slots ? slots.map((slot) => slot.face) : action.cards);
    this.requests.add(id);
    this.sent = { id, ids: namesOf(slots ?? slotsFor(action, this.whole, this.all, [])), chosen: this.chosen.ids };
  }

  /** The message is done, and the choice that it was made from ends. What was selected in the meantime stays. */
  #done(id: number): void {
    if (this.sent?.id === id) {
      const { ids, chosen } = this.sent;
      this.sent = null;
      this.beforeTap = [];
      this.choose(this.taken.filter((slot) => !ids.includes(slot.id) && !chosen.includes(slot.id)));
    } else if (this.#why?.id === id) {
      const { verb, cards, pressed } = this.#why;
      this.#why = null;
      if (pressed && !this.table.busy) this.#send({ verb, cards, to: -1, say: ["", {}] }, this.taken);
    }
  }

  /** No legal action fits the selection: the table says why. Nothing is computed here. */
  protected try(wanted = ""): void {
    const { table } = this;
    if (table.busy || !(wanted || this.offers.some((offer) => offer.cards))) return;
    if (this.only) this.denied();
    else if (this.taken.length === 0) this.say("info", ["table.choose_first", {}]);
    else this.askWhy(this.taken, wanted);
  }

  /**
   * Ask the table why these cards cannot be played, with the verb of the pressed button, or with a verb that takes as
   * many cards.
   */
  protected askWhy(slots: readonly Slot[], pressed = ""): void {
    const taking = this.whole.legal.filter(({ cards }) => cards.length > 0);
    const like = taking.find(({ cards }) => cards.length === slots.length) ?? taking[0];
    const verb = pressed || like?.verb || this.habits.get(this.table.view.phase)?.verb;
    if (!verb || this.only) return;
    const cards = slots.map((slot) => slot.face);
    if (this.#why?.verb === verb && this.#why.cards.join() === cards.join()) this.#why = { ...this.#why, pressed: pressed !== "" };
    else {
      const id = this.table.ask(verb, cards);
      this.#why = { id, verb, cards, pressed: pressed !== "" };
      this.requests.add(id);
      this.#questions.add(id);
    }
  }

  /** Cards are of no use now, and one was selected all the same. */
  protected noCards(card: Slot): void {
    if (this.only) this.denied();
    else if (this.habits.has(this.table.view.phase)) this.askWhy([card]);
    else this.say("info", ["table.no_cards", {}], ...(this.nothingElse ? ([["table.alone.help", {}]] satisfies Phrase[]) : []));
  }

  /** A lesson asks for another card now. */
  protected stopped(slot: Slot): boolean {
    if (!this.only || !this.active || this.taken.includes(slot) || this.joining.has(slot.key)) return false;
    this.denied();
    return true;
  }

  /** Choices can be queued while others play to a trick. */
  protected get queueing(): boolean {
    const { table } = this;
    return table.shown && !table.watching && !this.active && table.view.status === "playing" && table.spec.lesson === null && this.#trick.length > 0;
  }

  protected queue(offer: Offer): void {
    if (offer.queued) return void (this.premove = null);
    if (offer.cards && this.taken.length === 0) return this.say("info", ["table.choose_first", {}]);
    this.calm();
    this.premove = { verb: offer.verb, slots: offer.cards ? this.taken : [], when: this.when, trick: this.#trick };
  }

  #settleQueued(): void {
    const queued = this.premove;
    if (!queued || !this.table.shown || this.table.busy) return;
    const end = fate(queued, this.whole, this.when, this.#trick);
    if (end === "wait") return;
    this.premove = null; // before anything is sent: never twice
    const there = queued.slots.every((slot) => this.all.some((other) => other.id === slot.id));
    if (typeof end !== "string" && there) return this.#send(end, queued.slots.length > 0 ? queued.slots : null);
    if (queued.slots.length > 0 && end !== "over") this.say("info", ["table.premove.unfit", { cards: queued.slots.map((slot) => slot.face) }]);
    else if (end === "unfit") this.say("info", ["table.premove.unfit_verb", { what: `@${this.table.spec.game}.verb.${queued.verb}` }]);
  }

  #refused(problem: Problem): void {
    this.#answered(problem.id);
    if (this.sent?.id === problem.id) this.sent = null;
    else if (this.#questions.delete(problem.id)) {
      const asked = this.#why?.id === problem.id; // otherwise something else was chosen since
      if (asked) this.#why = null;
      if (!asked || problem.code === "stale") return;
    }
    if (this.tells(problem)) this.say("bad", refusal(problem, this.text, this.table.spec.game));
  }

  #answered(id: number): void {
    if (this.#hinting === id) this.#hinting = 0;
  }

  #advise(tip: Tip): void {
    if (this.#hinting !== tip.id || !this.table.shown) return; // a question asked twice is answered twice
    this.#answered(tip.id);
    const { legal } = this.table;
    const action = legal.find((one) => same(one, tip));
    if (!action) return;
    this.tip = { action, legal };
    this.choose([]);
    this.say("tip", action.say, tip.say, ...(this.nothingElse ? [["table.alone.help", {}] satisfies Phrase] : []));
  }

  say(kind: Notice["kind"], ...phrases: Phrase[]): void {
    this.#notice = { kind, phrases, when: this.when };
  }

  /** After doing something the player has read the message, and no longer wants what they wanted before. */
  protected calm(): void {
    this.premove = this.#why = null;
    if (this.#notice?.kind !== "tip") this.#notice = null;
  }
}
