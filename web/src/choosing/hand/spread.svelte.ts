import { untrack } from "svelte";
import { drawn } from "../../wire/pause";
import { belowEdge, fitted, layout, roomFor } from "./layout";
import type { HandCard } from "./props";
import { cardAt } from "./sweep";

const SORTING = 320; // ms in which cards go to other places

/** Of the last hand: that of the next deal is as wide in the same window, and need not be measured to be drawn. */
const last = { screen: 0, width: 0 }; // px

const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Where the cards of a hand lie, and how they get to other places. Make it while a component is set up. */
export class Spread {
  /** the hand's and the window's, in px */
  width = $state(0);
  screen = $state(0);
  // the width for which the cards have been laid out: for a window of another width they do not glide
  #settled = $state(-1);
  // A hand that declares no number keeps the greatest height until there are more cards again, so that nothing above it
  // moves.
  #kept = $state.raw({ cards: 0, width: 0, screen: 0, height: 0 });

  /**
   * The place is as high as the largest hand needs, from the first card on; 0: the game has not said how large it is.
   */
  readonly #room = $derived.by(() =>
    this.hand().most > 0 ? roomFor(this.hand().most, this.#wide, this.#high) : 0,
  );
  readonly #below = $derived.by(() => (this.#room ? belowEdge(this.#wide, this.#high, this.hand().scale) : 0));
  readonly plan = $derived.by(() => {
    const { picks, packed, scale } = this.hand();
    const keys = picks.map((pick) => pick.pack);
    return this.#room
      ? fitted(keys, this.#wide, this.#high, packed, scale, this.#room + this.#below)
      : layout(keys, this.#wide, this.#high, packed, scale);
  });
  readonly height = $derived.by(() => {
    if (this.#room) return this.#room;
    const { cards, width, screen, height } = this.#kept;
    const held = this.hand().picks.length > cards || this.width !== width || this.screen !== screen ? 0 : height;
    return Math.max(this.plan.height + this.plan.lift, held);
  });
  /** the space above the cards: room for selected ones, and what is kept */
  readonly down = $derived.by(() => this.height + this.#below - this.plan.height);

  constructor(
    readonly hand: () => {
      picks: readonly HandCard[];
      packed: boolean;
      most: number;
      scale: number;
      list: HTMLElement | undefined;
    },
  ) {
    $effect.pre(() => {
      const { width, screen, height } = this;
      const now = { cards: hand().picks.length, width, screen, height };
      const kept = untrack(() => this.#kept);
      if (kept.cards !== now.cards || kept.width !== width || kept.screen !== screen || kept.height !== height)
        this.#kept = now;
    });
    // Once, while the hand is still empty: the first frame has its place already.
    $effect(() =>
      untrack(() => void (this.width ||= last.screen === this.screen ? last.width : (hand().list?.clientWidth ?? 0))),
    );
    $effect(() => {
      const laid = this.width;
      void drawn().then(() => (this.#settled = laid)); // the new places count before gliding is allowed again
    });
    // When the hand is sorted differently, as after a change of trump, cards move visibly. A style's transition cannot
    // do it: it ends when an element changes its place in the list.
    let lay: { id: string; at: string }[] = [];
    $effect(() => {
      const { picks, list } = hand();
      const now = picks.map(({ id }, i) => ({ id, at: this.#transformOf(i) }));
      const before = new Map(lay.map(({ id, at }) => [id, at]));
      const was = lay.map(({ id }) => id).filter((id) => now.some((card) => card.id === id));
      const is = now.map(({ id }) => id).filter((id) => before.has(id));
      lay = now;
      if (was.join() === is.join() || this.still || calm()) return;
      now.forEach(({ id, at }, i) => {
        const from = before.get(id);
        const card = from && from !== at && list?.querySelector(`[data-i="${i}"]`);
        if (card)
          card.animate?.([{ transform: from }, { transform: at }], { duration: SORTING, easing: "ease-in-out" });
      });
    });
  }

  /** The browser tells the width with its own layout: reading it here would cost a layout of the whole page. */
  readonly fit = ({ width }: DOMRectReadOnly): void => {
    this.width = Math.round(width);
    Object.assign(last, { screen: this.screen, width: this.width });
  };

  /** The card at a point of the window, −1 for none. */
  readonly at = (x: number, y: number): number => {
    const { picks, list } = this.hand();
    const box = list?.getBoundingClientRect();
    return box
      ? cardAt(this.plan, x - box.left, y - box.top - (this.down - this.plan.lift), (i) => picks[i]?.selected ?? false)
      : -1;
  };

  get #wide(): number {
    return this.width || Math.max(280, innerWidth - 20);
  }

  get #high(): number {
    return this.screen || innerHeight;
  }

  /** Nothing glides now. */
  get still(): boolean {
    return this.#settled !== this.width;
  }

  /** As the style has it. */
  #transformOf(i: number): string {
    const { x, y, turn } = this.plan.places[i] ?? { x: 0, y: 0, turn: 0 };
    const up = this.hand().picks[i]?.selected ? this.plan.lift : 0;
    return `translate(${x.toFixed(1)}px, ${(y + this.down - up).toFixed(1)}px) rotate(${turn.toFixed(2)}deg)`;
  }
}
