import { goesOn } from "./aim";
import { Menu, same, slotsFor, slotsOf, type Manner, type Slot } from "./choose";
import { Holding, type Ruled } from "./holding.svelte";
import type { Offer, Pick } from "./offer";
import { suggestions, type Suggestion } from "./suggest";
import type { TableStore, ZoneState } from "../table/table.svelte";
import type { Text } from "../viewer/text.svelte";
import { BACK, type Action } from "../wire/objects";

/** It is done with any cards that are selected. */
export function ofAnyCards({ cards }: Action): boolean {
  return cards.includes(BACK);
}

/** The names of the slots that are selected. added: of those that the page added to the player's selection. */
export interface Held {
  ids: readonly string[];
  added: readonly string[];
}

export const namesOf = (slots: readonly Slot[]): string[] => slots.map((slot) => slot.id);

const SUGGESTIONS = 10;
const EMPTY = new Menu([], []);
const NOTHING: Ruled = { faces: [], order: [] };

/** If several melds can be laid, the player collects them. */
function ruled({ spec, view, me }: TableStore): Ruled {
  const melds = spec.zones.filter((zone) => zone.role === "meld" && zone.owner === me).length > 1;
  return { faces: spec.faces, order: view.order, melds, plan: view.plan };
}

/** What is selected, from which cards, and what can be done with it. */
export abstract class Selection {
  /** How the hand is sorted. */
  readonly holding = new Holding(() => (this.table.shown ? ruled(this.table) : NOTHING));
  /** A lesson allows one action at a time; any other attempt calls `denied`. */
  only = $state.raw<Action | null>(null);
  protected chosen = $state.raw<Held & { when: string }>({ ids: [], added: [], when: "" });
  /** by phase: is only one card played at a time, and what is the verb? */
  protected readonly habits = new Map<string, { single: boolean; verb: string }>();
  protected aimed = $state.raw<{ zone: string; legal: readonly Action[] } | null>(null);
  protected tip = $state.raw<{ action: Action; legal: readonly Action[] } | null>(null);
  /** A selection is valid for one phase of one deal, and during the player's turn only while cards can be chosen. */
  protected readonly when = $derived.by(() => {
    const { table } = this;
    return table.shown ? `${table.view.deal} ${table.view.phase}` : "";
  });
  /** The player can act, and cards are of no use for it. */
  protected readonly cardless = $derived.by(() => this.active && [...this.turn, ...this.unlisted].every(({ cards }) => cards.length === 0));
  readonly #ids = $derived(this.chosen.when === this.when && !this.cardless ? this.chosen.ids : []);
  /** What the player can do in their turn, without what can be said beside it at any time. */
  protected readonly turn = $derived.by(() => {
    const { table } = this;
    return table.shown ? table.legal.filter(({ verb }) => !table.spec.asides.includes(verb)) : [];
  });
  protected readonly asides = $derived.by(() => {
    const { table } = this;
    return table.shown && !table.watching ? table.legal.filter(({ verb }) => table.spec.asides.includes(verb)) : [];
  });
  /** All actions of the turn. */
  protected readonly whole = $derived.by(() => {
    const { table } = this;
    return table.shown ? new Menu(this.turn, table.spec.keys, table.spec.verbs) : EMPTY;
  });
  /**
   * The actions that the selection can become: all of them, those on the chosen place, or the one that a lesson asks
   * for.
   */
  protected readonly menu = $derived.by(() => {
    const { only, aim } = this;
    if (aim) return this.whole.only((action) => this.goesOn(action, this.table.zone(aim)));
    return only && this.whole.legal.length > 0 ? this.whole.only((action) => same(action, only)) : this.whole;
  });
  /** The own hand; a player without one plays from the open cards before them. */
  readonly #hand = $derived.by(() => {
    const { table } = this;
    if (!table.shown || table.watching) return [];
    const hand = table.zones("hand", table.me);
    const open = hand.every((zone) => zone.cards.length === 0) ? table.zones("open", table.me).filter((zone) => zone.cards.length > 0) : [];
    return open.length > 0 ? open : hand;
  });
  /**
   * Zones from which cards can be selected: the own hand, and for legal cards outside it, the zone where they are
   * visible.
   */
  readonly #sources = $derived.by(() => {
    const { table } = this;
    if (!table.shown || table.watching) return [];
    const hand = this.#hand;
    const known = new Set(hand.flatMap((zone) => zone.cards.map((face) => table.spec.keys[face])));
    const foreign = new Set(table.legal.flatMap(({ cards }) => cards).filter((face) => !known.has(table.spec.keys[face])));
    const elsewhere = table.spec.zones
      .filter((spec) => !hand.some((zone) => zone.spec === spec))
      .map((spec) => table.zone(spec.id))
      .filter((zone) => zone.cards.some((face) => face !== BACK && foreign.has(face)));
    const own = elsewhere.filter((zone) => zone.spec.owner === table.me); // the player's own zones before similar ones of others
    return [...hand, ...(own.length > 0 ? own : elsewhere)];
  });
  protected readonly all = $derived(this.#sources.flatMap((zone) => slotsOf(zone.spec.id, zone.cards, this.table.spec.keys)));
  protected readonly taken = $derived(
    this.#ids.map((id) => this.all.find((other) => other.id === id)).filter((slot) => slot !== undefined),
  );
  protected readonly joining = $derived(this.menu.open(this.taken));
  /** The cards that some legal action takes. */
  protected readonly usable = $derived(this.menu.open([]));
  /** Only cards that go with the selection are of use now: it is not complete, or a lesson asks for certain cards. */
  readonly #narrow = $derived(this.only !== null || (this.menu.unfinished(this.taken) && !this.menu.grows(this.taken)));
  protected readonly advised = $derived.by(() => {
    const { action, legal } = this.tip ?? {};
    return action && this.table.shown && legal === this.table.legal ? action : null;
  });
  readonly #tipped = $derived(new Set(this.advised ? slotsFor(this.advised, this.whole, this.all, []).map((slot) => slot.id) : []));

  constructor(
    readonly table: TableStore,
    readonly text: Text,
  ) {}

  abstract get offers(): readonly Offer[];

  get active(): boolean {
    return this.turn.length > 0;
  }

  get hand(): Pick[] {
    return this.#hand.flatMap((zone) => this.picks(zone));
  }

  picks(zone: ZoneState): Pick[] {
    const idle = !this.active;
    const chosen = new Set(this.#ids);
    const packs = this.holding.packs(slotsOf(zone.spec.id, zone.cards, this.table.spec.keys));
    return packs.flatMap((slots, pack) =>
      slots.map((slot) => {
        const selected = chosen.has(slot.id);
        const lit = idle || (selected ? this.usable : this.#narrow ? this.joining : this.usable).has(slot.key);
        return { ...slot, notation: this.table.notation(slot.face), selected, lit, tipped: this.#tipped.has(slot.id), pack };
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
    return this.taken.map((slot) => slot.face);
  }

  /** Those of them that the page added, because the selection can only become this. */
  get added(): number[] {
    return this.taken.filter((slot) => this.chosen.added.includes(slot.id)).map((slot) => slot.face);
  }

  /** What the selection can become, longest first, one of each kind before a second of any. */
  get suggestions(): Suggestion[] {
    const n = this.taken.length;
    if (n === 0) return [];
    const longer = this.menu.containing(this.taken).filter((action) => action.cards.length > n);
    return suggestions(longer, (action) => this.text.say(action.say), SUGGESTIONS);
  }

  /** What the rules would accept now though it is not legal: offered apart, and confirmed by a question. */
  get unlisted(): readonly Action[] {
    const { table } = this;
    if (!table.shown || table.watching || this.only || table.view.status !== "playing") return [];
    const asked = table.view.must | table.view.may;
    if (((asked >> table.me) & 1) === 0) return [];
    return table.unlisted.filter((_, n) => table.view.dares.includes(n));
  }

  /**
   * The place on which cards will be laid: only cards that go there are lit, and the one that is selected is laid at
   * once. "" for none.
   */
  get aim(): string {
    return this.table.shown && this.aimed?.legal === this.table.legal ? this.aimed.zone : "";
  }

  protected goesOn(action: Action, place: ZoneState): boolean {
    return goesOn(action, place, this.table.spec);
  }

  protected find(id: string): Slot | undefined {
    return this.all.find((other) => other.id === id);
  }

  protected choose(slots: readonly Slot[], added: readonly string[] = []): void {
    const names = namesOf(slots);
    this.chosen = { ids: names, added: added.filter((name) => names.includes(name)), when: this.when };
  }

  /** How cards are selected in this card's zone. While there is no legal action, as before in this phase. */
  protected manner({ zone }: Slot): Manner {
    if (this.unlisted.some(ofAnyCards)) return "any";
    const single = this.active ? this.menu.single(this.all.filter((slot) => slot.zone === zone)) : this.habits.get(this.table.view.phase)?.single;
    return single ? "one" : "fit";
  }

  /** These cards are no action, and lead to none. */
  protected dead(slots: readonly Slot[]): boolean {
    const menu = this.menu;
    return this.active && !menu.leadsOn(slots) && menu.freely(slots).length === 0 && !menu.grows(slots);
  }
}
