import type { Drawing } from "./pen";

/** A text key with parameters: the name of a card as the text runtime writes it. */
export interface CardName {
  key: string;
  args: Record<string, string>;
  /** The same without a nickname, for the middle of a sentence. */
  plain?: string;
}

/** One family of drawings. */
export interface Deck {
  /** Every face there is a drawing for, by notation. */
  faces: string[];
  /** Signs that can be used alone, each in a box of 100 around the origin. */
  signs: Record<string, string>;
  /** The drawing of a face, `small` for cards narrower than 56 px; null for a face that is not of this deck. */
  draw(face: string, small: boolean, lang: string): Drawing | null;
  name(face: string): CardName | null;
  /** What a player types to find this card by its rank, in lower case: the text in its corner. */
  rank(face: string, lang: string): string;
}
