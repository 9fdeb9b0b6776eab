/** What a hand is given. */

/** One card of a hand; `id` names it through updates. */
export interface HandCard {
  id: string;
  face: number;
  notation: string;
  key: number;
  selected: boolean;
  lit: boolean;
  tipped: boolean;
  pack: number;
  melded?: boolean;
}

export interface HandProps {
  picks: readonly HandCard[];
  deck: string;
  lang: string;
  /** what the list is: "your hand, 17 cards" */
  label: string;
  name: (face: number) => string;
  toggle: (id: string) => void;
  /** the second of two quick taps on a card */
  twice: (id: string) => void;
  /** select or deselect a strip of cards, with every change of it; then `swept`, false if none of it was meant */
  sweep: (ids: string[], take: boolean, at: string) => void;
  swept: (done: boolean) => void;
  /** cards can be dragged to the table */
  carries?: boolean;
  /**
   * a card leaves its place, unless this returns false; it is over a point of the page, null for a point that does not
   * count
   */
  carry?: (id: string) => boolean | void;
  over?: (at: { x: number; y: number } | null) => void;
  /** it is dropped there: true while the action is sent, so that the card stays there as long as `pending` */
  drop?: (x: number, y: number) => boolean | void;
  /** it returns, and nothing has happened */
  putBack?: () => void;
  pending?: boolean;
  /** the words for a card that the advice is about */
  tip: string;
  /** and for one that is part of a combination */
  meld?: string;
  /** sorted by groups that belong together, not by rank */
  packed?: boolean;
  /**
   * the viewer can act: cards that lead nowhere are dim. Otherwise, or if no card leads on (a bid, a finished
   * selection), nothing is dim and the hand stays readable.
   */
  active?: boolean;
  /** only one thing is possible, and it takes no card: all are a little dim, and can be read */
  barren?: boolean;
  /** a key that does something else than finding a rank now */
  reserved?: (key: string) => boolean;
  /** the largest hand that the place has to hold, 0: unknown */
  most?: number;
  /** how much larger than usual the cards are */
  scale?: number;
}
