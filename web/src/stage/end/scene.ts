/** What the scene of a match says to the viewer: how they came out of it. Pure. */
import type { Sheet, TableSpec, TableView } from "../../wire/protocol";
import { scoreLines } from "../sheet/scorelines";
import type { Text } from "../../viewer/text.svelte";
import { grouped } from "../../table/sides";
import { turningPoint } from "../../table/turning";
import { ranking, toldByTotals } from "../seating";

export interface OwnEnd {
  /** the viewer's side */
  seats: readonly number[];
  /** from 1; a side has one place */
  place: number;
  /** others have the same one */
  shared: boolean;
  /** sides that have places */
  of: number;
  /** how many points the first ones have more; 0 if points do not say who is ahead, or in a match of one deal */
  behind: number;
}

type Ended = Pick<TableView, "places" | "scores" | "winners" | "sheets">;
type Sides = readonly (readonly number[])[];

/** Who stood together: in a match of one deal also those who did so in this deal alone. */
export function sidesOf(
  { sides }: Pick<TableSpec, "sides">,
  { sheets, winners }: Pick<Ended, "sheets" | "winners">,
  around: readonly number[],
): Sides {
  const tallies = sheets.length === 1 ? sheets[0]!.tallies.map(({ seats }) => seats) : [];
  const whole = tallies.length === 2 && tallies.flat().length === around.length;
  const won = (seats: readonly number[]): boolean =>
    seats.length === winners.length && seats.every((seat) => winners.includes(seat));
  return whole && tallies.some(won) ? tallies : grouped(around, sides);
}

/** null: the viewer has no part in it, or the words of the match say it already. */
export function ownEnd(
  spec: Pick<TableSpec, "sides" | "fewest">,
  view: Ended,
  around: readonly number[],
  me: number,
): OwnEnd | null {
  if (!around.includes(me)) return null;
  const sides = sidesOf(spec, view, around);
  const ranks = ranking(
    view,
    sides.map(([first = 0]) => first),
    spec.fewest,
  );
  const seats = sides.find((seats) => seats.includes(me)) ?? [me];
  const own = ranks.find(({ seat }) => seat === seats[0]);
  const first = ranks[0];
  if (!own || !first) return null;
  const told = view.sheets.length > 1 && toldByTotals(ranks, view.scores, spec.fewest);
  const behind = told ? Math.abs(view.scores[first.seat]! - view.scores[own.seat]!) : 0;
  return {
    seats,
    place: own.place,
    shared: ranks.filter(({ place }) => place === own.place).length > 1,
    of: sides.length,
    behind,
  };
}

/**
 * What two sides have, the better one first: the totals, or in the one deal whose totals are only a stake, won or lost,
 * what they were compared by; null: there are more sides, or no figures compare them.
 */
export function figuresOf(
  spec: Pick<TableSpec, "sides" | "fewest">,
  view: Ended,
  around: readonly number[],
): readonly [number, number] | null {
  const sides = sidesOf(spec, view, around);
  if (sides.length !== 2) return null;
  const [first, second] = ranking(
    view,
    sides.map(([seat = 0]) => seat),
    spec.fewest,
  ).map(({ seat }) => seat);
  const { sheets, scores } = view;
  const staked = sheets.length === 1 && [first, second].some((seat = -1) => (scores[seat] ?? 0) < 0);
  const tallies = staked ? sheets[0]!.tallies : [];
  const compared = [first, second].map((seat = -1) => tallies.find(({ seats }) => seats.includes(seat))?.n);
  const [a, b] = compared.includes(undefined) ? [scores[first!], scores[second!]] : compared;
  return a === undefined || b === undefined || (a === 0 && b === 0) ? null : [a, b];
}

/** The deal in which those who have won took the lead for good; null: there is none, or points do not say it. */
export function turnOf(
  { fewest }: Pick<TableSpec, "fewest">,
  view: Ended,
  around: readonly number[],
): number | null {
  const told = toldByTotals(ranking(view, around, fewest), view.scores, fewest);
  return told ? turningPoint(view.sheets, view.winners, fewest) : null;
}

/**
 * How many points the first of two sides, or of more after several deals, has more than the next; 0 if points do not
 * say it.
 */
