import { targetOf } from "./aim";
import { rankOf } from "../cards";
import { Asking } from "./asking.svelte";
import { enterOf, HIGHER, offersAhead, offersAside, offersFor, renamed, same, settled, slotsFor, swept, toggled } from "./choose";
import type { Offer as BareOffer, Slot, Zones } from "./choose";
import { HotKeys, TOOL_KEYS, type Tool } from "./hotkeys";
import type { Offer, OfferWords } from "./offer";
import { namesOf, type Held } from "./selection.svelte";
import type { TableStore, ZoneState } from "../table/table.svelte";
import type { Text } from "../viewer/text.svelte";
import { BACK, barredOf, type Action } from "../wire/objects";

export type { Offer, Pick, Question } from "./offer";

/** What cannot be done, though it belongs to the choice. */
const BARRED = { actions: [], cards: false, say: "", sign: "", short: "", faces: [], hot: "", enabled: false, held: false, primary: false, ahead: false, queued: false, tipped: false, aside: false };

/** What the player is about to do: the reactive shell around `choose.ts`. */
export class ChoiceStore extends Asking {
  /** Single letters and digits are keys. */
  letters = $state(true);
  #zones: Zones = {}; // as they were shown last
  #beforeSweep: readonly Slot[] | null = null;
  #beforeDrag: Held | null = null;
  readonly #keys = new HotKeys();
  readonly #offers = $derived.by(() => this.#makeOffers());
  /** The letters and digits that jump to a card, in the player's hand or one that they may get. */
  readonly #typed = $derived.by(() => {
    const { table, text } = this;
    return new Set(table.shown ? table.spec.faces.flatMap((face) => [...rankOf(face, table.deck, text.lang)]) : []);
  });

  constructor(table: TableStore, text: Text) {
    super(table, text);
    table.onShown(() => this.#follow());
  }

  /** There is something to take back before it is sent. */
  get mayClear(): boolean {
    return this.selected.length > 0 || this.queued !== null || this.aim !== "";
  }

  get offers(): readonly Offer[] {
    return this.#offers;
  }

  /** What the selection is, if it is an action: "Straight 5–9". */
  get becoming(): string {
    return this.#offers.find((offer) => offer.cards && offer.say)?.say ?? "";
  }

  toggle(id: string): void {
    const target = this.find(id);
    if (!target || this.stopped(target)) return;
    this.calm();
    this.beforeTap = this.taken;
    if (this.cardless) return this.noCards(target);
    const before = this.taken;
    if (before.includes(target)) {
      const { added } = this.chosen; // nobody selected them, so they are deselected again
      return this.choose(before.filter((other) => other !== target && !added.includes(other.id)));
    }
    const next = toggled(this.menu, this.all, before, target, this.manner(target));
    this.choose(next, [...this.chosen.added, ...namesOf(next).filter((name) => name !== id && !namesOf(before).includes(name))]);
    this.#settleAim();
    if (!next.includes(target)) this.askWhy([...before, target]);
    else if (this.dead(next)) this.askWhy(next);
  }

  /**
   * The second of two quick taps on a card: plays the selection if it is exactly one action, otherwise says what is
   * missing.
   */
  twice(id: string): void {
    const target = this.find(id);
    if (!target) return;
    if (this.beforeTap.some((other) => other.id === id)) this.choose(this.beforeTap.filter((other) => this.all.includes(other)));
    if (!this.active || this.table.busy || !this.taken.includes(target)) return; // it is laid ready, or the first tap has said why it cannot be played
    const fitting = this.#fitting();
    const [only] = fitting;
    if (only && fitting.length === 1) this.press(only);
    else if (only) this.say("info", ["table.several", {}]);
    else if (this.menu.leadsOn(this.taken)) this.say("info", ["table.not_yet", {}]);
    else this.try();
  }

  /** Select or deselect a strip of cards; called with every change while the pointer is down, and then `swept`. */
  sweep(ids: readonly string[], take: boolean, at = ""): void {
    this.calm();
    this.#beforeSweep ??= this.taken;
    const strip = ids.map((id) => this.find(id)).filter((slot) => slot !== undefined);
    const end = this.find(at);
    const single = end && this.manner(end) === "one" ? end : null;
    this.choose(swept(this.menu, this.#beforeSweep, strip, take, single));
  }

  /** The pointer is up again; or it was used for something else, and nothing has happened. */
  swept(done: boolean): void {
    if (this.#beforeSweep) this.choose(done ? settled(this.menu, this.taken) : this.#beforeSweep);
    this.#beforeSweep = null;
  }

  /** One step back: first the queued choice, then the selection, with all messages. */
  clear(): void {
    const queued = this.premove !== null;
    this.calm();
    if (queued) return;
    this.choose([]);
    this.asked = this.tip = this.aimed = null;
    this.dismiss();
  }

  /** Select exactly these cards of the hand. */
  gather(faces: readonly number[]): void {
    this.calm();
    const left = [...this.all];
    this.choose(faces.flatMap((face) => left.splice(left.findIndex((slot) => slot.face === face) >>> 0, 1)));
  }

  /** Select the cards of a suggestion. */
  take(action: Action): void {
    this.calm();
    this.choose(slotsFor(action, this.menu, this.all, this.taken));
  }

  press(offer: Offer): void {
    if (offer.ahead) return this.queue(offer);
    if (offer.aside) return this.#call(offer);
    if (offer.why) return this.say("info", offer.why);
    if (!offer.enabled) return this.try(offer.verb);
    this.calm();
    const [only] = offer.actions;
    if (offer.actions.length === 1 && only) this.act(only);
    else this.asked = { label: offer.label, actions: offer.actions, legal: this.table.legal };
  }

  /** Say something that takes no turn; the selection and a queued choice stay. */
  #call(offer: Offer): void {
    const [only] = offer.actions;
    if (this.only && !offer.actions.some((action) => this.only && same(action, this.only))) return this.denied();
    if (this.table.busy) return;
    if (only && offer.actions.length === 1) this.requests.add(this.table.act(only, only.cards));
    else this.asked = { label: offer.label.replace(/\s*…$/, ""), actions: offer.actions, legal: this.table.legal, aside: true };
  }

  /** Do the selected cards go on this place? If none are selected: do any? */
  goesTo(place: ZoneState): boolean {
    const fitting = this.taken.length > 0 && !this.aim ? this.whole.exactly(this.taken) : this.whole.legal;
    return fitting.some((action) => this.goesOn(action, place));
  }

  /** Cards can be dragged out of the hand: there is an action for one. */
  get carries(): boolean {
    return this.active && this.usable.size > 0;
  }

  /** What is dragged is played when it is dropped on the table. */
  get lays(): boolean {
    return this.#fitting().length > 0 && !this.table.busy;
  }

  /**
   * A card is dragged: with the selection if it is part of it, otherwise with the cards that belong to it. False: it
   * stays.
   */
  carry(id: string): boolean {
    const card = this.find(id);
    if (!card || !this.carries || this.stopped(card)) return false;
    this.#beforeDrag = this.chosen;
    if (this.taken.includes(card)) return true;
    const taken = toggled(this.menu, this.all, [], card, this.manner(card));
    this.choose(taken, namesOf(taken).filter((name) => name !== id));
    return true;
  }

  /** What is dragged is dropped on one of these places, on the table, or elsewhere, which changes nothing. */
  dropOn(ids: readonly string[], onTable = false): void {
    const before = this.#beforeDrag;
    this.#beforeDrag = null;
    if (this.taken.length === 0 || !this.active || this.table.busy) return this.#restore(before);
    const place = this.placeIn(ids);
    if (!place && !onTable) return this.#restore(before);
    this.calm();
    this.aimed = null;
    if (place) this.aimAt(place);
    else this.#lay(before);
  }

  /** The first of these places on which the selected cards go. */
  placeIn(ids: readonly string[]): ZoneState | undefined {
    const known = ids.filter((id) => this.table.spec.zones.some((spec) => spec.id === id));
    return known.map((id) => this.table.zone(id)).find((zone) => this.goesTo(zone));
  }

  /** The selection was dropped on the table. */
  #lay(before: Held | null): void {
    const actions = this.#fitting().flatMap((offer) => offer.actions);
    const [only] = actions;
    const label = this.text.t("table.drop.which", { cards: this.selected });
    if (only && actions.length === 1) this.act(only);
    else if (only) this.asked = { label, whole: true, actions, legal: this.table.legal };
    else if (this.only) {
      this.denied();
      this.#restore(before);
    } else if (this.menu.leadsOn(this.taken)) this.say("info", ["table.not_yet", {}]);
    else {
      this.askWhy(this.taken);
      this.#restore(before);
    }
  }

  #restore(before: Held | null): void {
    if (before) this.chosen = { ids: before.ids, added: before.added, when: this.when };
  }

  /** Lay the selected cards on this place; if none are selected, choose cards for it. */
  aimAt(place: ZoneState): void {
    if (!this.active) return;
    const fitting = this.aim ? [] : this.whole.exactly(this.taken).filter((action) => this.goesOn(action, place));
    const [only] = fitting;
    this.calm();
    if (only && fitting.length === 1) return this.act(only);
    if (only) return void (this.asked = { label: this.text.bare(`${this.table.spec.game}.verb.${only.verb}`), actions: fitting, legal: this.table.legal });
    const again = this.aim === place.spec.id;
    this.choose([]);
    this.aimed = again ? null : { zone: place.spec.id, legal: this.table.legal };
    if (!again && !this.goesTo(place)) {
      this.aimed = null;
      this.say("info", ["table.aim.none", { card: place.cards[0] ?? BACK }]);
    }
  }

  /** The player has chosen the place and then the cards: nothing is open any more. */
  #settleAim(): void {
    if (!this.aim) return;
    const fitting = this.menu.exactly(this.taken);
    const [only] = fitting;
    if (only && fitting.length === 1 && this.menu.containing(this.taken).length === 1) this.act(only);
  }

  /** Interrupt. */
  react(action: Action): void {
    if (this.only && !same(action, this.only)) return this.denied();
    this.calm();
    this.act(action);
  }

  /** The offer whose hot key this is. */
  forKey(key: string): Offer | undefined {
    return this.#offers.find((offer) => offer.hot.toLowerCase() === key.toLowerCase());
  }

  /** Does a button use this key, so that it does not find a card? One digit of a number takes them all. */
  reserves(key: string): boolean {
    if (this.forKey(key)) return true;
    return /^[0-9]$/.test(key) && this.#offers.some((offer) => /^[0-9]$/.test(offer.hot));
  }

  /** The key of a tool; "" if letters are no keys, or if this one finds a card. */
  toolKey(tool: Tool): string {
    const key = TOOL_KEYS[tool];
    return this.letters && !this.#typed.has(key) ? key : "";
  }

  /** The buttons that do something with the selection. */
  #fitting(): Offer[] {
    return this.#offers.filter((offer) => offer.cards && !offer.ahead && offer.actions.length > 0);
  }

  /** Another view is shown: the chosen cards may have other names now, or be gone. */
  #follow(): void {
    const { table } = this;
    const { zones, phase } = table.view;
    const before = this.#zones;
    this.#zones = zones;
    const name = renamed(before, zones, this.chosen.ids, this.sent?.ids ?? []);
    const still = (names: readonly string[]): string[] => names.map(name).filter((id) => id !== null);
    const now = (slots: readonly Slot[]): Slot[] => still(namesOf(slots)).map((id) => this.find(id)).filter((slot) => slot !== undefined);
    const { ids, added, when } = this.chosen;
    this.chosen = { ids: still(ids), added: still(added), when };
    this.choose(this.taken, this.chosen.added); // a card that has left is not selected when it comes back
    this.beforeTap = now(this.beforeTap);
    if (this.#beforeSweep) this.#beforeSweep = now(this.#beforeSweep);
    if (this.#beforeDrag) this.#beforeDrag = { ids: still(this.#beforeDrag.ids), added: still(this.#beforeDrag.added) };
    if (this.sent) this.sent = { ...this.sent, ids: still(this.sent.ids), chosen: still(this.sent.chosen) };
    if (this.premove) this.premove = { ...this.premove, slots: now(this.premove.slots) };
    this.#learn(phase);
  }

  /** Learn about this phase; if only one card is played, of several cards laid ready the last one is meant. */
  #learn(phase: string): void {
    const taking = this.whole.legal.filter(({ cards }) => cards.length > 0);
    const [first] = taking;
    if (!this.active || !first) return;
    const known = this.habits.get(phase)?.single ?? true;
    this.habits.set(phase, { single: known && taking.every(({ cards }) => cards.length === 1), verb: first.verb });
    const last = this.taken.at(-1);
    if (last && this.taken.length > 1 && this.manner(last) === "one") this.choose([last]);
  }

  #makeOffers(): Offer[] {
    const { table, text } = this;
    if (!table.shown) return [];
    const ahead = this.queueing;
    const turn = ahead ? offersAhead(table.spec.verbs.filter(({ name }) => table.spec.premoves.includes(name))) : offersFor(this.whole, this.all, this.taken);
    const bare = [...turn, ...offersAside(this.asides)];
    const words = bare.map((offer) => this.#wordsOf(offer));
    const keeper = text.knows(table.spec.game) ? this.#keys : new HotKeys(); // a label that no button shows yet is not remembered
    const taken = new Set([...this.#typed, ...Object.values(TOOL_KEYS)]);
    const labels = words.map(({ label }) => label);
    // what takes no turn keeps its key in every turn: letters of its own, which no other button takes
    const apart = keeper.assign("aside", bare.slice(turn.length), labels.slice(turn.length), taken, [], false);
    const own = keeper.assign(table.view.phase, turn, labels, new Set([...taken, ...apart]), words.map(({ sign }) => sign));
    const keys = [...own, ...apart];
    const enter = enterOf(turn);
    const offers = bare.map((offer, i): Offer => {
      const { only } = this;
      const { aim } = this;
      const aside = i >= turn.length;
      const meant = aim && offer.cards ? offer.actions.filter((action) => this.goesOn(action, table.zone(aim))) : offer.actions;
      const actions = only ? meant.filter((action) => same(action, only)) : meant;
      const hot = keys[i] ?? "";
      return {
        ...offer,
        actions,
        ...(words[i] ?? { label: "", say: "", sign: "", short: "", note: "", faces: [] }),
        hot: this.letters || hot === "Enter" ? hot : "",
        enabled: ahead && !aside ? !offer.cards || this.taken.length > 0 : actions.length > 0 && !table.busy,
        held: only !== null && !ahead && actions.length === 0 && offer.actions.length > 0,
        primary: !ahead && !aside && (i === enter || turn.length === 1),
        ahead: ahead && !aside,
        queued: ahead && !aside && this.premove?.verb === offer.verb,
        aside,
        tipped: this.advised !== null && this.advised.verb === offer.verb && (offer.cards || offer.actions.includes(this.advised)),
      };
    });
    for (const { verb, say, why } of table.view.barred.map(barredOf)) {
      // before what is possible of its kind: the choice looks the same every time
      const at = offers.findIndex((offer) => offer.verb === verb && offer.actions.length > 0);
      offers.splice(at < 0 ? offers.length : at, 0, { ...BARRED, id: `${verb} ${text.say(say)}`, verb, label: text.say(say), note: text.say(why), why });
    }
    return offers;
  }

  #wordsOf(offer: BareOffer): OfferWords {
    const [only] = offer.actions;
    const verb = this.text.bare(`${this.table.spec.game}.verb.${offer.verb}`);
    if (offer.id === HIGHER) return { label: this.text.t("table.aside.more"), say: "", sign: "", short: "", note: "", faces: [] };
    const say = only && offer.actions.length === 1 ? this.text.say(only.say) : "";
    if (!only || offer.cards || !say) return { label: verb, say, sign: "", short: "", note: "", faces: [] };
    const choices = this.table.spec.verbs.find(({ name }) => name === offer.verb)?.among;
    const sign = `${choices?.[targetOf(this.table.spec, only, "choice")]}.sign`;
    return { label: say, say: "", sign: this.text.has(sign) ? this.text.t(sign) : "", ...this.text.drawn(only.say) };
  }
}
