/**
 * Where the buttons of the player's choices stand: what stays offered stays at its place; and what they know of each
 * other.
 */
import type { ChoiceStore, Offer } from "../choosing/choice.svelte";
import type { Text } from "../viewer/text.svelte";

interface Offered {
  id: string;
  /** it needs cards */
  cards: boolean;
  aside: boolean;
}

/** That many have places of their own; more are alternatives of one kind. */
const FEW = 3;

const EMPTY = "";

/**
 * As they stand when none of them stood there before: what takes no turn, what needs no cards, what needs cards, the
 * main one at the end. One that needs cards leaves a place before it to another; paired: two can be chosen before the
 * turn, and the other one has a place as well.
 */
function fresh(offers: readonly Offered[], paired: boolean): string[] {
  const [only] = offers;
  if (only && offers.length === 1 && (only.cards || paired)) return only.cards ? [EMPTY, only.id] : [only.id, EMPTY];
  const main = offers.find(({ cards }) => cards);
  const rank = (offer: Offered): number => (offer.aside ? 0 : offer === main ? 3 : offer.cards ? 2 : 1);
  return offers.toSorted((a, b) => rank(a) - rank(b)).map(({ id }) => id);
}

/**
 * The places for these offers, after the places that were there. While any of the former offers is still there, each of
 * them keeps its place, one that has gone leaves it empty, and a new one gets an empty place, or one before all others.
 * A name that is not offered is an empty place.
 */
export function placesOf(offers: readonly Offered[], before: readonly string[], paired = false): string[] {
  const ids = offers.map(({ id }) => id);
  if (ids.length > FEW || !before.some((id) => ids.includes(id))) return fresh(offers, paired);
  const places = [...before];
  for (const id of fresh(offers, false).reverse()) {
    if (!id || places.includes(id)) continue;
    const free = places.findLastIndex((there) => !ids.includes(there));
    if (free >= 0) places[free] = id;
    else places.unshift(id);
  }
  return places.length > FEW ? fresh(offers, paired) : places;
}

/** What a button knows of those beside it: each of these is a class of it. */
export interface OfferForm {
  /** one is chosen by its sign: a key of a pad */
  pad: boolean;
  /** fewer than four are offered */
  few: boolean;
  four: boolean;
  /** more than four */
  many: boolean;
  /** there are three places */
  three: boolean;
  /** there are three places or more */
  several: boolean;
  /** play or pass */
  paired: boolean;
  /** one of them has so long a label that all are written smaller */
  wordy: boolean;
  /** one of them has a note */
  noted: boolean;
  /** cards lie beside them */
  narrow: boolean;
}

/**
 * What is written below its label in small letters: a line, and one more for windows with room; "" while something else
 * is said there.
 */
export const noteOf = (offer: Offer, choice: ChoiceStore): string =>
  offer.queued || choice.nothingElse ? "" : offer.note;

const WORDY = [16, 9] as const; // letters of a label that stands alone, and of one with more below it

/** Is its label so long that it is written smaller, with those beside it? */
export const isWordy = ({ label, say }: Offer): boolean => label.length > (say ? WORDY[1] : WORDY[0]);

const MORE = 28; // letters: two lines of a narrow button

/** What a selection would be, without the verb that is on the button already; "" if that would be cut. */
export function moreOf({ label, say }: Offer): string {
  const before = say.slice(0, -label.length - 1);
  const same = say.toLocaleLowerCase() === `${before} ${label}`.toLocaleLowerCase();
  const more = say.startsWith(label) ? say.slice(label.length).replace(/^[\s:]+/, "") : before && same ? before : say;
  return more.length > MORE ? "" : more;
}

/** What the selected cards would leave, where the words of their action say it (`<key>.after`); else "". */
export function afterOf(offers: readonly Offer[], text: Pick<Text, "form">): string {
  const words = offers.map(({ cards, actions: [only, more] }) =>
    cards && only && !more ? text.form(only.say, "after") : "",
  );
  return words.find(Boolean) ?? "";
}
