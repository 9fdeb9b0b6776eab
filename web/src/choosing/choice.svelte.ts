import { goesOn, targetOf } from "./aim";
import { rankOf } from "../cards";
import { fate, type Queued } from "./premove";
import { BACK, enterOf, HIGHER, Menu, offersAhead, offersAside, offersFor, renamed, same, settled, slotsFor, slotsOf, swept, toggled } from "./choose";
import type { Manner, Offer as BareOffer, Slot, Zones } from "./choose";
import { Holding, type Ruled } from "./holding.svelte";
import { HotKeys, TOOL_KEYS, type Tool } from "./hotkeys";
import { refusal, tooLate, type Notice } from "./notice";
import type { Legal, Phrase, Problem, Tip } from "../wire/protocol";
import { suggestions, type Suggestion } from "./suggest";
import type { TableStore, ZoneState } from "../table/table.svelte";
import type { Text } from "../viewer/text.svelte";

/** A card that can be selected, with what is needed to draw it. */
export interface Pick extends Slot {
  notation: string;
  selected: boolean;
  /** selecting it leads to a legal action */
  lit: boolean;
  /** advice is to play it */
  tipped: boolean;
  /** cards of one group are drawn closer together */
  pack: number;
}

export interface Offer extends BareOffer {
  /** the label of the button */
  label: string;
  /** what exactly it would do, as far as that is decided: "straight 5–9" */
  say: string;
  /** the large sign if one of many like it is chosen: "K" of a king; "" if it has no sign */
  sign: string;
  /** its label if its cards are drawn beside it: "Declare: 40"; "" for the same label */
  short: string;
  /** cards that its label names, though none of them has to be selected for it */
  faces: readonly number[];
  /** "Enter", a letter or a digit; "" if it has no key */
  hot: string;
  enabled: boolean;
  /** a lesson asks for something else now: pressing it says so */
  held: boolean;
  primary: boolean;
  /** it is not the player's turn: pressing it queues the choice */
  ahead: boolean;
  /** it is queued: pressing it takes it back */
  queued: boolean;
  /** advice is to do this */
  tipped: boolean;
  /** it can be said at any time and takes no turn: it is drawn apart */
  aside: boolean;
}

type OfferWords = { [K in "label" | "say" | "sign" | "short" | "faces"]: Offer[K] };

export interface Question {
  label: string;
  /** what to say about it before anything is chosen */
  help?: string;
  /** the label is the whole question */
  whole?: boolean;
  actions: readonly Legal[];
}

/** legal: the list that the question is about; the question is open as long as that list is valid. host: which table event has happened? */
type Asked = Question & { legal: readonly Legal[]; host?: boolean; aside?: boolean };

/** It is done with any cards that are selected. */
function ofAnyCards([, cards]: Legal): boolean {
  return cards.includes(BACK);
}

/** What is selected. added: those that the page added to the player's selection. */
interface Held {
  slots: readonly string[];
  added: readonly string[];
}

/** What was sent and is not done yet: with which cards, and what was selected then. */
interface Sent {
  id: number;
  slots: readonly string[];
  chosen: readonly string[];
}

/** A question to the table why these cards cannot be played. `pressed`: by a button, so that it is done if it is possible. */
interface Why {
  id: number;
  verb: string;
  cards: readonly number[];
  pressed: boolean;
}

const namesOf = (slots: readonly Slot[]): string[] => slots.map((slot) => slot.slot);

const SUGGESTIONS = 10;
const EMPTY = new Menu([], []);
const NOTHING: Ruled = { faces: [], order: [] };

/** If several melds can be laid, the player collects them. */
function ruled({ spec, view, me }: TableStore): Ruled {
  const melds = spec.zones.filter((zone) => zone.role === "meld" && zone.owner === me).length > 1;
  return { faces: spec.faces, order: view.order, melds, plan: view.plan };
}

/** What the player is about to do: the reactive shell around `choose.ts`. */
export class ChoiceStore {
  /** How the hand is sorted. */
  readonly holding = new Holding(() => (this.table.shown ? ruled(this.table) : NOTHING));
  /** Single letters and digits are keys. */
  letters = $state(true);
  /** A lesson allows one action at a time; any other attempt calls `denied`. */
  only = $state.raw<Legal | null>(null);
  denied: () => void = () => undefined;

