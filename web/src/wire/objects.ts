/** The tuples of the messages as objects: what stands at which place is known here and nowhere else. */
import type {
  Answer as AnswerTuple,
  Barred as BarredTuple,
  Bookmark as BookmarkTuple,
  Item as ItemTuple,
  Legal,
  Phrase,
  Prompt as PromptTuple,
  Reached as ReachedTuple,
  Said,
  Situation as SituationTuple,
  TableView,
  Update,
} from "./protocol";

/** The face of a card that the viewer may not see. */
export const BACK = 255;

/** Something that happened at a table. */
export interface GameEvent {
  /** one of KERNEL_KINDS, or a game's own ("trick", "win", …) */
  kind: string;
  /** whose it is, −1 for no seat */
  seat: number;
  /** a face; 255 is a back, −1 no card */
  card: number;
  /** the zones from which and to which it moved */
  src: string;
  dst: string;
  /** its words, if it has any; prose only: what they name is in `cards` and `n` */
  say: Phrase | null;
  cards: readonly number[];
  n: number;
  /** what the table stages: "triumph", "blow", "twist" or "notice"; "" for nothing */
  moment: string;
  /** what the table itself says: "sit", "undo" …; "" for what the game says */
  topic: string;
}

export function eventOf([
  kind,
  seat,
  card,
  src,
  dst,
  say,
  cards = [],
  n = 0,
  moment = "",
  topic = "",
]: Said): GameEvent {
  return { kind, seat, card, src, dst, say, cards, n, moment, topic };
}

/** Who sat where when something was said: names by seat, and the reader's own seat (−1: none). */
export interface Then {
  readonly you: number;
  readonly names: readonly string[];
}

const SPECTATOR = 15;

/**
 * Who plays where now, to be stored with what is said now: a bot for somebody who is away, too. `topic`: of what the
 * table says of its people: it names them.
 */
export function thenOf({ you, occupants }: TableView, topic = ""): Then {
  const own = you === SPECTATOR || (occupants[you]?.bot && !topic) ? -1 : you;
  return { you: own, names: occupants.map(({ name, bot }) => (!topic && bot) || name) };
}

/** Events, and who sat where when they happened. */
export type Batch = Pick<Update, "events" | "v"> & { readonly then: Then };

/** Something that a player may do. */
export interface Action {
  verb: string;
  cards: readonly number[];
  /** what it is aimed at, −1 for nothing: the verb says what the number means */
  to: number;
  say: Phrase;
  /** actions with one number are of one sort, as all straights are; none is 0 */
  group?: number;
}

export const actionOf = ([verb, cards, to, say, group = 0]: Legal): Action => ({ verb, cards, to, say, group });

const made = new WeakMap<readonly Legal[], readonly Action[]>();

/** The actions of a list, always the same objects for the same list: views share the lists that have not changed. */
export function actionsOf(list: readonly Legal[]): readonly Action[] {
  const known = made.get(list);
  if (known) return known;
  const actions = list.map(actionOf);
  made.set(list, actions);
  return actions;
}

/** What a seat has answered to a question that all answer at once. */
export interface Answer {
  state: AnswerTuple[0];
  /** the cards that it gives, as far as the viewer may know */
  cards: readonly number[];
}

export const answerOf = (answer: AnswerTuple | undefined): Answer => ({
  state: answer?.[0] ?? "silent",
  cards: answer?.[2] ?? [],
});

/** A line of a score sheet: that many points for a seat. */
export interface Item {
  seat: number;
  n: number;
  say: Phrase;
}

export const itemOf = ([seat, n, say]: ItemTuple): Item => ({ seat, n, say });

/** A place in a deal that a reader of a review may want to find: the step after which it is. */
export interface Bookmark {
  at: number;
  kind: string;
  say: Phrase;
}

export const bookmarkOf = ([at, kind, say]: BookmarkTuple): Bookmark => ({ at, kind, say });

/** What the table says in one sentence. */
export interface Prompt {
  scene: Phrase | null;
  task: Phrase | null;
  note: Phrase | null;
  /** the place of the winning card in the trick, from 0; −1: none */
  best: number;
}

export const promptOf = ([scene, task, note, best]: PromptTuple): Prompt => ({ scene, task, note, best });

export const bestOf = ({ prompt }: Pick<TableView, "prompt">): number => (prompt ? promptOf(prompt).best : -1);

/** What belongs to the viewer's choice and is not possible now, and why. */
export interface Barred {
  verb: string;
  say: Phrase;
  why: Phrase;
}

export const barredOf = ([verb, say, why]: BarredTuple): Barred => ({ verb, say, why });

/** Seats that play together in this deal. */
export interface Side {
  seats: readonly number[];
  name: Phrase | null;
  points: number | null;
}

/** What the table marks for the viewer. */
export interface Situation {
  /** a face of the trump suit; −1: none */
  trump: number;
  /** what is trump in words, if the suit alone does not say it */
  trumps: Phrase | null;
  led: number;
  trumpLed: boolean;
  contract: Phrase | null;
  declarer: number;
  sides: readonly Side[];
  /** who acts against whom */
  attacks: readonly (readonly number[])[];
  direction: number;
  /** what the deal is worth for the declarer so far, by reasons */
  stake: readonly ItemTuple[];
  /** what holds for seats for the moment */
  notes: readonly { readonly seat: number; readonly say: Phrase }[];
}

/** What a side has in the running deal: `n` of `goal`, 0: of nothing; `added`: it counts towards the match. */
export interface Reached {
  seats: readonly number[];
  n: number;
  goal: number;
  added: boolean;
  /** what stands instead of the number */
  say: Phrase | null;
  /** of the side; null: that of its players */
  name: Phrase | null;
}

export const reachedFrom = ([seats, n, goal, added, say, name]: ReachedTuple): Reached => ({
  ...{ seats, n, goal, added, say, name },
});

const NOTHING: SituationTuple = [-1, null, -1, false, null, -1, [], [], 0, [], []];

/** What the table marks; null: nothing. */
export function situationFrom(given: SituationTuple | null | undefined): Situation {
  const [trump, trumps, led, trumpLed, contract, declarer, sides, attacks, direction, stake, notes] = given ?? NOTHING;
  return {
    ...{ trump, trumps, led, trumpLed, contract, declarer, attacks, direction, stake },
    sides: sides.map(([seats, name, points]) => ({ seats, name, points })),
    notes: notes.map(([seat, say]) => ({ seat, say })),
  };
}
