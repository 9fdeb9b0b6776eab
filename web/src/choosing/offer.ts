/** What the player can choose: cards, buttons, answers to a question. */
import type { Offer as BareOffer, Slot } from "./choose";
import type { Action } from "../wire/objects";
import type { Phrase } from "../wire/protocol";

/** A card that can be selected, with what is needed to draw it. */
export interface Pick extends Slot {
  notation: string;
  selected: boolean;
  /** selecting it leads to a legal action */
  lit: boolean;
  /** advice is to play it */
  tipped: boolean;
  /** cards of one group are drawn closer together */
  pack: number;
  /** it is part of a combination of the hand, which lies together */
  melded: boolean;
}

export interface Offer extends BareOffer {
  /** the label of the button */
  label: string;
  /** what exactly it would do, as far as that is decided: "straight 5–9" */
  say: string;
  /** the large sign if one of many like it is chosen: "K" of a king; "" if it has no sign */
  sign: string;
  /** its label if its cards are drawn beside it: "Declare: 40"; "" for the same label */
  short: string;
  /** what it brings, in small letters below its label; "" for nothing */
  note: string;
  /** cards that its label names, though none of them has to be selected for it */
  faces: readonly number[];
  /** its key: "Enter", a letter or a digit; "" if it has none */
  hot: string;
  enabled: boolean;
  /** nothing is selected: pressing it selects the cards of this, to be changed or laid */
  draft: Action | undefined;
  /** a lesson asks for something else now: pressing it says so */
  held: boolean;
  primary: boolean;
  /** it is not the player's turn: pressing it queues the choice */
  ahead: boolean;
  /** it is queued: pressing it takes it back */
  queued: boolean;
  /** advice is to do this */
  tipped: boolean;
  /** it can be said at any time and takes no turn: it is drawn apart */
  aside: boolean;
  /** why it cannot be done, though it belongs to the choice */
  why?: Phrase;
}

export type OfferWords = { [K in "label" | "say" | "sign" | "short" | "note" | "faces"]: Offer[K] };

export interface Question {
  label: string;
  /** what to say about it before anything is chosen */
  help?: string;
  /** the label is the whole question */
  whole?: boolean;
  actions: readonly Action[];
}
