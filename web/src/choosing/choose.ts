/**
 * The one rule of choosing: a click filters the legal list. Nothing here knows a game; cards are compared by the face
 * key that the table's spec gives each face. If any family will do, any can be selected.
 */
import { BACK, type Action } from "../wire/objects";
import type { VerbSpec } from "../wire/protocol";

/**
 * One card that can be selected. `id` names it through updates: its zone, its face and which of several equal faces it
 * is.
 */
export interface Slot {
  id: string;
  zone: string;
  face: number;
  key: number;
}

export const namesOf = (slots: readonly Slot[]): string[] => slots.map((slot) => slot.id);

/** It is done with any cards that are selected. */
export function ofAnyCards({ cards }: Action): boolean {
  return cards.includes(BACK);
}

/** A zone's known cards as slots, in the order of a hand: by face key, then by face. */
export function slotsOf(zone: string, faces: readonly number[], keys: readonly number[]): Slot[] {
  const copies = new Map<number, number>();
  return faces
    .filter((face) => face !== BACK)
    .map((face) => {
      const copy = copies.get(face) ?? 0;
      copies.set(face, copy + 1);
      return { id: `${zone}/${face}/${copy}`, zone, face, key: keys[face] ?? face };
    })
    .sort((a, b) => a.key - b.key || a.face - b.face);
}

/** The cards of a view's zones, by name. */
export type Zones = Readonly<Record<string, readonly number[]>>;

/**
 * The new names of slots after the view has changed. Equal cards of a zone are numbered, so if one of them leaves,
 * those behind it get other names. Only for the player's own cards it is known which one has left: those `sent` are
 * gone first, then those in `chosen`, because whatever took a card away also took it out of the selection.
 */
export function renamed(
  before: Zones,
  after: Zones,
  chosen: readonly string[],
  sent: readonly string[],
): (id: string) => string | null {
  const plans = new Map<string, (number | null)[]>();
  const plan = (zone: string, face: number): (number | null)[] => {
    const known = plans.get(`${zone}/${face}`);
    if (known) return known;
    const had = copiesIn(before, zone, face);
    const name = (copy: number): string => `${zone}/${face}/${copy}`;
    const rank = (copy: number): number => (sent.includes(name(copy)) ? 0 : chosen.includes(name(copy)) ? 1 : 2);
    const order = Array.from({ length: had }, (_, copy) => copy).sort((a, b) => rank(a) - rank(b) || b - a);
    const removed = new Set(order.slice(0, Math.max(0, had - copiesIn(after, zone, face))));
    let next = 0;
    const made = Array.from({ length: had }, (_, copy) => (removed.has(copy) ? null : next++));
    plans.set(`${zone}/${face}`, made);
    return made;
  };
  return (id) => {
    const [zone = "", face = "", copy = ""] = id.split("/");
    const now = plan(zone, Number(face))[Number(copy)] ?? null;
    return now === null ? null : `${zone}/${face}/${now}`;
  };
}

function copiesIn(zones: Zones, zone: string, face: number): number {
  return (zones[zone] ?? []).filter((card) => card === face).length;
}

type Counts = Map<number, number>;