export function marginOf(
  spec: Pick<TableSpec, "sides" | "fewest">,
  view: Ended,
  around: readonly number[],
): number {
  const sides = sidesOf(spec, view, around);
  const ranks = ranking(
    view,
    sides.map(([first = 0]) => first),
    spec.fewest,
  );
  const [first, next] = ranks.map(({ seat }) => view.scores[seat] ?? 0);
  const stake = view.sheets.length === 1 && (sides.length > 2 || view.scores.some((n) => n < 0));
  if (first === undefined || next === undefined || stake) return 0;
  return toldByTotals(ranks, view.scores, spec.fewest) ? Math.abs(first - next) : 0;
}

/** "You come second, 4 points behind"; of two sides the other one has lost: "You lose", "You and Jonas lose". */
export function ownWords(own: OwnEnd | null, text: Pick<Text, "t" | "has">, margin = 0): string {
  if (!own) return "";
  const { seats, place, shared, of } = own;
  const lost = of === 2 && !shared;
  const behind = own.behind || (of === 2 ? margin : 0);
  if (of === 2 && seats.length > 1) return text.t("end.lost", { seats: [...seats] });
  const key = lost ? "end.lose" : shared ? `end.shared.${place}` : `end.place.${place}`;
  const words = text.has(key) ? text.t(key) : text.t(shared ? "end.shared" : "end.place", { n: place });
  return behind > 0 ? `${words}, ${text.t("end.behind", { n: behind })}` : words;
}

/** How the scene looks: a win of one side, one that several share, a defeat, or no win at all. */
export type Mood = "won" | "shared" | "lost" | "calm";

/** `losing`: the game names who has lost, and nobody is celebrated. A spectator sees the winners' scene. */
export function moodOf(
  spec: Pick<TableSpec, "sides">,
  view: Ended,
  around: readonly number[],
  me: number,
  losing: boolean,
): Mood {
  const { winners } = view;
  if (winners.length === 0) return "calm"; // its players have ended it
  const lost = around.includes(me) && !winners.includes(me);
  if (losing) return lost ? "lost" : "calm";
  if (lost) return "lost";
  if (winners.length === around.length) return "calm"; // nobody has won anything from anybody
  return sidesOf(spec, view, around).filter(([seat]) => winners.includes(seat!)).length > 1 ? "shared" : "won";
}

/** The line of a deal that was worth most to a winner: "Mira: Cards taken +18". None where points are bad. */
export function mostIn(
  { items }: Sheet,
  { game, seats, fewest }: Pick<TableSpec, "game" | "seats" | "fewest">,
  winners: readonly number[],
  text: Text,
): string {
  const worth = scoreLines(items, game, seats, text).map(({ words, cells }) => ({
    words,
    n: Math.max(...winners.map((seat) => cells[seat] ?? 0)),
    seats: winners.filter((seat) => (cells[seat] ?? 0) > 0),
  }));
  const best = worth.length > 1 && !fewest ? worth.reduce((a, b) => (b.n > a.n ? b : a)) : undefined;
  if (!best || best.n <= 0) return "";
  const name = text.list(best.seats.map((seat) => text.name(seat)));
  return text.t("page.pair", { name, value: `${best.words} ${text.signed(best.n)}` });
}

/** Do these words name all numbers that these figures have? Then they say nothing that is not seen. */
export function saysAll(words: string, figures: string): boolean {
  const said = new Set(words.match(/\d+/g));
  return figures !== "" && (figures.match(/\d+/g) ?? []).every((n) => said.has(n));
}

/** Do these words name only what the one deal was worth, as its rows do? What was compared is said above them. */
export function staked(words: string, { sheets }: Pick<Ended, "sheets">): boolean {
  const { points = [], tallies = [] } = sheets[0] ?? {};
  const worth = new Set(points.map((n) => String(Math.abs(n))));
  const all = words.match(/\d+/g) ?? [];
  const stake = sheets.length === 1 && tallies.length > 0 && points.some((n) => n < 0);
  return stake && all.length > 0 && all.every((n) => worth.has(n));
}

/** The place of each seat by when it got rid of its last card, in a deal whose losers keep some; 0: it holds cards. */
export function outOrder(hands: readonly { owner: number; left: number; last: number }[]): Map<number, number> {
  const out = hands.filter(({ left }) => left === 0).sort((a, b) => a.last - b.last);
  return new Map(hands.map(({ owner }) => [owner, 1 + out.findIndex((one) => one.owner === owner)]));
}
