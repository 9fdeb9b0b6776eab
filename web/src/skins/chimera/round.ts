// The public facts of a round of Chimera, decoded into what the table draws. Nothing here decides what is legal.

import type { GameEvent } from "../../wire/objects";
import type { Phrase, TableSpec, TableView } from "../../wire/protocol";

/** One turn of a trick; no cards: a pass. */
export interface Turn {
  seat: number;
  /** the name of its combination, the end of the text key "chimera.combo.<name>" */
  type: string;
  rank: number;
  length: number;
  cards: readonly number[];
}

export interface Round {
  bid: number;
  /** seats, −1 for nobody yet */
  high: number;
  chimera: number;
  holder: number;
  /** the face-up card while it is shown, −1 afterwards */
  up: number;
  upholder: number;
  forced: boolean;
  traps: number;
  attacks: number;
  /** Hunters who have not played a card; empty before there are Hunters */
  idle: number[];
  /** the turns of the trick on the table, and of past tricks that players can see */
  turns: Turn[];
  /** the play that ended the round, without its cards */
  last: Turn | undefined;
  past: Turn[][];
}

type Facts = TableView["facts"];
type Row = readonly (number | readonly number[])[];

const number = (facts: Facts, name: string, otherwise: number): number => {
  const value = facts[name];
  return typeof value === "number" ? value : otherwise;
};
const rows = (facts: Facts, name: string): Row => {
  const value = facts[name];
  return Array.isArray(value) ? value : [];
};

const WIDTH = 5; // numbers a turn is written with: seat, cards, type, rank, length

function turn(written: readonly number[], cards: readonly number[], names: readonly string[]): Turn {
  const [seat = 0, , type = 0, rank = 0, length = 0] = written;
  return { seat, type: names[type] ?? "pass", rank, length, cards };
}

/** Cut the cards of a trick into its turns. */
function turnsOf(written: readonly (readonly number[])[], cards: readonly number[], names: readonly string[]): Turn[] {
  let start = 0;
  return written.map((one) => {
    const n = one[1] ?? 0;
    start += n;
    return turn(one, cards.slice(start - n, start), names);
  });
}

/** A past trick: turns one after the other, −1, then the cards. */
function pastTrick(flat: readonly number[], names: readonly string[]): Turn[] {
  const end = flat.indexOf(-1);
  const written: number[][] = [];
  for (let i = 0; i + WIDTH <= end; i += WIDTH) written.push(flat.slice(i, i + WIDTH));
  return turnsOf(written, flat.slice(end + 1), names);
}

const lists = (row: Row): (readonly number[])[] => row.filter((part): part is readonly number[] => Array.isArray(part));

/** The round as the view shows it. The table's list "plays" has the names of the combinations in the order of their codes. */
export function roundOf(view: TableView, { seats, tables }: Pick<TableSpec, "seats" | "tables">): Round {
  const names = tables.plays ?? [];
  const { facts } = view;
  const chimera = number(facts, "chimera", -1);
  const played = number(facts, "played", 0);
  const plays = lists(rows(facts, "plays"));
  const over = view.status !== "playing";
  const ended = over ? plays.at(-1) : undefined;
  const everybody = Array.from({ length: seats }, (_, seat) => seat);
  return {
    bid: number(facts, "bid", 0),
    high: number(facts, "high", -1),
    chimera,
    holder: number(facts, "holder", -1),
    up: number(facts, "up", -1),
    upholder: number(facts, "upholder", -1),
    forced: number(facts, "forced", 0) !== 0,
    traps: number(facts, "traps", 0),
    attacks: number(facts, "attack", 0),
    idle: chimera < 0 ? [] : everybody.filter((seat) => seat !== chimera && ((played >> seat) & 1) === 0),
    turns: over ? [] : turnsOf(plays, view.zones.trick ?? [], names),
    last: ended && turn(ended, [], names),
    past: lists(rows(facts, "past")).map((flat) => pastTrick(flat, names)),
  };
}

