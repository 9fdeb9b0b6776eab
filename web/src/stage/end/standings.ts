/** What the end of a deal shows: a row for each player or side, and what all rows share. */
import { BACK } from "../../wire/objects";
import type { Sheet, Tally } from "../../wire/protocol";
import { scoreLines, type ScoreLine } from "../sheet/scorelines";
import { isMain, ofGroups, reachedIn, reachedShort, reachedWords } from "../../table/reached";
import type { TableStore } from "../../table/table.svelte";
import { grouped } from "../../table/sides";
import { namesLosers } from "../../table/verdict";
import type { Text } from "../../viewer/text.svelte";
import { markOf } from "../occupant";
import { ranking, standingOf } from "../seating";
import { zonesOf } from "../zones";
import { scaleOf, type Scale } from "./bars";
import { MOST_HANDS } from "./deeds";
import { counted } from "./left";
import { outOrder } from "./scene";

export interface StandingRow {
  seats: readonly number[];
  /** 0: there is none to name */
  place: number;
  /** stands out: who has won, or lost where that is what counts */
  marked: boolean;
  /** what the match is about, else the side of this deal that they were on, or that they no longer take part */
  part: string;
  /** the same for ears, where it is written short */
  spoken: string;
  /** what comes next for them where the rules have words for it: its name and what that is; "" for nothing */
  next: readonly [words: string, which: string];
}

export interface Standings {
  rows: readonly StandingRow[];
  lines: readonly ScoreLine[];
  scale: Scale;
  /** the totals say something: there was a deal before, or there will be one */
  totals: boolean;
  /** the score that ends the match, 0 for none */
  limit: number;
  /** places are all that there is: they stand before the names */
  ranked: boolean;
}

/** Does the headline or a line of the deal name every figure of the sides already? So they are written once. */
export function talliesTold({ headline, tallies }: Sheet, lines: readonly ScoreLine[], text: Text): boolean {
  const words = [text.say(headline), ...lines.map((line) => line.words)].join(" ");
  const figures = new Set(words.match(/\d+/g));
  const told = ({ seats, n }: Tally): boolean =>
    figures.has(String(n)) || lines.some(({ cells }) => seats.some((seat) => cells[seat] === n));
  return tallies.every(({ n }) => n === 0) || tallies.every(told);
}

/** Does a line say this figure in words? */
export const namesFigure = (words: string, n: number): boolean => (words.match(/\d+/g) ?? ([] as string[])).includes(String(n));

/** Is this line worth what the side of this seat has reached, or does it pay for what others have? */
export const repeats = (worth: number, tallies: readonly Tally[] = [], seat: number): boolean =>
  tallies.some(({ seats, n }) => (worth < 0) !== seats.includes(seat) && Math.abs(worth) === n);

/** Do all lines say nothing else? If one side has lines that are shown, each shows its own. */
export const repeated = (lines: readonly ScoreLine[], tallies: readonly Tally[] = []): boolean =>
  lines.every(({ cells }) => cells.every((n, seat) => n == null || repeats(n, tallies, seat)));

/** Does somebody have several lines? Then they are added up, and each has its figure. */
export const isSum = (lines: readonly ScoreLine[]): boolean =>
  (lines[0]?.cells ?? []).some((_, seat) => lines.filter(({ cells }) => cells[seat] != null).length > 1);

/** The lines of a side. What partners share is written once; a line can also be one partner's. */
export const linesOf = (
  lines: readonly ScoreLine[],
  seats: readonly number[],
): { words: string; picture: string; n: number; i: number }[] =>
  lines.flatMap(({ words, picture, cells }, i) => {
    const n = seats.map((seat) => cells[seat]).find((cell) => cell != null);
    return n == null ? [] : [{ words, picture, n, i }];
  });

/**
 * What the cards of a player have told while one played, in figures: "3 colours · 5 values"; "" if a line of the deal
 * says it, for then no such fact is left to the cards.
 */
function countsOf(table: TableStore, seat: number, text: Text): string {
  const { spec } = table;
  if (spec.sides.some((side) => side.length > 1)) return "";
  const counts = spec.facts.flatMap(({ name, kind, staged }) => {
    const [all, key] = [table.fact(name), `${spec.game}.fact.${name}.at`];
    const n = staged && kind === "number" && Array.isArray(all) && all.length === spec.seats ? Number(all[seat]) : 0;
    return n > 0 && text.has(key) ? [text.t(key, { n })] : [];
  });
  return counts.join(" · ");
}

