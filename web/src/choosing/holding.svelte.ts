import { LAYINGS, type Laying, type Sorting } from "../viewer/settings.svelte";
import type { Slot } from "./choose";

/**
 * What the rules say: how each face is written, its key, and the groups in which they put faces, from high to low; []
 * if they have no order. `trumped`: a suit or more is trump. `plan`: what the hand can become, with other numbers if a card is missing; in games of melds it is
 * what the player collects.
 */
export interface Ruled {
  faces: readonly string[];
  keys?: readonly number[];
  order: readonly (readonly number[])[];
  melds?: boolean;
  trumped?: boolean;
  plan?: readonly (readonly number[])[];
}

/** What the player prefers, for all games. */
export interface Liked {
  sorting: Sorting;
  laying: Laying;
}

const SUITS = "CHSDECOB"; // black and red alternating; the Spanish ones in their usual order

/**
 * The order in which the player holds their cards. A game with neither an order nor groups has only one, and the
 * preference is kept.
 */
export class Holding {
  /** Where it is remembered. */
  liked = $state.raw<Liked>(new Unwritten());
  readonly #ruled: () => Ruled;
  readonly #places = $derived.by(() => {
    const { faces, order, melds } = this.#ruled();
    return placesIn(this.liked.laying, faces, melds || order.length === 0 ? null : order);
  });

  constructor(ruled: () => Ruled = () => ({ faces: [], order: [] })) {
    this.#ruled = ruled;
  }

  /** The rules have an order for cards, or melds, or every card has a suit that counts. */
  get ruled(): boolean {
    const { faces, keys = [], order, melds } = this.#ruled();
    return melds || order.length > 0 || (keys.length > 0 && new Set(keys).size === faces.length);
  }

  /** What the order of the rules is called: what lies together in it. */
  readonly #own = $derived.by((): Laying | "melds" => {
    const { faces, order, melds, trumped, plan = [] } = this.#ruled();
    const parts = (part: (face: string) => string): Set<string>[] =>
      order.map((group) => new Set(group.map((face) => part(faces[face] ?? ""))));
    const alike = (part: (face: string) => string): boolean =>
      parts(part).every(({ size }) => size < 2);
    if (melds || (order.length === 0 && plan.length > 0)) return "melds";
    if (order.length === 0) return "suit";
    if (trumped) return "own";
    if (alike((face) => face.charAt(0))) return "suit";
    return alike((face) => face.slice(1)) ? "rank" : "own";
  });

  /** What the present order is called. */
  get called(): Laying | "melds" {
    return this.liked.laying === "own" ? this.#own : this.liked.laying;
  }

  /** The rules have no order, and say which cards of the hand belong together. */
  get grouped(): boolean {
    return !this.ruled && (this.#ruled().plan?.length ?? 0) > 0;
  }

  /** There is another way to sort the cards. */
  get sortable(): boolean {
    return this.ruled || this.grouped;
  }

  /** Groups are more than cards of one key. */
  get packed(): boolean {
    return this.ruled || (this.liked.sorting === "groups" && this.grouped);
  }

  /** Sort them in the next way. */
  sort(): void {
    const { liked } = this;
    const ways = LAYINGS.filter((way) => way === "own" || way !== this.#own); // one of a name is enough
    if (this.ruled) liked.laying = ways[(Math.max(0, ways.indexOf(liked.laying)) + 1) % ways.length] ?? "own";
    else liked.sorting = liked.sorting === "rank" ? "groups" : "rank";
  }

  /**
   * The groups: those of the rules, the game's own, or cards of one face key. `slots` come in the order of their keys.
   */
  packs(slots: readonly Slot[]): readonly (readonly Slot[])[] {
    if (this.ruled) return this.#planned(slots);
    if (this.packed) return this.#planned(slots);
    return together(slots, (slot) => slot.key);
  }

  /** These cards are a whole meld, and lie together as one. */
  melded(slots: readonly Slot[]): boolean {
    const { plan = [] } = this.#ruled();
    const whole = (meld: readonly number[]): boolean =>
      meld.length > 2 && meld.length === slots.length && slots.every(({ face }) => meld.includes(face));
    return this.ruled && this.called === "melds" && plan.some(whole);
  }

  /** The melds first, as far as they exist, and then the other cards. */
  #planned(slots: readonly Slot[]): Slot[][] {
    const left = [...slots];
    const take = (face: number): Slot[] => {
      const at = left.findIndex((slot) => slot.face === face);
      return at < 0 ? [] : left.splice(at, 1);
    };
    const plan = this.grouped || this.liked.laying === "own" ? (this.#ruled().plan ?? []) : [];
    const melds = plan.map((meld) => meld.flatMap(take)).filter((meld) => meld.length > 0);
    return [...melds, ...this.#laid(left)];
  }

  #laid(slots: readonly Slot[]): Slot[][] {
    const at = ({ face }: Slot): Place => this.#places.get(face) ?? LAST;
    const sorted = [...slots].sort((a, b) => at(a).group - at(b).group || at(a).place - at(b).place || a.face - b.face);
    return together(sorted, (slot) => at(slot).group);
  }
}

/** Until the place for the preference is set. */
class Unwritten implements Liked {
  sorting = $state<Sorting>("rank");
  laying = $state<Laying>("own");
}

interface Place {
  group: number;
  place: number;
}

const LAST: Place = { group: Infinity, place: 0 }; // a card that is not in the rules' order

/**
 * The place of each face: its group, and its index there. A group lists its ranks from low to high. `order` null: the
 * rules have none, and groups are suits, or ranks, from low to high, and jokers last.
 */
function placesIn(laying: Laying, faces: readonly string[], order: Ruled["order"] | null): Map<number, Place> {
  if (laying === "own" && order)
    return new Map(order.flatMap((group, i) => group.map((face, j) => [face, { group: i, place: j }] as const)));
  const rising = [...new Set(faces.map((face) => face.slice(1)))].filter((rank) => rank !== "");
  const ranks = order ? rising.reverse() : rising;
  const ruled = order ? new Set(order.flat()) : faces.keys();
  return new Map(
    [...ruled].map((face) => {
      const notation = faces[face] ?? "";
      const [suit, rank] = [SUITS.indexOf(notation.charAt(0)), ranks.indexOf(notation.slice(1))];
      if (rank < 0) return [face, LAST];
      return [face, laying === "rank" ? { group: rank, place: suit } : { group: suit, place: rank }];
    }),
  );
}

/** Neighbours with something in common, as groups. */
function together(slots: readonly Slot[], what: (slot: Slot) => number): Slot[][] {
  const packs: Slot[][] = [];
  for (const slot of slots) {
    const last = packs.at(-1);
    if (last?.[0] && what(last[0]) === what(slot)) last.push(slot);
    else packs.push([slot]);
  }
  return packs;
}