function count(keys: Iterable<number>): Counts {
  const counts: Counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function within(part: Counts, whole: Counts): boolean {
  for (const [key, n] of part) if ((whole.get(key) ?? 0) < n) return false;
  return true;
}

/** The legal list with its face keys counted once, for many queries. */
export class Menu {
  readonly #entries: { action: Action; counts: Counts; sign: string }[];
  readonly #free: ReadonlySet<string>;

  constructor(
    readonly legal: readonly Action[],
    readonly keys: readonly number[],
    readonly verbs: readonly VerbSpec[] = [],
  ) {
    this.#free = new Set(verbs.filter(({ free }) => free).map(({ name }) => name));
    this.#entries = legal.map((action) => {
      const sorted = action.cards.map((face) => this.keyOf(face)).sort((a, b) => a - b);
      return { action, counts: count(sorted), sign: sorted.join(" ") };
    });
  }

  /** Only those of its actions. */
  only(which: (action: Action) => boolean): Menu {
    return new Menu(this.legal.filter(which), this.keys, this.verbs);
  }

  keyOf(face: number): number {
    return this.keys[face] ?? face;
  }

  /**
   * The actions with exactly these cards. No cards: none, because an action without cards needs no selection. If
   * actions differ only in which of several equal cards they name, the one with the selected cards is meant.
   */
  exactly(selected: readonly Slot[]): Action[] {
    if (selected.length === 0) return [];
    const sign = signOf(selected);
    const fitting = this.#entries.filter((entry) => entry.sign === sign).map((entry) => entry.action);
    const taken = facesOf(selected.map((slot) => slot.face));
    const named = fitting.filter((action) => facesOf(action.cards) === taken);
    const settled = new Set(named.map(purpose));
    return fitting.filter((action) => named.includes(action) || !settled.has(purpose(action)));
  }

  /**
   * The player chooses its cards: the listed melds are one choice of many, and any other cards in the same number can
   * be tried.
   */
  freely(selected: readonly Slot[]): Action[] {
    const faces = selected.map((slot) => slot.face);
    const like = this.#melds.find(({ cards }) => cards.length === faces.length);
    if (!like || this.exactly(selected).length > 0) return [];
    return [{ verb: like.verb, cards: faces, to: -1, say: [like.say[0], { cards: faces }], group: like.group }];
  }

  /** With these actions one card is selected at a time: there is an action with one of them, and none with more. */
  single(among: readonly Slot[]): boolean {
    const here = new Set(among.map((slot) => slot.key));
    const taking = this.#entries.filter(({ counts }) => [...counts.keys()].some((key) => here.has(key)));
    return taking.length > 0 && taking.every(({ action }) => action.cards.length === 1);
  }

  /** The selection needs more cards to be an action, and there are such cards. */
  unfinished(selected: readonly Slot[]): boolean {
    return selected.length > 0 && this.exactly(selected).length === 0 && this.leadsOn(selected);
  }

  /** Can these cards and one more be melds that are not listed? */
  grows(selected: readonly Slot[]): boolean {
    return selected.length > 1 && this.#melds.some(({ cards }) => cards.length > selected.length);
  }

  get #melds(): readonly Action[] {
    return this.legal.filter(({ verb }) => this.#free.has(verb));
  }

  /** The actions whose cards contain the selection, longest first. */
  containing(selected: readonly Slot[]): Action[] {
    return this.#containing(selected)
      .map((entry) => entry.action)
      .sort((a, b) => b.cards.length - a.cards.length);
  }

  /** The longest action that needs only these cards; of several the first one listed, null for none. */
  longestWithin(slots: readonly Slot[]): Action | null {
    const have = count(slots.map((slot) => slot.key));
    let longest: Action | null = null;
    for (const { action, counts } of this.#entries) {
      if (action.cards.length > (longest?.cards.length ?? 0) && within(counts, have)) longest = action;
    }
    return longest;
  }

  /** Does the selection lead to an action, as it is or with more cards? */
  leadsOn(selected: readonly Slot[]): boolean {
    return this.#containing(selected).length > 0;
  }

  /** The face keys of which one more card still leads to an action. */
  open(selected: readonly Slot[]): Set<number> {
    const have = count(selected.map((slot) => slot.key));
    const open = new Set<number>();
    for (const { counts } of this.#containing(selected)) {
      for (const [key, n] of counts) if (n > (have.get(key) ?? 0)) open.add(key);
    }
    return open;
  }

  /**
   * The only combination that contains the selection and more; null if there are several, or if the selection is one
   * itself.
   */
  unambiguous(selected: readonly Slot[]): Action | null {
    const found = this.#containing(selected);
    const first = found[0];
    if (!first || !found.every((entry) => entry.sign === first.sign)) return null;
    return first.action.cards.length > selected.length ? first.action : null;
  }

  #containing(selected: readonly Slot[]): { action: Action; counts: Counts; sign: string }[] {
    const have = count(selected.map((slot) => slot.key));
    return this.#entries.filter((entry) => entry.action.cards.length > 0 && within(have, entry.counts));
  }
}

