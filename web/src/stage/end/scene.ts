/** What the scene of a match says to the viewer: how they came out of it. Pure. */
import type { TableSpec, TableView } from "../../wire/protocol";
import type { Text } from "../../viewer/text.svelte";
import { grouped } from "../../table/sides";
import { turningPoint, type TurningPoint } from "../../table/turning";
import { ranking, toldByTotals } from "../seating";

export interface OwnEnd {
  /** from 1; a side has one place */
  place: number;
  /** sides that have places */
  of: number;
  /** how many points the first ones have more; 0 if points do not say who is ahead */
  behind: number;
}

/** null: the viewer has no part in it, or the words of the match say it already. */
export function ownEnd(
  spec: Pick<TableSpec, "sides" | "fewest">,
  view: Pick<TableView, "places" | "scores" | "winners">,
  around: readonly number[],
  me: number,
): OwnEnd | null {
  if (!around.includes(me)) return null;
  const sides = grouped(around, spec.sides);
  const ranks = ranking(
    view,
    sides.map(([first = 0]) => first),
    spec.fewest,
  );
  const own = ranks.find(({ seat }) => sides.some((seats) => seats[0] === seat && seats.includes(me)));
  const first = ranks[0];
  if (!own || !first) return null;
  const told = toldByTotals(ranks, view.scores, spec.fewest);
  const behind = told ? Math.abs(view.scores[first.seat]! - view.scores[own.seat]!) : 0;
  return { place: own.place, of: sides.length, behind };
}

/** The deal that the scene names as the one that decided; null: none stands out, or points do not say it. */
export function turnOf(
  { fewest }: Pick<TableSpec, "fewest">,
  view: Pick<TableView, "places" | "scores" | "winners" | "sheets">,
  around: readonly number[],
): TurningPoint | null {
  const told = toldByTotals(ranking(view, around, fewest), view.scores, fewest);
  return told ? turningPoint(view.sheets, view.winners, fewest) : null;
}

/** "You come second, 4 points behind"; of two sides the other one has lost, and the figures say by how much. */
export function ownWords(own: OwnEnd | null, text: Pick<Text, "t" | "has">): string {
  if (!own) return "";
  if (own.of === 2) return text.t("end.lost");
  const key = `end.place.${own.place}`;
  const words = text.has(key) ? text.t(key) : text.t("end.place", { n: own.place });
  return own.behind > 0 ? `${words}, ${text.t("end.behind", { n: own.behind })}` : words;
}

/** The place of each seat by when it got rid of its last card, in a deal whose losers keep some; 0: it holds cards. */
export function outOrder(hands: readonly { owner: number; left: number; last: number }[]): Map<number, number> {
  const out = hands.filter(({ left }) => left === 0).sort((a, b) => a.last - b.last);
  return new Map(hands.map(({ owner }) => [owner, 1 + out.findIndex((one) => one.owner === owner)]));
}
