import type { AimedPlace } from "./aimed.svelte";
import { facesOf, namesOf, ofAnyCards, same, type Manner, type Slot } from "./choose";
import type { Habits } from "./habits";
import type { Reach } from "./reach.svelte";
import type { Renaming } from "./renaming";
import type { Turn } from "./turn.svelte";
import type { TableStore } from "../table/table.svelte";
import type { Action } from "../wire/objects";

/** The names of the slots that are selected. added: of those that the page added to the player's selection. */
export interface Held {
  ids: readonly string[];
  added: readonly string[];
}

/** What is selected, and what it can become. It is valid for one phase of one deal, and while cards can be chosen. */
export class Selection {
  /** What was selected before the last tap. */
  beforeTap: readonly Slot[] = [];
  #held = $state.raw<Held & { when: string }>({ ids: [], added: [], when: "" });
  readonly ids = $derived.by(() => (this.#held.when === this.turn.when && !this.turn.cardless ? this.#held.ids : []));
  readonly slots = $derived.by(() => this.reach.findAll(this.ids));
  /**
   * The actions that the selection can become: all of them, those on the chosen place, or the one that a lesson asks
   * for.
   */
  readonly menu = $derived.by(() => {
    const { only, whole } = this.turn;
    if (this.aimed.zone) return whole.only((action) => this.aimed.takes(action));
    return only && whole.legal.length > 0 ? whole.only((action) => same(action, only)) : whole;
  });
  /** The cards that go with the selection. */
  readonly joining = $derived(this.menu.open(this.slots));
  /** The cards that some legal action takes. */
  readonly usable = $derived(this.menu.open([]));
  /** Only cards that go with the selection are of use now: it is not complete, or a lesson asks for certain cards. */
  readonly narrow = $derived.by(() => this.turn.only !== null || (this.menu.unfinished(this.slots) && !this.menu.grows(this.slots)));

  constructor(
    readonly table: TableStore,
    readonly turn: Turn,
    readonly reach: Reach,
    readonly aimed: AimedPlace,
    readonly habits: Habits,
  ) {}

  get held(): Held {
    return this.#held;
  }

  get faces(): number[] {
    return this.slots.map((slot) => slot.face);
  }

  /** Those of them that the page added, because the selection can only become this. */
  get added(): number[] {
    return this.slots.filter((slot) => this.#held.added.includes(slot.id)).map((slot) => slot.face);
  }

  /** The longer actions that it can become, longest first. */
  get longer(): Action[] {
    const n = this.slots.length;
    return n === 0 ? [] : this.menu.containing(this.slots).filter((action) => action.cards.length > n);
  }

  /**
   * What a button selects while nothing is, where melds are laid and it always takes several cards: melds as the rules
   * see them in the hand, else the first that are listed.
   */
  draft(verb: string): Action | undefined {
    const { plan } = this.table.view;
    const listed = this.menu.legal.filter((action) => action.verb === verb);
    if (this.slots.length > 0 || this.table.zones("meld").length === 0) return undefined;
    if (listed.some(({ cards }) => cards.length < 2)) return undefined;
    const planned = [plan.flat(), ...plan].map(facesOf);
    return listed.find(({ cards }) => planned.includes(facesOf(cards))) ?? listed[0];
  }

  choose(slots: readonly Slot[], added: readonly string[] = []): void {
    const ids = namesOf(slots);
    this.restore({ ids, added: added.filter((name) => ids.includes(name)) });
  }

  restore({ ids, added }: Held): void {
    this.#held = { ids, added, when: this.turn.when };
  }

  /** What was selected for an action is done; what was selected in the meantime stays. */
  end(ids: readonly string[]): void {
    this.beforeTap = [];
    this.choose(this.slots.filter((slot) => !ids.includes(slot.id)));
  }

  /** How cards are selected in this card's zone. While there is no legal action, as before in this phase. */
  manner({ zone }: Slot): Manner {
    if (this.turn.unlisted.some(ofAnyCards)) return "any";
    const { active } = this.turn;
    const single = active ? this.menu.single(this.reach.slots.filter((slot) => slot.zone === zone)) : this.habits.single(this.table.view.phase);
    return single ? "one" : "fit";
  }

  /** These cards are no action, and lead to none. */
  dead(slots: readonly Slot[]): boolean {
    const { menu } = this;
    return this.turn.active && !menu.leadsOn(slots) && menu.freely(slots).length === 0 && !menu.grows(slots);
  }

  /** A lesson asks for another card now. */
  denies(slot: Slot): boolean {
    const { turn } = this;
    if (!turn.only || !turn.active || this.slots.includes(slot) || this.joining.has(slot.key)) return false;
    turn.denied();
    return true;
  }

  renamed(by: Renaming): void {
    const { ids, added, when } = this.#held;
    this.#held = { ids: by.names(ids), added: by.names(added), when };
    this.choose(this.slots, this.#held.added); // a card that has left is not selected when it comes back
    this.beforeTap = by.slots(this.beforeTap);
  }

  /** Learn about this phase; if only one card is played, of several cards laid ready the last one is meant. */
  learn(): void {
    const { taking } = this.turn;
    if (taking.length === 0) return;
    this.habits.learn(this.table.view.phase, taking);
    const last = this.slots.at(-1);
    if (last && this.slots.length > 1 && this.manner(last) === "one") this.choose([last]);
  }
}