  #chosen = $state.raw<Held & { when: string }>({ slots: [], added: [], when: "" });
  #sent: Sent | null = null;
  #why: Why | null = null;
  #questions = new Set<number>(); // the question why, which is not answered yet
  #zones: Zones = {}; // as they were shown last
  /** by phase: is only one card played at a time, and what is the verb? */
  readonly #habits = new Map<string, { single: boolean; verb: string }>();
  #asked = $state.raw<Asked | null>(null);
  #queued = $state.raw<Queued | null>(null);
  #tip = $state.raw<{ action: Legal; legal: readonly Legal[] } | null>(null);
  #notice = $state.raw<Notice | null>(null);
  #hinting = $state(0); // the number of the question for advice that is not answered yet
  #requests = new Set<number>();
  #aimed = $state.raw<{ zone: string; legal: readonly Legal[] } | null>(null);
  #beforeTap: readonly Slot[] = [];
  #beforeSweep: readonly Slot[] | null = null;
  #beforeDrag: Held | null = null;

  readonly #keys = new HotKeys();

  /** A selection is valid for one phase of one deal, and during the player's turn only while cards can be chosen. */
  readonly #when = $derived.by(() => {
    const { table } = this;
    return table.shown ? `${table.view.deal} ${table.view.phase}` : "";
  });
  /** The player can act, and cards are of no use for it. */
  readonly #cardless = $derived.by(() => this.active && [...this.#turn, ...this.unlisted].every((action) => action[1].length === 0));
  readonly #slots = $derived(this.#chosen.when === this.#when && !this.#cardless ? this.#chosen.slots : []);

  /** What the player can do in their turn, without what can be said beside it at any time. */
  readonly #turn = $derived.by(() => {
    const { table } = this;
    return table.shown ? table.view.legal.filter(([verb]) => !table.spec.asides.includes(verb)) : [];
  });
  readonly #asides = $derived.by(() => {
    const { table } = this;
    return table.shown && !table.watching ? table.view.legal.filter(([verb]) => table.spec.asides.includes(verb)) : [];
  });
  readonly #whole = $derived.by(() => {
    const { table } = this;
    return table.shown ? new Menu(this.#turn, table.spec.keys, table.spec.verbs) : EMPTY;
  });
  /** The actions that need cards. */
  readonly #menu = $derived.by(() => {
    const { only, aim } = this;
    if (aim) return this.#whole.only((action) => this.#goesOn(action, this.table.zone(aim)));
    return only && this.#whole.legal.length > 0 ? this.#whole.only((action) => same(action, only)) : this.#whole;
  });
  /** The own hand; a player without one plays from the open cards before them. */
  readonly #hand = $derived.by(() => {
    const { table } = this;
    if (!table.shown || table.watching) return [];
    const hand = table.zones("hand", table.me);
    const open = hand.every((zone) => zone.cards.length === 0) ? table.zones("open", table.me).filter((zone) => zone.cards.length > 0) : [];
    return open.length > 0 ? open : hand;
  });
  /** Zones from which cards can be selected: the own hand, and for legal cards outside it, the zone where they are visible. */
  readonly #sources = $derived.by(() => {
    const { table } = this;
    if (!table.shown || table.watching) return [];
    const hand = this.#hand;
    const known = new Set(hand.flatMap((zone) => zone.cards.map((face) => table.spec.keys[face])));
    const foreign = new Set(table.view.legal.flatMap((action) => action[1]).filter((face) => !known.has(table.spec.keys[face])));
    const elsewhere = table.spec.zones
      .filter((spec) => !hand.some((zone) => zone.spec === spec))
      .map((spec) => table.zone(spec.id))
      .filter((zone) => zone.cards.some((face) => face !== BACK && foreign.has(face)));
    const own = elsewhere.filter((zone) => zone.spec.owner === table.me); // the player's own zones before similar ones of others
    return [...hand, ...(own.length > 0 ? own : elsewhere)];
  });
  readonly #all = $derived(this.#sources.flatMap((zone) => slotsOf(zone.spec.id, zone.cards, this.table.spec.keys)));
  readonly #selected = $derived(
    this.#slots.map((slot) => this.#all.find((other) => other.slot === slot)).filter((slot) => slot !== undefined),
  );
  readonly #open = $derived(this.#menu.open(this.#selected));
  /** The cards that some legal action takes. */
  readonly #legal = $derived(this.#menu.open([]));
  /** Only cards that go with the selection are of use now: it is not complete, or a lesson asks for certain cards. */
  readonly #narrow = $derived(this.only !== null || (this.#menu.unfinished(this.#selected) && !this.#menu.grows(this.#selected)));
  readonly #offers = $derived.by(() => this.#makeOffers());
  readonly #advised = $derived.by(() => {
    const { action, legal } = this.#tip ?? {};
    return action && this.table.shown && legal === this.table.view.legal ? action : null;
  });
  readonly #tipped = $derived(new Set(this.#advised ? slotsFor(this.#advised, this.#whole, this.#all, []).map((slot) => slot.slot) : []));
  /** The letters and digits that jump to a card, in the player's hand or one that they may get. */
  readonly #typed = $derived.by(() => {
    const { table, text } = this;
    return new Set(table.shown ? table.spec.faces.flatMap((face) => [...rankOf(face, table.deck, text.lang)]) : []);
  });
  readonly #trick = $derived.by(() => (this.table.shown ? this.table.zones("trick").flatMap((zone) => [...zone.cards]) : []));

  constructor(
    readonly table: TableStore,
    readonly text: Text,
  ) {
    table.onShown(() => this.#follow());
    table.onDone((id) => this.#done(id));
    table.onProblem((problem) => this.#refused(problem));
    table.onTip((tip) => this.#advise(tip));
    $effect(() => this.#settleQueued());
  }

  get active(): boolean {
    return this.#turn.length > 0;
  }

  get hand(): Pick[] {
    return this.#hand.flatMap((zone) => this.picks(zone));
  }

  picks(zone: ZoneState): Pick[] {
    const idle = !this.active;
    const chosen = new Set(this.#slots);
    const packs = this.holding.packs(slotsOf(zone.spec.id, zone.cards, this.table.spec.keys));
    return packs.flatMap((slots, pack) =>
      slots.map((slot) => {
        const selected = chosen.has(slot.slot);
        const lit = idle || (selected ? this.#legal : this.#narrow ? this.#open : this.#legal).has(slot.key);
        return { ...slot, notation: this.table.notation(slot.face), selected, lit, tipped: this.#tipped.has(slot.slot), pack };
      }),
    );
  }

  /** Cards in the order in which their holder would sort them, backs last. */
  laid(faces: readonly number[]): number[] {
    const known = this.holding.packs(slotsOf("", faces, this.table.spec.keys)).flatMap((pack) => pack.map(({ face }) => face));
    return [...known, ...faces.filter((face) => face === BACK)];
  }

  /** Are the cards of this zone handled like the hand now? */
  holds(zone: ZoneState): boolean {
    return this.#hand.some((held) => held.spec === zone.spec);
  }

  /** Does a legal action take cards from this zone? */
  takesFrom(zone: ZoneState): boolean {
    return this.#sources.some((source) => source.spec === zone.spec);
  }

  get selected(): number[] {
    return this.#selected.map((slot) => slot.face);
  }

  /** Those of them that the page added, because the selection can only become this. */
  get added(): number[] {
    return this.#selected.filter((slot) => this.#chosen.added.includes(slot.slot)).map((slot) => slot.face);
  }

  get offers(): readonly Offer[] {
    return this.#offers;
  }

  /** What the selection can become, longest first, one of each kind before a second of any. */
  get suggestions(): Suggestion[] {
    const n = this.#selected.length;
    if (n === 0) return [];
    const longer = this.#menu.containing(this.#selected).filter((action) => action[1].length > n);
    return suggestions(longer, (action) => this.text.say(action[3]), SUGGESTIONS);
  }

  /** What the selection is, if it is an action: "Straight 5–9". */
  get becoming(): string {
    return this.#offers.find((offer) => offer.cards && offer.say)?.say ?? "";
  }

  get question(): Question | null {
    if (!this.table.shown) return null;
    const { legal, host } = this.table.view;
    if (this.#asked?.aside) {
      const actions = this.#asked.actions.filter((action) => legal.some((listed) => same(listed, action))); // other players may have acted since
      return actions.length > 0 ? { label: this.#asked.label, actions } : null;
    }
    return this.#asked?.legal === (this.#asked?.host ? host : legal) ? this.#asked : null;
  }

  /** The message beside the hand. */
  get notice(): Notice | null {
    return this.#notice?.when === this.#when && (this.#notice.kind !== "tip" || this.#advised) ? this.#notice : null;
  }

  /** What the rules would accept now though it is not legal: offered apart, and confirmed by a question. */
  get unlisted(): readonly Legal[] {
    const { table } = this;
    if (!table.shown || table.watching || this.only || table.view.status !== "playing") return [];
    const asked = table.view.must | table.view.may;
    if (((asked >> table.me) & 1) === 0) return [];
    return table.spec.unlisted.filter((_, n) => table.view.dares.includes(n));
  }

  /** There is only one action, and the table asks all the same: it waits for it, and accepts nothing unlisted. */
  get alone(): boolean {
    const [only] = this.offers;
    if (!this.active || this.only || this.offers.length !== 1 || only?.cards !== false || only.actions.length !== 1) return false;
    return this.table.waitsFor(this.table.me) && this.unlisted.length === 0;
  }

  /** The table events that this viewer can report: those with a seat can, or everybody if nobody has one. Other people report for themselves. */
  get tableEvents(): readonly Legal[] {
    const { table } = this;
    if (!table.shown || this.only || (table.watching && table.view.occupants.some(({ who }) => who === "person"))) return [];
    return table.view.host.filter(([, , to]) => to === table.me || table.view.occupants[to]?.who !== "person");
  }

  get queued(): Queued | null {
    return this.#queued;
  }

  /** No seat has the turn, and the player can interrupt: an action is done at once, without selecting cards before. */
  get reacting(): boolean {
    const { table } = this;
    if (!table.shown || table.watching || !table.view.window) return false;
    return ((table.view.may >> table.me) & 1) === 1 && ((table.view.window.plays >> table.me) & 1) === 0;
  }

  /** The actions with which the player can interrupt. */
  get reactions(): readonly Legal[] {
    return this.reacting ? this.#turn : [];
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

  // Choosing

  toggle(slot: string): void {
    const target = this.#find(slot);
    if (!target || this.#stopped(target)) return;
    this.#calm();
    this.#beforeTap = this.#selected;
    if (this.#cardless) return this.#noCards(target);
    const before = this.#selected;
    if (before.includes(target)) {
      const { added } = this.#chosen; // nobody selected them, so they are deselected again
      return this.#choose(before.filter((other) => other !== target && !added.includes(other.slot)));
    }
    const next = toggled(this.#menu, this.#all, before, target, this.#manner(target));
    this.#choose(next, [...this.#chosen.added, ...namesOf(next).filter((name) => name !== slot && !namesOf(before).includes(name))]);
    this.#settleAim();
    if (!next.includes(target)) this.#askWhy([...before, target]);
    else if (this.#dead(next)) this.#askWhy(next);
  }

  /** The second of two quick taps on a card: plays the selection if it is exactly one action, otherwise says what is missing. */
  twice(slot: string): void {
    const target = this.#find(slot);
    if (!target) return;
    if (this.#beforeTap.some((other) => other.slot === slot)) this.#choose(this.#beforeTap.filter((other) => this.#all.includes(other)));
    if (!this.active || this.table.busy || !this.#selected.includes(target)) return; // it is laid ready, or the first tap has said why it cannot be played
    const fitting = this.#fitting();
    const [only] = fitting;
    if (only && fitting.length === 1) this.press(only);
    else if (only) this.#say("info", ["table.several", {}]);
    else if (this.#menu.leadsOn(this.#selected)) this.#say("info", ["table.not_yet", {}]);
    else this.#try();
  }

  /** Select or deselect a strip of cards; called with every change while the pointer is down, and then `swept`. */
  sweep(slots: readonly string[], take: boolean, at = ""): void {
    this.#calm();
    this.#beforeSweep ??= this.#selected;
    const strip = slots.map((slot) => this.#find(slot)).filter((slot) => slot !== undefined);
    const end = this.#find(at);
    const alone = end && this.#manner(end) === "one" ? end : null;
    this.#choose(swept(this.#menu, this.#beforeSweep, strip, take, alone));
  }

  /** The pointer is up again; or it was used for something else, and nothing has happened. */
  swept(done: boolean): void {
    if (this.#beforeSweep) this.#choose(done ? settled(this.#menu, this.#selected) : this.#beforeSweep);
    this.#beforeSweep = null;
  }

  /** One step back: first the queued choice, then the selection, with all messages. */
  clear(): void {
    const queued = this.#queued !== null;
    this.#calm();
    if (queued) return;
    this.#choose([]);
    this.#asked = this.#tip = this.#notice = this.#aimed = null;
  }

  /** Select exactly these cards of the hand. */
  gather(faces: readonly number[]): void {
    this.#calm();
    const left = [...this.#all];
    this.#choose(faces.flatMap((face) => left.splice(left.findIndex((slot) => slot.face === face) >>> 0, 1)));
  }

  /** Select the cards of a suggestion. */
  take(action: Legal): void {
    this.#calm();
    this.#choose(slotsFor(action, this.#menu, this.#all, this.#selected));
  }

  press(offer: Offer): void {
    if (offer.ahead) return this.#queue(offer);
    if (offer.aside) return this.#call(offer);
    if (!offer.enabled) return this.#try(offer.verb);
    this.#calm();
    const [only] = offer.actions;
    if (offer.actions.length === 1 && only) this.#act(only);
    else this.#asked = { label: offer.label, actions: offer.actions, legal: this.table.view.legal };
  }

  /** Say something that takes no turn; the selection and a queued choice stay. */
  #call(offer: Offer): void {
    const [only] = offer.actions;
    if (this.only && !offer.actions.some((action) => this.only && same(action, this.only))) return this.denied();
    if (this.table.busy) return;
    if (only && offer.actions.length === 1) this.#requests.add(this.table.act(only, only[1]));
    else this.#asked = { label: offer.label.replace(/\s*…$/, ""), actions: offer.actions, legal: this.table.view.legal, aside: true };
  }

  // Cards on the table

  /** The place on which cards will be laid: only cards that go there are lit, and the one that is selected is laid at once. "" for none. */
  get aim(): string {
    return this.table.shown && this.#aimed?.legal === this.table.view.legal ? this.#aimed.zone : "";
  }

  /** Do the selected cards go on this place? If none are selected: do any? */
  goesTo(place: ZoneState): boolean {
    const fitting = this.#selected.length > 0 && !this.aim ? this.#whole.exactly(this.#selected) : this.#whole.legal;
    return fitting.some((action) => this.#goesOn(action, place));
  }

  /** Cards can be dragged out of the hand: there is an action for one. */
  get carries(): boolean {
    return this.active && this.#legal.size > 0;
  }

  /** What is dragged is played when it is dropped on the table. */
  get lays(): boolean {
    return this.#fitting().length > 0 && !this.table.busy;
  }

  /** A card is dragged: with the selection if it is part of it, otherwise with the cards that belong to it. False: it stays. */
  carry(slot: string): boolean {
    const card = this.#find(slot);
    if (!card || !this.carries || this.#stopped(card)) return false;
    this.#beforeDrag = this.#chosen;
    if (this.#selected.includes(card)) return true;
    const taken = toggled(this.#menu, this.#all, [], card, this.#manner(card));
    this.#choose(taken, namesOf(taken).filter((name) => name !== slot));
    return true;
  }

  /** What is dragged is dropped on one of these places, on the table, or elsewhere, which changes nothing. */
  dropOn(ids: readonly string[], onTable = false): void {
    const before = this.#beforeDrag;
    this.#beforeDrag = null;
    if (this.#selected.length === 0 || !this.active || this.table.busy) return this.#restore(before);
    const place = this.placeIn(ids);
    if (!place && !onTable) return this.#restore(before);
    this.#calm();
    this.#aimed = null;
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
    if (only && actions.length === 1) this.#act(only);
    else if (only) this.#asked = { label, whole: true, actions, legal: this.table.view.legal };
    else if (this.only) {
      this.denied();
      this.#restore(before);
    } else if (this.#menu.leadsOn(this.#selected)) this.#say("info", ["table.not_yet", {}]);
    else {
      this.#askWhy(this.#selected);
      this.#restore(before);
    }
  }

  #restore(before: Held | null): void {
    if (before) this.#chosen = { slots: before.slots, added: before.added, when: this.#when };
  }

  /** Lay the selected cards on this place; if none are selected, choose cards for it. */
  aimAt(place: ZoneState): void {
    if (!this.active) return;
    const fitting = this.aim ? [] : this.#whole.exactly(this.#selected).filter((action) => this.#goesOn(action, place));
    const [only] = fitting;
    this.#calm();
    if (only && fitting.length === 1) return this.#act(only);
    if (only) return void (this.#asked = { label: this.text.bare(`${this.table.spec.game}.verb.${only[0]}`), actions: fitting, legal: this.table.view.legal });
    const again = this.aim === place.spec.id;
    this.#choose([]);
    this.#aimed = again ? null : { zone: place.spec.id, legal: this.table.view.legal };
    if (!again && !this.goesTo(place)) {
      this.#aimed = null;
      this.#say("info", ["table.aim.none", { card: place.cards[0] ?? BACK }]);
    }
  }

  /** The player has chosen the place and then the cards: nothing is open any more. */
  #settleAim(): void {
    if (!this.aim) return;
    const fitting = this.#menu.exactly(this.#selected);
    const [only] = fitting;
    if (only && fitting.length === 1 && this.#menu.containing(this.#selected).length === 1) this.#act(only);
  }

  /** Interrupt. */
  react(action: Legal): void {
    if (this.only && !same(action, this.only)) return this.denied();
    this.#calm();
    this.#act(action);
  }

  /** Ask which of `unlisted` is meant; those that take any cards only if some are selected. */
  dare(): void {
    const { game } = this.table.spec;
    const actions = this.unlisted.filter((action) => !ofAnyCards(action) || this.#selected.length > 0);
    this.#calm();
    if (actions.length === 0) return this.#say("info", ["table.choose_first", {}]);
    this.#asked = { label: this.text.t(`${game}.unlisted`), help: this.text.t(`${game}.unlisted.help`), actions, legal: this.table.view.legal };
  }

  /** Ask which table event has happened. */
  report(): void {
    const { game } = this.table.spec;
    this.#asked = { label: this.text.t(`${game}.host`), help: this.text.t(`${game}.host.help`), actions: this.tableEvents, legal: this.table.view.host, host: true };
  }

  /** Answer the open question. */
  answer(action: Legal | null): void {
    const { host, aside } = this.#asked ?? {};
    this.#asked = null;
    if (action && aside && !this.table.busy) this.#requests.add(this.table.act(action, action[1]));
    else if (action && !host && !aside) this.#act(action);
    else if (action && host && !this.table.busy) this.#requests.add(this.table.report(action));
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

  // Help

  /** Ask for advice; a second call selects the cards, so that one more press plays them. */
  hint(): void {
    if (!this.mayHint) return;
    const advised = this.#advised;
    if (!advised && !this.asking) this.#requests.add((this.#hinting = this.table.hint()));
    else if (advised && advised[1].length > 0) this.#choose(slotsFor(advised, this.#whole, this.#all, []));
  }

  /** Take back the own last decision. */
  undo(): void {
    if (!this.mayUndo || this.table.busy) return;
    this.#calm();
    this.#requests.add(this.table.undo());
  }

  /** The player has read it. */
  dismiss(): void {
    this.#notice = null;
  }

  /** Is this refusal shown beside the hand? */
  tells(problem: Problem): boolean {
    return this.#requests.has(problem.id) && !tooLate(problem);
  }

  #goesOn(action: Legal, place: ZoneState): boolean {
    return goesOn(action, place, this.table.spec);
  }

  #find(slot: string): Slot | undefined {
    return this.#all.find((other) => other.slot === slot);
  }

  #choose(slots: readonly Slot[], added: readonly string[] = []): void {
    const names = namesOf(slots);
    this.#chosen = { slots: names, added: added.filter((name) => names.includes(name)), when: this.#when };
  }

  /** The buttons that do something with the selection. */
  #fitting(): Offer[] {
    return this.#offers.filter((offer) => offer.cards && !offer.ahead && offer.actions.length > 0);
  }

  /** How cards are selected in this card's zone. While there is no legal action, as before in this phase. */
  #manner({ zone }: Slot): Manner {
    if (this.unlisted.some(ofAnyCards)) return "any";
    const single = this.active ? this.#menu.single(this.#all.filter((slot) => slot.zone === zone)) : this.#habits.get(this.table.view.phase)?.single;
    return single ? "one" : "fit";
  }

  /** These cards are no action, and lead to none. */
  #dead(slots: readonly Slot[]): boolean {
    const menu = this.#menu;
    return this.active && !menu.leadsOn(slots) && menu.freely(slots).length === 0 && !menu.grows(slots);
  }

  /** Another view is shown: the chosen cards may have other names now, or be gone. */
  #follow(): void {
    const { table } = this;
    const { zones, phase } = table.view;
    const before = this.#zones;
    this.#zones = zones;
    const name = renamed(before, zones, this.#chosen.slots, this.#sent?.slots ?? []);
    const still = (names: readonly string[]): string[] => names.map(name).filter((slot) => slot !== null);
    const now = (slots: readonly Slot[]): Slot[] => still(namesOf(slots)).map((slot) => this.#find(slot)).filter((slot) => slot !== undefined);
    const { slots, added, when } = this.#chosen;
    this.#chosen = { slots: still(slots), added: still(added), when };
    this.#choose(this.#selected, this.#chosen.added); // a card that has left is not selected when it comes back
    this.#beforeTap = now(this.#beforeTap);
    if (this.#beforeSweep) this.#beforeSweep = now(this.#beforeSweep);
    if (this.#beforeDrag) this.#beforeDrag = { slots: still(this.#beforeDrag.slots), added: still(this.#beforeDrag.added) };
    if (this.#sent) this.#sent = { ...this.#sent, slots: still(this.#sent.slots), chosen: still(this.#sent.chosen) };
    if (this.#queued) this.#queued = { ...this.#queued, slots: now(this.#queued.slots) };
    this.#learn(phase);
  }

  /** Learn about this phase; if only one card is played, of several cards laid ready the last one is meant. */
  #learn(phase: string): void {
    const taking = this.#whole.legal.filter(([, cards]) => cards.length > 0);
    const [first] = taking;
    if (!this.active || !first) return;
    const known = this.#habits.get(phase)?.single ?? true;
    this.#habits.set(phase, { single: known && taking.every(([, cards]) => cards.length === 1), verb: first[0] });
    const last = this.#selected.at(-1);
    if (last && this.#selected.length > 1 && this.#manner(last) === "one") this.#choose([last]);
  }

  #act(action: Legal): void {
    if (this.table.busy) return;
    const byHand = ofAnyCards(action) || this.#menu.exactly(this.#selected).includes(action);
    this.#send(action, byHand ? this.#selected : null);
  }

  /** `slots`: the cards selected for it, null if the action says which. */
  #send(action: Legal, slots: readonly Slot[] | null): void {
    const id = this.table.act(action, slots ? slots.map((slot) => slot.face) : action[1]);
    this.#requests.add(id);
    this.#sent = { id, slots: namesOf(slots ?? slotsFor(action, this.#whole, this.#all, [])), chosen: this.#chosen.slots };
  }

  /** The message is done, and the choice that it was made from ends. What was selected in the meantime stays. */
  #done(id: number): void {
    if (this.#sent?.id === id) {
      const { slots, chosen } = this.#sent;
      this.#sent = null;
      this.#beforeTap = [];
      this.#choose(this.#selected.filter(({ slot }) => !slots.includes(slot) && !chosen.includes(slot)));
    } else if (this.#why?.id === id) {
      const { verb, cards, pressed } = this.#why;
      this.#why = null;
      if (pressed && !this.table.busy) this.#send([verb, [...cards], -1, ["", {}]], this.#selected);
    }
  }

  /** No legal action fits the selection: the table says why. Nothing is computed here. */
  #try(wanted = ""): void {
    const { table } = this;
    if (table.busy || !(wanted || this.#offers.some((offer) => offer.cards))) return;
    if (this.only) this.denied();
    else if (this.#selected.length === 0) this.#say("info", ["table.choose_first", {}]);
    else this.#askWhy(this.#selected, wanted);
  }

  /** Ask the table why these cards cannot be played, with the verb of the pressed button, or with a verb that takes as many cards. */
  #askWhy(slots: readonly Slot[], pressed = ""): void {
    const taking = this.#whole.legal.filter(([, cards]) => cards.length > 0);
    const like = taking.find(([, cards]) => cards.length === slots.length) ?? taking[0];
    const verb = pressed || like?.[0] || this.#habits.get(this.table.view.phase)?.verb;
    if (!verb || this.only) return;
    const cards = slots.map((slot) => slot.face);
    const same = this.#why?.verb === verb && this.#why.cards.join() === cards.join();
    if (same && this.#why) this.#why = { ...this.#why, pressed: pressed !== "" };
    else {
      const id = this.table.ask(verb, cards);
      this.#why = { id, verb, cards, pressed: pressed !== "" };
      this.#requests.add(id);
      this.#questions.add(id);
    }
  }

  /** Cards are of no use now, and one was selected all the same. */
  #noCards(card: Slot): void {
    if (this.only) this.denied();
    else if (this.#habits.has(this.table.view.phase)) this.#askWhy([card]);
    else this.#say("info", ...(this.alone ? [["table.no_cards", {}], ["table.alone.help", {}]] satisfies Phrase[] : [["table.no_cards", {}]] satisfies Phrase[]));
  }

  /** A lesson asks for another card now. */
  #stopped(slot: Slot): boolean {
    if (!this.only || !this.active || this.#selected.includes(slot) || this.#open.has(slot.key)) return false;
    this.denied();
    return true;
  }

  // Premoves

  /** Choices can be queued while others play to a trick. */
  get #queueing(): boolean {
    const { table } = this;
    return table.shown && !table.watching && !this.active && table.view.status === "playing" && table.spec.lesson === null && this.#trick.length > 0;
  }

  #queue(offer: Offer): void {
    if (offer.queued) return void (this.#queued = null);
    if (offer.cards && this.#selected.length === 0) return this.#say("info", ["table.choose_first", {}]);
    this.#calm();
    this.#queued = { verb: offer.verb, slots: offer.cards ? this.#selected : [], when: this.#when, trick: this.#trick };
  }

  #settleQueued(): void {
    const queued = this.#queued;
    if (!queued || !this.table.shown || this.table.busy) return;
    const end = fate(queued, this.#whole, this.#when, this.#trick);
    if (end === "wait") return;
    this.#queued = null; // before anything is sent: never twice
    const there = queued.slots.every((slot) => this.#all.some((other) => other.slot === slot.slot));
    if (typeof end !== "string" && there) return this.#send(end, queued.slots.length > 0 ? queued.slots : null);
    if (queued.slots.length > 0 && end !== "over") this.#say("info", ["table.premove.unfit", { cards: queued.slots.map((slot) => slot.face) }]);
    else if (end === "unfit") this.#say("info", ["table.premove.unfit_verb", { what: `@${this.table.spec.game}.verb.${queued.verb}` }]);
  }

  // Answers of the table

  #refused(problem: Problem): void {
    this.#answered(problem.id);
    if (this.#sent?.id === problem.id) this.#sent = null;
    else if (this.#questions.delete(problem.id)) {
      const asked = this.#why?.id === problem.id; // otherwise something else was chosen since
      if (asked) this.#why = null;
      if (!asked || problem.code === "stale") return;
    }
    if (this.tells(problem)) this.#say("bad", refusal(problem, this.text, this.table.spec.game));
  }

  #answered(id: number): void {
    if (this.#hinting === id) this.#hinting = 0;
  }

  #advise(tip: Tip): void {
    if (this.#hinting !== tip.id || !this.table.shown) return; // a question asked twice is answered twice
    this.#answered(tip.id);
    const { legal } = this.table.view;
    const action = legal.find((one) => same(one, [tip.verb, tip.cards, tip.to, tip.say]));
    if (!action) return;
    this.#tip = { action, legal };
    this.#choose([]);
    this.#say("tip", action[3], tip.say, ...(this.alone ? [["table.alone.help", {}] satisfies Phrase] : []));
  }

  #say(kind: Notice["kind"], ...phrases: Phrase[]): void {
    this.#notice = { kind, phrases, when: this.#when };
  }

  /** After doing something the player has read the message, and no longer wants what they wanted before. */
  #calm(): void {
    this.#queued = this.#why = null;
    if (this.#notice?.kind !== "tip") this.#notice = null;
  }

  // Buttons

  #makeOffers(): Offer[] {
    const { table, text } = this;
    if (!table.shown) return [];
    const ahead = this.#queueing;
    const turn = ahead ? offersAhead(table.spec.verbs.filter(({ name }) => table.spec.premoves.includes(name))) : offersFor(this.#whole, this.#all, this.#selected);
    const bare = [...turn, ...offersAside(this.#asides)];
    const words = bare.map((offer) => this.#wordsOf(offer));
    const keeper = text.knows(table.spec.game) ? this.#keys : new HotKeys(); // a label that no button shows yet is not remembered
    const taken = new Set([...this.#typed, ...Object.values(TOOL_KEYS)]);
    const labels = words.map(({ label }) => label);
    // what takes no turn keeps its key in every turn: letters of its own, which no other button takes
    const apart = keeper.assign("aside", bare.slice(turn.length), labels.slice(turn.length), taken, [], false);
    const own = keeper.assign(table.view.phase, turn, labels, new Set([...taken, ...apart]), words.map(({ sign }) => sign));
    const keys = [...own, ...apart];
    const enter = enterOf(turn);
    return bare.map((offer, i) => {
      const { only } = this;
      const { aim } = this;
      const aside = i >= turn.length;
      const meant = aim && offer.cards ? offer.actions.filter((action) => this.#goesOn(action, table.zone(aim))) : offer.actions;
      const actions = only ? meant.filter((action) => same(action, only)) : meant;
      const hot = keys[i] ?? "";
      return {
        ...offer,
        actions,
        ...(words[i] ?? { label: "", say: "", sign: "", short: "", faces: [] }),
        hot: this.letters || hot === "Enter" ? hot : "",
        enabled: ahead && !aside ? !offer.cards || this.#selected.length > 0 : actions.length > 0 && !table.busy,
        held: only !== null && !ahead && actions.length === 0 && offer.actions.length > 0,
        primary: !ahead && !aside && (i === enter || turn.length === 1),
        ahead: ahead && !aside,
        queued: ahead && !aside && this.#queued?.verb === offer.verb,
        aside,
        tipped: this.#advised !== null && this.#advised[0] === offer.verb && (offer.cards || offer.actions.includes(this.#advised)),
      };
    });
  }

  #wordsOf(offer: BareOffer): OfferWords {
    const [only] = offer.actions;
    const verb = this.text.bare(`${this.table.spec.game}.verb.${offer.verb}`);
    if (offer.id === HIGHER) return { label: this.text.t("table.aside.more"), say: "", sign: "", short: "", faces: [] };
    const say = only && offer.actions.length === 1 ? this.text.say(only[3]) : "";
    if (!only || offer.cards || !say) return { label: verb, say, sign: "", short: "", faces: [] };
    const choices = this.table.spec.verbs.find(({ name }) => name === offer.verb)?.among;
    const sign = `${choices?.[targetOf(this.table.spec, only, "choice")]}.sign`;
    return { label: say, say: "", sign: this.text.has(sign) ? this.text.t(sign) : "", ...this.text.drawn(only[3]) };
  }
}
