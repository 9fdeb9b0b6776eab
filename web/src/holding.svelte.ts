import type { Slot } from "./choose";

/** How a hand is held: by rank, or by a game's own packs. */
export type Sorting = "rank" | "groups";
/** How a hand is held where the rules put cards in order: so, by suit, or by rank. */
export type Laying = "own" | "suit" | "rank";
export const LAYINGS: readonly Laying[] = ["own", "suit", "rank"];

/** A game's own way of holding a hand: packs of what belongs together, in the order in which they lie. */
export type Grouping = (slots: readonly Slot[]) => readonly (readonly Slot[])[];

/**
 * What the rules say: how each face is written, and the groups in which they put faces, from high to low; [] where they put them in no order.
 * Where melds are laid: what the hand has of them, with other numbers where a card is still missing.
 */
export interface Ruled {
  faces: readonly string[];
  order: readonly (readonly number[])[];
  melds?: boolean;
  plan?: readonly (readonly number[])[];
}

/** What somebody likes, of all games alike. */
export interface Liked {
  sorting: Sorting;
  laying: Laying;
}

const SUITS = "CHSDECOB"; // black and red in turn; the Spanish ones as they are told

/** The order in which somebody holds his cards. A game with neither an order nor packs knows one only, and for it nothing is forgotten. */
export class Holding {
  /** Where it is remembered. */
  liked = $state.raw<Liked>(new Unwritten());
  grouping = $state.raw<Grouping | null>(null);
  readonly #ruled: () => Ruled;
  readonly #places = $derived.by(() => {
    const { faces, order, melds } = this.#ruled();
    return placesIn(this.liked.laying, faces, melds ? null : order);
  });

  constructor(ruled: () => Ruled = () => ({ faces: [], order: [] })) {
    this.#ruled = ruled;
  }

  /** The rules put cards in order, or into melds. */
  get ruled(): boolean {
    const { order, melds = false } = this.#ruled();
    return melds || order.length > 0;
  }

  /** Cards may be held in another way. */
  get sortable(): boolean {
    return this.ruled || this.grouping !== null;
  }

  /** What lies together is more than cards of one key. */
  get packed(): boolean {
    return this.ruled || (this.liked.sorting === "groups" && this.grouping !== null);
  }

  /** Hold them in the next way. */
  sort(): void {
    const { liked } = this;
    if (this.ruled) liked.laying = LAYINGS[(LAYINGS.indexOf(liked.laying) + 1) % LAYINGS.length] ?? "own";
    else liked.sorting = liked.sorting === "rank" ? "groups" : "rank";
  }

  /** What lies close together: what the rules put together, the game's packs, or cards of one match key. `slots` come in the order of their keys. */
  packs(slots: readonly Slot[]): readonly (readonly Slot[])[] {
    if (this.ruled) return this.#planned(slots);
    if (this.packed && this.grouping) return this.grouping(slots);
    return together(slots, (slot) => slot.key);
  }

  /** The melds first, as far as they are there, and then the other cards. */
  #planned(slots: readonly Slot[]): Slot[][] {
    const left = [...slots];
    const take = (face: number): Slot[] => {
      const at = left.findIndex((slot) => slot.face === face);
      return at < 0 ? [] : left.splice(at, 1);
    };
    const plan = this.liked.laying === "own" ? (this.#ruled().plan ?? []) : [];
    const melds = plan.map((meld) => meld.flatMap(take)).filter((meld) => meld.length > 0);
    return [...melds, ...this.#laid(left)];
  }

  #laid(slots: readonly Slot[]): Slot[][] {
    const at = ({ face }: Slot): Place => this.#places.get(face) ?? LAST;
    const sorted = [...slots].sort((a, b) => at(a).group - at(b).group || at(a).place - at(b).place || a.face - b.face);
    return together(sorted, (slot) => at(slot).group);
  }
}

/** Until it is said where it is remembered. */
class Unwritten implements Liked {
  sorting = $state<Sorting>("rank");
  laying = $state<Laying>("own");
}

interface Place {
  group: number;
  place: number;
}

const LAST: Place = { group: Infinity, place: 0 }; // a card of which the rules say nothing

/**
 * Where each face lies: in which group, and the how manieth there. A pack lists its ranks from low to high. `order` null: the rules have none, and
 * runs are collected: suits, or ranks, from low to high, and jokers last.
 */
function placesIn(laying: Laying, faces: readonly string[], order: Ruled["order"] | null): Map<number, Place> {
  if (laying === "own" && order) return new Map(order.flatMap((group, i) => group.map((face, j) => [face, { group: i, place: j }] as const)));
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

/** Neighbours that agree in something, as packs. */
function together(slots: readonly Slot[], what: (slot: Slot) => number): Slot[][] {
  const packs: Slot[][] = [];
  for (const slot of slots) {
    const last = packs.at(-1);
    if (last?.[0] && what(last[0]) === what(slot)) last.push(slot);
    else packs.push([slot]);
  }
  return packs;
}
