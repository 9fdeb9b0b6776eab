// Which click is the second of two quick ones. A card that is chosen rises, and one that is played makes room for its neighbour, so the second of two
// quick taps need not fall on the card of the first: it is known by its place as well.

const DOUBLE = 500; // ms between two taps that are one
const ONE_MORE = 250; // ms in which a third tap still belongs to the two before it
const NEAR = 10; // px between them

/** "first": it is a tap of its own. "stray": what it was meant for has been played by the one before, and it means nothing. */
export type Tap = { kind: "first" | "stray" } | { kind: "second"; slot: string };

interface Last {
  slot: string;
  at: number;
  x: number;
  y: number;
  /** how many cards there were */
  cards: number;
  /** it was the second already */
  done: boolean;
}

export class Taps {
  #last: Last | null = null;

  tell({ timeStamp: at, clientX: x, clientY: y }: MouseEvent, slot: string, cards: number): Tap {
    const last = this.#last;
    const soon = last !== null && at - last.at < DOUBLE;
    const placed = x !== 0 || y !== 0; // a click that no pointer made has no place
    const here = soon && (last.slot === slot || (placed && Math.hypot(x - last.x, y - last.y) <= NEAR));
    if (here && last.cards !== cards && (!last.done || at - last.at < ONE_MORE)) return { kind: "stray" };
    const second = here && !last.done;
    this.#last = { slot: second ? last.slot : slot, at, x, y, cards, done: second };
    return second ? { kind: "second", slot: last.slot } : { kind: "first" };
  }

  /** The card that was tapped last; "" for none. */
  get slot(): string {
    return this.#last?.slot ?? "";
  }
}
