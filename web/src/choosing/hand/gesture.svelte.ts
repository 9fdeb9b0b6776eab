import { onDestroy, untrack } from "svelte";
import type { HandProps } from "./props";
import { strip } from "./sweep";

/** The hand under the pointer. */
type Held = Pick<
  HandProps,
  "picks" | "carry" | "over" | "drop" | "putBack" | "pending" | "sweep" | "swept" | "carries"
> & {
  list: HTMLElement | undefined;
  /** the card at a point of the window, −1 for none */
  at: (x: number, y: number) => number;
};

const AWAY = 12; // px above the hand at which a card has left it
const UP = 16; // px upwards after which a card is dragged and no strip swept

/** The card of an event, −1 for none. */
export function indexOf(target: EventTarget | null): number {
  const found = target instanceof Element ? target.closest("[data-i]")?.getAttribute("data-i") : null;
  return found === null || found === undefined ? -1 : Number(found);
}

/**
 * A pointer that leaves the card on which it was pressed sweeps a strip; one that goes up takes the card along. If
 * cards cannot be dragged, a touch scrolls the page up and down, as everywhere. Make it while a component is set up.
 */
export class Gesture {
  /** the card under a finger */
  touched = $state("");
  /** what is dragged, and how far it is from its place. lies: it has been dropped, and the result is not shown yet */
  carried = $state.raw<{ id: string; x: number; y: number; lies: boolean } | null>(null);
  /** since the pointer was pressed: the click that follows is ignored */
  drawn = false;
  #pressed: { at: number; pointer: number; take: boolean; x: number; y: number } | null = null;

  constructor(readonly now: () => Held) {
    // The player can no longer act, or the card has gone, during the drag: it returns, and dropping it does nothing.
    $effect(() => {
      const { carried } = this;
      const { picks, carries } = this.hand;
      const lost = carried && !carried.lies && (!carries || !picks.some((pick) => pick.id === carried.id));
      if (lost) untrack(() => this.#giveUp());
    });
    $effect(() => {
      if (!this.hand.pending && this.carried?.lies) this.carried = null;
    });
    onDestroy(() => {
      if (this.carried && !this.carried.lies) this.#back();
    });
  }

  get hand(): Held {
    return this.now();
  }

  /** The names of the cards of a strip. */
  between(from: number, to: number): string[] {
    return strip(this.hand.picks, from, to).map((pick) => pick.id);
  }

  readonly down = (event: PointerEvent): void => {
    if (!event.isPrimary) return;
    getSelection()?.removeAllRanges(); // or the browser would drag the text that is selected
    const at = indexOf(event.target);
    const pick = this.hand.picks[at];
    this.drawn = false;
    this.#pressed =
      pick && event.button === 0
        ? { at, pointer: event.pointerId, take: !pick.selected, x: event.clientX, y: event.clientY }
        : null;
    this.touched = this.#pressed && pick && event.pointerType !== "mouse" ? pick.id : "";
  };

  readonly move = (event: PointerEvent): void => {
    const { list, picks } = this.hand;
    if (!this.#pressed || !list || !event.isPrimary || this.#carrying(event) || !this.#pressed) return;
    const on = this.hand.at(event.clientX, event.clientY);
    if (on < 0 || (on === this.#pressed.at && !this.drawn)) return;
    if (!this.drawn) list.setPointerCapture(event.pointerId);
    this.drawn = true;
    if (this.touched) this.touched = picks[on]?.id ?? "";
    this.hand.sweep(this.between(this.#pressed.at, on), this.#pressed.take, picks[on]?.id ?? "");
  };

  /** A mouse leaves the hand without an event, unless it is captured. */
  readonly outside = (event: PointerEvent): void => {
    if (
      this.#pressed &&
      !this.drawn &&
      event.buttons === 1 &&
      event.target instanceof Node &&
      !this.hand.list?.contains(event.target)
    )
      this.#carrying(event);
  };

  readonly end = (event: PointerEvent): void => {
    if (!event.isPrimary) return;
    if (this.carried && !this.carried.lies) {
      if (event.type === "pointerup" && this.hand.carries && this.#away(event.clientY)) this.#letGo(event);
      else this.#back();
    } else if (this.#pressed && this.drawn) {
      this.hand.swept(event.type === "pointerup");
    }
    this.#pressed = null;
    this.touched = "";
    setTimeout(() => (this.drawn = false)); // a click without a pointer, as from a screen reader, counts again
  };

  /** A touch is captured by its card until the hand takes it: that is not the end of the drag. */
  readonly lost = (event: PointerEvent): void => {
    if (event.target === this.hand.list) this.end(event);
  };

  /** A second finger means something else, as zooming: what was begun is given up. */
  readonly another = (event: PointerEvent): void => {
    if (!event.isPrimary && this.#pressed) this.#giveUp();
  };

  readonly escape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.#pressed || !this.drawn) return;
    event.preventDefault();
    event.stopPropagation();
    this.#giveUp();
  };

  #away(y: number): boolean {
    return y < (this.hand.list?.getBoundingClientRect().top ?? 0) - AWAY;
  }

  /** Has the pointer taken the card along? Then it keeps dragging it. */
  #carrying(event: PointerEvent): boolean {
    const { hand } = this;
    const pressed = this.#pressed;
    const pick = pressed && hand.picks[pressed.at];
    if (!pressed || !pick || !hand.list || !hand.carries) return false;
    const [x, y] = [event.clientX - pressed.x, event.clientY - pressed.y];
    if (!this.carried || this.carried.lies) {
      const upwards = !this.drawn && -y > UP && -y > Math.abs(x);
      if (!upwards && !this.#away(event.clientY)) return false;
      if (this.drawn) hand.swept(false);
      else hand.list.setPointerCapture(event.pointerId);
      this.drawn = true;
      this.touched = "";
      if (hand.carry?.(pick.id) === false) {
        this.#pressed = null;
        return true;
      }
    }
    this.carried = { id: pick.id, x, y, lies: false };
    hand.over?.(this.#away(event.clientY) ? { x: event.clientX, y: event.clientY } : null);
    return true;
  }

  #letGo(event: PointerEvent): void {
    const lies = this.hand.drop?.(event.clientX, event.clientY) === true;
    this.carried = this.carried && lies ? { ...this.carried, lies } : null;
    this.hand.over?.(null);
  }

  /** What is dragged returns to its place. */
  #back(): void {
    this.carried = null;
    this.hand.over?.(null);
    this.hand.putBack?.();
  }

  /** The pointer's gesture was not meant. */
  #giveUp(): void {
    if (this.carried && !this.carried.lies) this.#back();
    else if (this.#pressed && this.drawn) this.hand.swept(false);
    if (this.#pressed) this.drawn = true; // and it makes no click
    this.#pressed = null;
    this.touched = "";
  }
}