/** Do two actions do the same with the same cards, whatever their names? */
export function same(
  one: Pick<Action, "verb" | "cards" | "to">,
  other: Pick<Action, "verb" | "cards" | "to">,
): boolean {
  return one.verb === other.verb && one.to === other.to && facesOf(one.cards) === facesOf(other.cards);
}

export function facesOf(faces: readonly number[]): string {
  return [...faces].sort((a, b) => a - b).join(" ");
}

/** What an action does, whichever cards do it. */
function purpose({ verb, to }: Action): string {
  return `${verb} ${to}`;
}

function signOf(selected: readonly Slot[]): string {
  return selected
    .map((slot) => slot.key)
    .sort((a, b) => a - b)
    .join(" ");
}

/** The slots that carry out `action`: first those selected, then the faces it names, then any card of the same key. */
export function slotsFor(action: Action, menu: Menu, all: readonly Slot[], selected: readonly Slot[]): Slot[] {
  const missing = count(action.cards.map((face) => menu.keyOf(face)));
  const taken: Slot[] = [];
  const take = (slot: Slot): void => {
    const n = missing.get(slot.key) ?? 0;
    if (n === 0 || taken.includes(slot)) return;
    missing.set(slot.key, n - 1);
    taken.push(slot);
  };
  selected.forEach(take);
  const named = count(action.cards);
  for (const slot of all) {
    const n = named.get(slot.face) ?? 0;
    if (n === 0) continue;
    named.set(slot.face, n - 1);
    take(slot);
  }
  all.forEach(take);
  return taken;
}

/**
 * "one": a card is played alone, and the next one replaces the first. "any": any cards can be tried. "fit": cards that
 * go together join.
 */
export type Manner = "one" | "any" | "fit";

/**
 * The selection after a click on `slot`. If nothing can be done at the moment (`menu` is empty), cards are only laid
 * ready. A card that fits joins the selection; if then only one combination is left, it is completed. A card that does
 * not fit starts a new selection, unless a longer one is still being put together: a slip does not discard it. A card
 * that cannot be played at all can be selected like any other, so that the player can learn why.
 */
export function toggled(
  menu: Menu,
  all: readonly Slot[],
  selected: readonly Slot[],
  slot: Slot,
  manner: Manner = "fit",
): Slot[] {
  if (selected.includes(slot)) return selected.filter((other) => other !== slot);
  if (manner === "one") return [slot];
  if (menu.legal.length === 0) return [...selected, slot];
  if (menu.open(selected).has(slot.key)) return completed(menu, all, [...selected, slot]);
  if (menu.grows(selected) || manner === "any") return [...selected, slot];
  if (selected.length > 1 && menu.unfinished(selected)) return [...selected];
  return completed(menu, all, [slot]);
}

/**
 * The selection during a sweep over a strip of cards: all selected, or all deselected. Cards that lead nowhere are
 * skipped. If only one card is played, it is the one under the pointer.
 */
export function swept(
  menu: Menu,
  before: readonly Slot[],
  strip: readonly Slot[],
  take: boolean,
  single: Slot | null = null,
): Slot[] {
  if (single) return menu.legal.length === 0 || menu.open([]).has(single.key) ? [single] : [...before];
  if (!take) return before.filter((slot) => !strip.includes(slot));
  const open = menu.legal.length > 0 ? menu.open([]) : null;
  return [...before, ...strip.filter((slot) => !before.includes(slot) && (open === null || open.has(slot.key)))];
}