/** A turn in words. */
export function combination({ type, rank, length }: Turn): Phrase {
  if (type === "pass") return ["chimera.seat.passed", {}];
  return [`chimera.combo.${type}`, { rank: `@chimera.rank.${rank}`, ranks: `@chimera.ranks.${rank}`, low: rank - length + 1, high: rank, n: length }];
}

/** The play to beat. */
export const toBeat = (round: Round): Turn | undefined => round.turns.findLast((one) => one.cards.length > 0);

/** The play that ended the round: its cards have been won already, but what was said of it names them. */
export function lastPlay({ last }: Round, said: readonly { said: GameEvent }[]): Turn | undefined {
  const found = said.findLast(({ said: { kind, seat, cards } }) => kind === "say" && seat === last?.seat && cards.length > 0);
  return last && found ? { ...last, cards: [...found.said.cards] } : undefined;
}

/** The bids of a seat that were heard in this auction. */
export const bidsOf = (seat: number, said: readonly { said: GameEvent }[]): number[] =>
  said.flatMap(({ said: { kind, seat: bidder, n } }) => (kind === "say" && bidder === seat && n > 0 ? [n] : []));

/** What a seat did last in this trick, and which of its cards */
export function doneBy(round: Round, seat: number): { passed: boolean; play: Turn | undefined } {
  const own = round.turns.filter((one) => one.seat === seat);
  return { passed: own.at(-1)?.cards.length === 0, play: own.findLast((one) => one.cards.length > 0) };
}

/** The cards of a play as players lay them out: the main part first, Pi Ya in the gap it fills, attached cards behind. */
export function laidOut(play: Turn, keyOf: (face: number) => number): { main: number[]; attached: number[] } {
  const low = play.rank - play.length; // match keys count from 0, ranks from 1
  const high = play.rank - 1;
  if (play.type === "straight") return { main: inOrder(play.cards, keyOf, low, high), attached: [] };
  const counts = (face: number): boolean => keyOf(face) >= low && keyOf(face) <= high;
  const each = play.type.startsWith("quad") ? 4 : 3; // where an attached card may equal the main ones
  const main: number[] = [];
  const attached: number[] = [];
  for (const face of play.cards) {
    const same = main.filter((other) => keyOf(other) === keyOf(face)).length;
    const full = /^(triple|quad).*[12]$/.test(play.type) && same >= each;
    (play.type === "attack" || (counts(face) && !full) ? main : attached).push(face);
  }
  return { main, attached };
}

function inOrder(cards: readonly number[], keyOf: (face: number) => number, low: number, high: number): number[] {
  const left = [...cards];
  const out: number[] = [];
  for (let key = low; key <= high; key++) {
    const at = left.findIndex((face) => keyOf(face) === key);
    const wild = left.findIndex((face) => keyOf(face) > high || keyOf(face) < low);
    const next = left.splice(at >= 0 ? at : wild, 1)[0];
    if (next !== undefined) out.push(next);
  }
  return [...out, ...left];
}

const BONUS = 25;

/** What the round brings the Chimera if they win it, without treasures. */
export function worth(round: Round, perHunter: boolean): number {
  const idle = perHunter ? round.idle.length : Math.min(1, round.idle.length);
  return 2 * round.bid + BONUS * (round.traps + round.attacks + idle);
}

const ONE_ROW = 9; // cards

/** One row of cards, or two, broken between two ranks as close to the middle as possible. */
export function inRows(faces: readonly number[], keyOf: (face: number) => number): number[][] {
  if (faces.length <= ONE_ROW) return [[...faces]];
  const half = Math.ceil(faces.length / 2);
  const breaks = (at: number): boolean => keyOf(faces[at - 1] ?? -1) !== keyOf(faces[at] ?? -1);
  const at = [half, half + 1, half - 1, half + 2].find(breaks) ?? half;
  return [faces.slice(0, at), faces.slice(at)];
}
