// Which click is the second of two quick ones. A selected card rises, and a played one makes room for its neighbour, so
// the second of two quick taps may not hit the card of the first: its place on the screen counts as well. Two taps with
// anything else between them are not one.

const DOUBLE = 500; // ms between two taps that are one
const ONE_MORE = 250; // ms in which a third tap still belongs to the two before it
const NEAR = 10; // px between them

/** "first": it is a separate tap. "stray": the tap before has played what it was meant for, and it is ignored. */
export type Tap = { kind: "first" | "stray" } | { kind: "second"; id: string };

let done = 0; // clicks and keys so far, anywhere in the page

const count = ({ key, target }: { key?: string; target: EventTarget | null }): void => {
  // as a click, it is counted then
  const clicks = (key === " " || key === "Enter") && target instanceof Element && target.closest("button");
  if (!clicks) done += 1;
};
addEventListener("click", count as EventListener, true);
addEventListener("keydown", count, true);

interface Last {
  id: string;
  at: number;
  x: number;
  y: number;
  /** how many cards there were */
  cards: number;
  /** it was already the second */
  second: boolean;
  /** the clicks and keys up to it */
  done: number;
}

export class Taps {
  #last: Last | null = null;

  tell({ timeStamp: at, clientX: x, clientY: y }: MouseEvent, id: string, cards: number): Tap {
    const last = this.#last;
    const soon = last !== null && at - last.at < DOUBLE && done <= last.done + 1;
    const placed = x !== 0 || y !== 0; // a click without a pointer has no place
    const here = soon && (last.id === id || (placed && Math.hypot(x - last.x, y - last.y) <= NEAR));
    if (here && last.cards !== cards && (!last.second || at - last.at < ONE_MORE)) return { kind: "stray" };
    const second = here && !last.second;
    this.#last = { id: second ? last.id : id, at, x, y, cards, second, done };
    return second ? { kind: "second", id: last.id } : { kind: "first" };
  }

  /** The card that was tapped last; "" for none. */
  get id(): string {
    return this.#last?.id ?? "";
  }
}
