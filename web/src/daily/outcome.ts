/** What a daily deal came to, and the signs by which it is shared. Pure. */
import type { Sheet, TableView } from "../wire/protocol";
import type { Attempt, Outcome } from "./attempts";

type Ended = Pick<TableView, "sheets" | "places" | "status" | "you">;

const TRICK = "trick";
const TRICKS = 20; // more make no picture

/**
 * The sheet of a daily deal that is over; null as long as it is played, also if it was passed out and is dealt again.
 */
export function sheetOfDaily({ sheets, status }: Pick<Ended, "sheets" | "status">): Sheet | null {
  return status === "deal_over" || status === "match_over" ? (sheets.findLast(({ counted }) => counted) ?? null) : null;
}

/** The place of each seat by these points, from 1; equals share one. */
function placesBy(points: readonly number[], fewest: boolean): number[] {
  return points.map((own) => 1 + points.filter((other) => (fewest ? other < own : other > own)).length);
}

/**
 * The outcome for the viewer. events: of the deal, with the seat that each is about; fewest: points are penalties. A
 * triangle stands for each other player, clockwise: up where the viewer was better, down where they were worse, "=" for
 * a tie. Then a diamond for each trick, full for the viewer's own.
 */
export function outcomeOf(
  view: Ended,
  events: readonly { kind: string; seat: number }[],
  fewest: boolean,
): Outcome | null {
  const sheet = sheetOfDaily(view);
  if (!sheet) return null;
  const { you } = view;
  const places = view.status === "match_over" && view.places.length > 0 ? view.places : placesBy(sheet.points, fewest);
  const place = places[you] ?? places.length;
  const others = places.map((_, i) => places[(you + i) % places.length]!).slice(1);
  const triangles = others.map((other) => (place < other ? "▲" : place === other ? "=" : "▼")).join("");
  const tricks = events.filter(({ kind, seat }) => kind === TRICK && seat >= 0);
  const row = tricks.length <= TRICKS ? tricks.map(({ seat }) => (seat === you ? "♦" : "♢")).join("") : "";
  return { points: sheet.points[you] ?? 0, place, of: places.length, signs: [triangles, row].filter(Boolean) };
}

/** The text to share. game: its name; points: written in the reader's language. No card is in it. */
export function sharedText(
  { date, again }: Attempt,
  { place, of, signs }: Outcome,
  game: string,
  points: string,
): string {
  return [`stich ♠♥♦♣ ${date}${again ? " ↻" : ""}`, `${game} · ${place}/${of} · ${points}`, ...signs].join("\n");
}
