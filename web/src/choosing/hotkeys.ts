/**
 * Which key belongs to which button. A key stays with its action as long as the table is open: what was 20 in one turn
 * is not 30 in the next. Keys come from the button's label, a digit of its number first, and are none that the player
 * types to find a card.
 */
import { enterOf, type Offer } from "./choose";

/** For offers whose own letters are taken; letters that other keyboards swap come last. */
const SPARE = "xvbnmwqlkfgasedrtuiopchjyz";
/** Keys that are the same at every table and in every language, unless the player types them to find a card. */
export const TOOL_KEYS = { hint: "t", sort: "g", played: "l" } as const;
const TOOLS = new Set<string>(Object.values(TOOL_KEYS));
export type Tool = keyof typeof TOOL_KEYS;

const FIGURE = /^[0-9]$/;

/** Are the digits free for buttons? They are if no card can be selected; otherwise the player types ranks with them. */
export function figuresFree(offers: readonly Offer[]): boolean {
  return !offers.some((offer) => offer.cards);
}

/** What the player may type to find a card, from these labels: a digit, a number, a letter, as far as there are any. */
export function examples(ranks: readonly string[]): string[] {
  return [/^\d$/, /^\d\d$/, /^\p{L}/u].flatMap((kind) => ranks.filter((rank) => kind.test(rank)).slice(0, 1));
}

/** The keys of a table's buttons, remembered by phase. */
export class HotKeys {
  readonly #kept = new Map<string, Map<string, string>>();

  /**
   * "Enter", a letter, a digit or "" for each offer. `labels` are the buttons' labels, `typed` the letters and digits
   * that find a card. If digits are free, they are used whatever `typed` holds. `signs` are signs on buttons instead of
   * words, as a rank on a card: a sign is its button's key before all others.
   */
  assign(
    phase: string,
    offers: readonly Offer[],
    labels: readonly string[],
    typed: ReadonlySet<string>,
    signs: readonly string[] = [],
    free = figuresFree(offers),
  ): string[] {
    const kept = this.#keptFor(`${phase} ${free}`);
    const enter = enterOf(offers);
    const one = offers.filter((offer) => offer.cards).length === 1; // then it has Enter always, and needs no letter
    return offers.map((offer, i) => {
      if (offer.cards && one) return "Enter";
      let key = kept.get(offer.id);
      if (key === undefined) {
        const taken = new Set(kept.values());
        const own = free ? signed(signs[i] ?? "") : [];
        const wanted = [
          ...own,
          ...(free && own.length === 0 ? figuresOf(offer) : ""),
          ...lettersOf(labels[i] ?? "").filter((letter) => !typed.has(letter)),
        ];
        key = wanted.find((candidate) => !taken.has(candidate)) ?? "";
        if (key) kept.set(offer.id, key);
      }
      return i === enter ? "Enter" : key;
    });
  }

  #keptFor(phase: string): Map<string, string> {
    const kept = this.#kept.get(phase) ?? new Map<string, string>();
    this.#kept.set(phase, kept);
    return kept;
  }
}

/** The digits of the number that an action names: of 20 first 2. */
function figuresOf(offer: Offer): string[] {
  const [only] = offer.actions;
  return only && offer.actions.length === 1
    ? [...String(only.to)].filter((letter) => only.to >= 0 && FIGURE.test(letter))
    : [];
}

/**
 * The keys of a sign, first the one that no other sign begins with: of 10 the 0, because 1 might be the first digit of
 * many.
 */
function signed(sign: string): string[] {
  const plain = sign.toLowerCase().normalize("NFD"); // a key A finds Á
  return [...plain].filter((letter) => /^[a-z0-9]$/.test(letter) && !TOOLS.has(letter)).reverse();
}

function lettersOf(label: string): string[] {
  return [...label.toLowerCase(), ...SPARE].filter((letter) => /^[a-z]$/.test(letter));
}