export function standings(table: TableStore, text: Text): Standings {
  const { spec, view } = table;
  const over = view.status === "match_over";
  const last = view.sheets.at(-1);
  const limit = Number(spec.options.limit) || Number(spec.options.target) || 0;
  /**
   * Partners share a row, and a side has one place, however many players it has: of two sides the other one is the
   * second.
   */
  const sides = grouped(table.around, spec.sides);
  const ranks = ranking(
    view,
    sides.map(([first = 0]) => first),
    spec.fewest,
  );
  const placed = spec.facts.some(({ kind }) => kind === "places"); // points are places
  const losers = namesLosers(spec.game, text);
  const worst = Math.max(0, ...view.places);
  const most = Math.max(...(last?.points ?? [0]));

  function marked(seat: number): boolean {
    if (over && view.winners.length === 0) return false; // its players have ended it
    if (over && losers) return !view.winners.includes(seat) && (worst === 0 || view.places[seat] === worst);
    if (over) return view.winners.includes(seat);
    return last !== undefined && last.counted && !spec.fewest && most > 0 && last.points[seat] === most;
  }

  function partOf(seat: number): string {
    const side = last?.tallies.find(({ seats }) => seats.includes(seat))?.name;
    const standing = standingOf(spec.facts, (name) => table.fact(name), seat);
    return side ? text.t(side) : over && standing.place > 0 ? "" : markOf(standing, spec.game, text);
  }

  const reached = reachedIn(table);
  const main = isMain(reached) ? ofGroups(reached, sides) : null;
  const order = over && losers && view.sheets.length === 1 ? outOrder(handsOf(table)) : new Map<number, number>();
  function rowOf(first: number, place: number): StandingRow {
    const at = sides.findIndex(([seat]) => seat === first);
    const own = main?.[at];
    const words = own ? reachedWords(own, 0, text) : "";
    const which = own?.say ? text.form(own.say, "which") : "";
    const next: StandingRow["next"] = over || !which ? ["", ""] : [words, which];
    const part = next[0] ? "" : own ? reachedShort(own, text) : partOf(first) || countsOf(table, first, text);
    const spoken = part && words;
    return { seats: sides[at] ?? [first], place, marked: marked(first), part, spoken, next };
  }
  return {
    rows: over
      ? losers
        ? inOrder(ranks.map(({ seat }) => seat), order).map((seat) => rowOf(seat, 0))
        : ranks.map(({ seat, place }) => rowOf(seat, place))
      : sides.map(([first = 0]) => rowOf(first, 0)),
    lines: last ? scoreLines(last.items, spec.game, spec.seats, text) : [],
    scale: scaleOf(view.sheets, limit),
    totals: !(over && view.sheets.length === 1) && !(placed && limit === 0),
    limit,
    ranked: over && placed && limit === 0,
  };
}

const MAX = 99; // more than places

/** Those who got rid of their cards first come first, those who hold some last: without a number, it is no rank. */
const inOrder = (seats: readonly number[], order: ReadonlyMap<number, number>): number[] =>
  seats.toSorted((a, b) => (order.get(a) || MAX) - (order.get(b) || MAX));

/** How many cards each hand has, and when the last one left it. */
const handsOf = (table: TableStore): { owner: number; left: number; last: number }[] =>
  table.zones("hand").map(({ spec: { id, owner }, cards }) => ({
    owner,
    left: cards.length,
    last: table.said.findLastIndex(({ said }) => said.kind === "move" && said.src === id),
  }));

const [LEAST, MOST] = [3, 4]; // rows of which one can be wider

/** The one of three or four rows that has several lines, and more than any other. */
export function tellerOf({ rows, lines }: Standings): StandingRow | undefined {
  if (rows.length < LEAST || rows.length > MOST) return undefined;
  const told = ({ seats }: StandingRow): number =>
    lines.filter(({ cells }) => seats.some((seat) => cells[seat] != null)).length;
  const [first, second] = rows.toSorted((a, b) => told(b) - told(a));
  return first && second && told(first) > Math.max(1, told(second)) ? first : undefined;
}

/** Players have laid melds before themselves: the scene of a match has them, and what is left beside them. */
const isLaid = ({ spec, view }: TableStore): boolean =>
  spec.zones.some(({ id, owner, role }) => owner >= 0 && role === "meld" && (view.zones[id]?.length ?? 0) > 0);

/** Somebody else's hand lies open. */
function areOpen(table: TableStore): boolean {
  const others = table.zones("hand").filter(({ spec }) => table.watching || spec.owner !== table.me);
  return others.some(({ cards }) => cards.length > 0 && !cards.includes(BACK));
}

/**
 * All cards that are left to these seats as far as the reader sees them, or none: a part of a hand would look like the
 * whole. Beside hands that lie open those that do not are backs, so that each has its cards. What others have open before them lies at their seats, and the scene of a match has what its loser holds.
 */
export function leftOf(seats: readonly number[], table: TableStore, text: Text): number[] {
  if (table.view.status === "match_over" && namesLosers(table.spec.game, text)) return [];
  if (zonesOf(table).shown.some(({ spec }) => spec.role === "hand")) return []; // they lie on the felt
  if (table.view.status === "match_over" && table.spec.seats <= MOST_HANDS && isLaid(table)) return []; // and there
  const { spec, view } = table;
  const cards = counted(spec.zones, (zone) => view.zones[zone] ?? [], spec.copies, view.gone);
  const held = seats.flatMap((seat) => table.zones("hand", seat)).flatMap(({ spec }) => [...cards(spec.id)]);
  return held.includes(BACK) && !areOpen(table) ? [] : sorted(held, table);
}

/** What the viewer has open before them: at a seat it lies below it. */
export function openOf(seats: readonly number[], table: TableStore): number[] {
  const { me, watching } = table;
  if (watching || !seats.includes(me)) return [];
  return sorted(table.zones("open", me).flatMap(({ cards }) => [...cards]), table);
}

function sorted(faces: readonly number[], { spec }: TableStore): number[] {
  const key = (face: number): number => spec.keys[face] ?? face;
  return faces.toSorted((a, b) => key(a) - key(b) || a - b);
}
