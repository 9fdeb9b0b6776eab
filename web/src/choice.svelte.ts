import { rankOf } from "./cards";
import { BACK, enterOf, Menu, offersFor, slotsFor, slotsOf, toggled, type Offer as BareOffer, type Slot } from "./choose";
import { HotKeys } from "./hotkeys";
import type { Legal } from "./protocol";
import type { TableStore, ZoneState } from "./table.svelte";
import type { Text } from "./text.svelte";

/** A card that can be taken, as it is to be drawn. */
export interface Pick extends Slot {
  notation: string;
  selected: boolean;
  /** taking it leads to something that may be done */
  lit: boolean;
}

export interface Offer extends BareOffer {
  /** what stands on the button */
  label: string;
  /** what exactly it would do, as far as that is settled: "straight 5–9" */
  say: string;
  /** "Enter", a letter or a figure; "" where there is none */
  hot: string;
  enabled: boolean;
  primary: boolean;
}

export interface Question {
  label: string;
  actions: readonly Legal[];
}

const HINTS = 60;

/** What a person is about to do: the reactive shell round `choose.ts`. */
export class ChoiceStore {
  #chosen = $state.raw<{ slots: readonly string[]; when: string }>({ slots: [], when: "" });
  #asked = $state.raw<(Question & { legal: readonly Legal[] }) | null>(null);

  readonly #keys = new HotKeys();

