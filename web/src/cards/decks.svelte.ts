// Decks by name, each fetched when one of its cards is first drawn. What was drawn before that is drawn again, because
// `card` reads a counter of the decks that have arrived.

import { back, frame, wild, type Drawing } from "./pen";
import type { CardName, Deck } from "./deck";

export interface DrawOptions {
  /** Name of the deck, as in TableSpec.deck. */
  deck: string;
  /** "s": large index, one sign, no fine drawing, for cards narrower than 56 px. */
  size?: "s" | "m";
  /** Language of the letters on court cards. */
  lang?: string;
}

const here = new Map<string, Deck>();
const fetching = new Map<string, Promise<void>>();
const sources: Record<string, () => Promise<Deck>> = {
  chimera: async () => (await import("./chimera")).chimera,
  french: async () => (await import("./french")).french,
  german: async () => (await import("./german")).german,
  spanish: async () => (await import("./spanish")).spanish,
};
const drawn = new Map<string, string>();
let arrived = $state(0);

/** Decks there are drawings for; cards of another deck show their notation. */
export const DECKS: readonly string[] = Object.keys(sources);

/** Fetch a deck, once. A deck there are no drawings for is no error. */
export function loadDeck(name: string): Promise<void> {
  const source = sources[name];
  if (!source || here.has(name)) return Promise.resolve();
  let under = fetching.get(name);
  if (!under) {
    under = source().then(
      (deck) => {
        here.set(name, deck);
        arrived += 1;
      },
      () => void fetching.delete(name), // offline: the next card tries again
    );
    fetching.set(name, under);
  }
  return under;
}

function deckOf(name: string): Deck | undefined {
  const deck = here.get(name);
  if (!deck && arrived >= 0) void loadDeck(name);
  return deck;
}

/** Drawing of a face as SVG text, 250 x 350, hidden from assistive technology: the element around it carries the name. `face` is a notation
 *  such as "J7"; with a "*" behind it, it stands for others, and has a star. "back" is the back; a face that no deck
 *  knows shows its notation. */
export function card(face: string, options: DrawOptions): string {
  const { deck, size = "m", lang = "en" } = options;
  const key = `${deck} ${face} ${size} ${lang}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const drawing = face === "back" ? back() : deckOf(deck)?.draw(face.replace("*", ""), size === "s", lang);
  if (drawing && face.endsWith("*")) drawing.body += wild(size === "s");
  const svg = frame(drawing ?? notation(face));
  if (drawing) drawn.set(key, svg);
  return svg;
}

function notation(face: string): Drawing {
  const text = face.replace(/[<>&"']/g, ""); // in the corner, which an overlapping card leaves free
  return { ink: "plain", body: `<text x="20" y="78" font-size="62">${text}</text>` };
}

/**
 * A sign on its own, for text, tiles and badges; it takes the colour of the text around it unless `ink` names a suit.
 */
export function sign(name: string, options: { deck?: string; ink?: string; cls?: string } = {}): string {
  const { deck = "chimera", ink, cls = "sign" } = options;
  const body = deckOf(deck)?.signs[name] ?? "";
  return `<svg class="${cls}${ink ? ` ink-${ink}` : ""}" viewBox="-60 -60 120 120" aria-hidden="true" fill="currentColor">${body}</svg>`;
}

/** The name of a face as a text key with parameters; "back" is a hidden card. */
export function cardKey(face: string, deck: string): CardName {
  if (face === "back") return { key: "card.back", args: {} };
  return deckOf(deck)?.name(face) ?? { key: "card.unknown", args: { face } };
}

/**
 * What a player types to find a card by its rank ("7", "12", "h"), in lower case; with letters of the language `lang`.
 */
export const rankOf = (face: string, deck: string, lang = "en"): string => deckOf(deck)?.rank(face, lang) ?? face.slice(1).toLowerCase();

/** Are the names of its cards loaded? If not, this fetches the deck. A deck without drawings needs no loading. */
export const knowsDeck = (name: string): boolean => !(name in sources) || deckOf(name) !== undefined;

/** Which drawings show a game's cards to a player who prefers `wanted` ("": the game's own). */
export const shownDeck = (of: { deck: string; decks: readonly string[] }, wanted: string): string => (of.decks.includes(wanted) ? wanted : of.deck);

/** Every face of a loaded deck. */
export const facesOf = (deck: string): string[] => deckOf(deck)?.faces ?? [];
