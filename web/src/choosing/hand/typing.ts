import { rankOf } from "../../cards";

const PATIENCE = 700; // ms between the two digits of a typed "12"

/** The cards of a hand, and where the keyboard is in it. */
export interface Typed {
  notations: readonly string[];
  deck: string;
  lang: string;
  /** the card with the tab stop */
  stop: number;
  /** the focus is in the hand */
  inside: boolean;
}

/** Finds the card whose rank was typed with a key and those shortly before. */
export class Typing {
  #typed = { text: "", at: -Infinity };

  /** The card that this key finds, −1 for none. */
  find({ key, timeStamp }: KeyboardEvent, hand: Typed): number {
    const letter = key.toLowerCase();
    const long = timeStamp - this.#typed.at < PATIENCE ? this.#typed.text + letter : letter;
    const text = next(long, hand) >= 0 ? long : letter;
    const found = next(text, hand);
    if (found >= 0) this.#typed = { text, at: timeStamp };
    return found;
  }
}

/**
 * The next card whose rank equals what was typed, or at least begins with it; from the focused one on or, from
 * elsewhere, from the one with the tab stop.
 */
function next(text: string, { notations, deck, lang, stop, inside }: Typed): number {
  const first = inside ? 1 : 0;
  const order = notations.map((_, i) => (stop + first + i) % notations.length);
  if (first && text.length > 1) order.unshift(order.pop() ?? 0); // the second digit may mean the focused card
  const rank = (i: number): string => rankOf(notations[i] ?? "", deck, lang);
  return order.find((i) => rank(i) === text) ?? order.find((i) => rank(i).startsWith(text)) ?? -1;
}