  /** A selection is good for one phase of one deal, and while it is one's turn only where cards may be chosen. */
  readonly #when = $derived.by(() => {
    const { table } = this;
    return table.shown ? `${table.view.deal} ${table.view.phase}` : "";
  });
  readonly #slots = $derived.by(() => {
    const { table } = this;
    const cardless = this.active && table.view.legal.every((action) => action[1].length === 0);
    return this.#chosen.when === this.#when && !cardless ? this.#chosen.slots : [];
  });

  readonly #menu = $derived.by(() => {
    const { table } = this;
    return table.shown ? new Menu(table.view.legal, table.spec.keys) : new Menu([], []);
  });
  /** Zones from which something may be taken: the own hand, and where a legal card is not in it, wherever else it can be seen. */
  readonly #sources = $derived.by(() => {
    const { table } = this;
    if (!table.shown || table.watching) return [];
    const hand = table.zones("hand", table.me);
    const known = new Set(hand.flatMap((zone) => zone.cards.map((face) => table.spec.keys[face])));
    const foreign = new Set(table.view.legal.flatMap((action) => action[1]).filter((face) => !known.has(table.spec.keys[face])));
    const elsewhere = table.spec.zones
      .filter((spec) => !hand.some((zone) => zone.spec === spec))
      .map((spec) => table.zone(spec.id))
      .filter((zone) => zone.cards.some((face) => face !== BACK && foreign.has(face)));
    return [...hand, ...elsewhere];
  });
  readonly #all = $derived(this.#sources.flatMap((zone) => slotsOf(zone.spec.id, zone.cards, this.table.spec.keys)));
  readonly #selected = $derived(
    this.#slots.map((slot) => this.#all.find((other) => other.slot === slot)).filter((slot) => slot !== undefined),
  );
  readonly #open = $derived(this.#menu.open(this.#selected));
  readonly #offers = $derived.by(() => this.#makeOffers());

  constructor(
    readonly table: TableStore,
    readonly text: Text,
  ) {
    // a card that has left the hand is not selected when it comes back
    table.listen(() => this.#choose(this.#selected));
  }

  get active(): boolean {
    return this.table.shown && this.table.view.legal.length > 0;
  }

  get hand(): Pick[] {
    if (!this.table.shown || this.table.watching) return [];
    return this.table.zones("hand", this.table.me).flatMap((zone) => this.picks(zone));
  }

  picks(zone: ZoneState): Pick[] {
    const idle = !this.active;
    const chosen = new Set(this.#slots);
    return slotsOf(zone.spec.id, zone.cards, this.table.spec.keys).map((slot) => {
      const selected = chosen.has(slot.slot);
      return { ...slot, notation: this.table.notation(slot.face), selected, lit: idle || selected || this.#open.has(slot.key) };
    });
  }

  /** Does a legal action take cards from this zone? */
  takesFrom(zone: ZoneState): boolean {
    return this.#sources.some((source) => source.spec === zone.spec);
  }

  get selected(): number[] {
    return this.#selected.map((slot) => slot.face);
  }

  get offers(): readonly Offer[] {
    return this.#offers;
  }

  get hints(): Legal[] {
    return this.#menu.containing(this.#selected).slice(0, HINTS);
  }

  /** What the selection is, once it is something: "Straight 5–9". */
  get becoming(): string {
    return this.#offers.find((offer) => offer.cards && offer.say)?.say ?? "";
  }

  get question(): Question | null {
    if (!this.table.shown) return null;
    return this.#asked?.legal === this.table.view.legal ? this.#asked : null;
  }

  toggle(slot: string): void {
    const target = this.#all.find((other) => other.slot === slot);
    const next = target && toggled(this.#menu, this.#all, this.#selected, target);
    if (next) this.#choose(next);
  }

  clear(): void {
    this.#choose([]);
    this.#asked = null;
  }

  take(action: Legal): void {
    this.#choose(slotsFor(action, this.#menu, this.#all, this.#selected));
  }

  press(offer: Offer): void {
    if (!offer.enabled) return;
    const [only] = offer.actions;
    if (offer.actions.length === 1 && only) this.#act(only);
    else this.#asked = { label: offer.label, actions: offer.actions, legal: this.table.view.legal };
  }

  /** Answer the open question. */
  answer(action: Legal | null): void {
    this.#asked = null;
    if (action) this.#act(action);
  }

  /** The offer whose hot key this is. */
  forKey(key: string): Offer | undefined {
    return this.#offers.find((offer) => offer.hot.toLowerCase() === key.toLowerCase());
  }

  #choose(slots: readonly Slot[]): void {
    this.#chosen = { slots: slots.map((slot) => slot.slot), when: this.#when };
  }

  #act(action: Legal): void {
    if (this.table.busy) return;
    const byHand = this.#menu.exactly(this.#selected).includes(action);
    this.table.act(action, byHand ? this.selected : action[1]);
  }

  /** Is this a key that a button has taken from those with which one finds a card? One figure of a number takes them all. */
  reserves(key: string): boolean {
    if (this.forKey(key)) return true;
    return /^[0-9]$/.test(key) && this.#offers.some((offer) => /^[0-9]$/.test(offer.hot));
  }

  #makeOffers(): Offer[] {
    const { table, text } = this;
    if (!table.shown) return [];
    const bare = offersFor(this.#menu, this.#all, this.#selected);
    const words = bare.map((offer) => this.#wordsOf(offer));
    const keeper = text.knows(table.spec.game) ? this.#keys : new HotKeys(); // what no button says yet is not remembered
    const keys = keeper.assign(table.view.phase, bare, words.map(({ label }) => label), this.#typed());
    const enter = enterOf(bare);
    return bare.map((offer, i) => ({
      ...offer,
      ...(words[i] ?? { label: "", say: "" }),
      hot: keys[i] ?? "",
      enabled: offer.actions.length > 0 && !table.busy,
      primary: i === enter || bare.length === 1,
    }));
  }

  #wordsOf(offer: BareOffer): { label: string; say: string } {
    const [only] = offer.actions;
    const verb = this.text.bare(`${this.table.spec.game}.verb.${offer.verb}`);
    const say = only && offer.actions.length === 1 ? this.text.say(only[3]) : "";
    return { label: offer.cards || !say ? verb : say, say: offer.cards ? say : "" };
  }

  /** The letters and figures with which somebody may jump to a card, in his hand or one that he may yet get. */
  #typed(): Set<string> {
    const { faces, deck } = this.table.spec;
    return new Set(faces.flatMap((face) => [...rankOf(face, deck).toLowerCase()]));
  }
}