/**
 * What a swept selection becomes when the pointer is up: if it leads nowhere, the longest action within it, if that is
 * more than one card.
 */
export function settled(menu: Menu, selected: readonly Slot[]): Slot[] {
  if (selected.length === 0 || menu.legal.length === 0 || menu.leadsOn(selected)) return [...selected];
  const longest = menu.longestWithin(selected);
  return longest && longest.cards.length > 1 ? slotsFor(longest, menu, selected, []) : [...selected];
}

function completed(menu: Menu, all: readonly Slot[], selected: Slot[]): Slot[] {
  const only = menu.unambiguous(selected);
  return only ? slotsFor(only, menu, all, selected) : selected;
}

/** Something that the player can do: a button. */
export interface Offer {
  /** stable over updates: the verb, and for actions without a selection what they name */
  id: string;
  verb: string;
  /** an offer that needs a selection; false: it can be pressed as it is */
  cards: boolean;
  /** the actions that pressing it may mean now; if there are several, the player is asked */
  actions: Action[];
}

function idOf({ verb, cards, to }: Action): string {
  return `${verb} ${to} ${cards.join(" ")}`.trimEnd();
}

/** More actions of one verb than this share one button. */
const MANY = 8;

/**
 * The buttons for a legal list and a selection, those that need cards first. `reachable` are all cards that can be
 * selected.
 */
export function offersFor(menu: Menu, reachable: readonly Slot[], selected: readonly Slot[]): Offer[] {
  const has = count(reachable.map((slot) => slot.key));
  const bySelection = new Map<string, Offer>();
  const plain = new Map<string, Action[]>();
  for (const action of menu.legal) {
    const { verb, cards } = action;
    if (cards.length > 0 && within(count(cards.map((face) => menu.keyOf(face))), has)) {
      bySelection.set(verb, { id: `${verb}+`, verb, cards: true, actions: [] });
    } else {
      plain.set(verb, [...(plain.get(verb) ?? []), action]);
    }
  }
  for (const action of [...menu.exactly(selected), ...menu.freely(selected)])
    bySelection.get(action.verb)?.actions.push(action);
  const offers = [...bySelection.values()];
  for (const [verb, actions] of plain) {
    if (actions.length > MANY) offers.push({ id: verb, verb, cards: false, actions });
    else actions.forEach((action) => offers.push({ id: idOf(action), verb, cards: false, actions: [action] }));
  }
  return offers;
}

/**
 * The buttons while others play, for choices that are kept until it is one's turn: the same as those of the turn
 * itself.
 */
export function offersAhead(verbs: readonly VerbSpec[]): Offer[] {
  const offers = verbs.map(({ name: verb, cards: from }): Offer => {
    const cards = from.length > 0;
    return { id: cards ? `${verb}+` : idOf({ verb, cards: [], to: -1, say: [verb, {}] }), verb, cards, actions: [] };
  });
  return [...offers.filter((offer) => offer.cards), ...offers.filter((offer) => !offer.cards)];
}

/** The offer that holds everything after the first thing that can be said. */
export const HIGHER = "aside+";

/** The buttons for what takes no turn: the first as it is, everything further behind another one. */
export function offersAside(asides: readonly Action[]): Offer[] {
  const [first, ...further] = asides;
  if (!first) return [];
  const offers: Offer[] = [{ id: idOf(first), verb: first.verb, cards: false, actions: [first] }];
  const [next] = further;
  if (next) offers.push({ id: HIGHER, verb: next.verb, cards: false, actions: further });
  return offers;
}

/** Which offer has Enter: the first that the selection fits, otherwise the first that needs cards; −1 for none. */
export function enterOf(offers: readonly Offer[]): number {
  const fits = offers.findIndex((offer) => offer.cards && offer.actions.length > 0);
  return fits >= 0 ? fits : offers.findIndex((offer) => offer.cards);
}
