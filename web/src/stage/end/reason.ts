/** Why those who have won a match have won it, in figures: what the scene says below their names. Pure. */
import type { Sheet, TableSpec, TableView } from "../../wire/protocol";
import { scoreLines } from "../sheet/scorelines";
import { aimOf, placedIn } from "../../table/reached";
import type { TableStore } from "../../table/table.svelte";
import { namesLosers, verdict } from "../../table/verdict";
import type { Text } from "../../viewer/text.svelte";
import { ranking, toldByTotals } from "../seating";
import type { Wins } from "./beside";
import type { Decision } from "./deeds";
import { linesOf } from "./standings";
import { figuresOf, marginOf, ownEnd, ownWords, saysAll, sidesOf, staked } from "./scene";

type Ended = Pick<TableView, "places" | "scores" | "winners" | "sheets">;
type Spec = Pick<TableSpec, "game" | "seats" | "sides" | "fewest" | "facts">;

/** What the scene says anyway. */
export interface Said {
  /** who has won */
  words: string;
  /** what two sides have; "" where there are more, or no figures */
  figures: string;
  /** what tricks and the rest make together, of those who have won the only deal; "": there is no rest */
  sum: string;
  /** which cards lie there */
  cards: Decision["kind"] | undefined;
}

/**
 * What the rules say of the last deal, if it is about those who have won and beyond what is seen; else what they were
 * compared by, or the lines of the score that make it.
 */
export function reasonOf(spec: Spec, view: Ended, around: readonly number[], said: Said, text: Text): string {
  const last = view.sheets.at(-1);
  if (!last || said.cards === "left") return ""; // what a loser holds says it
  const inDeal = (words: string): string =>
    words && view.sheets.length > 1
      ? text.t("page.pair", { name: text.t("sheet.deal_n", { n: last.deal }), value: words })
      : words;
  const told = text.say(last.headline);
  if (said.sum && within(told, said.figures)) return said.sum;
  const worth = linesOf(scoreLines(last.items, spec.game, spec.seats, text), view.winners);
  if (explains(told, said.figures, last, view)) return told;
  if (repeated(told, said.figures, worth)) return "";
  const news = told !== "" && told !== said.words && !saysAll(told, said.figures) && !staked(told, view);
  if (news && (said.figures || view.winners.length === 0 || names(told, view, around, text))) return inDeal(told);
  const placed = spec.facts.some(({ kind }) => kind === "places");
  const few = view.winners.length > 0 && view.winners.length < around.length;
  if (!said.figures && !placed && few && toldByTotals(ranking(view, around, spec.fewest), view.scores, spec.fewest))
    return text.t(spec.fewest ? "end.fewest" : "end.most", { n: view.scores[view.winners[0]!]! });
  return said.cards === "captured" || !few ? "" : inDeal(summed(spec, last, view.winners, placed, text));
}

/** "Ann is 6 units ahead: 8 − 2" below "8 : 2" says where what the only deal was worth comes from. */
function explains(told: string, figures: string, { points }: Sheet, { sheets }: Ended): boolean {
  const said = numbers(told);
  const stake = sheets.length === 1 && points.some((n) => n < 0);
  return stake && saysAll(told, figures) && points.every((n) => said.has(String(Math.abs(n))));
}

/** "Ann wins with 115 points" below "115 : 57": the row of the winners says that, too. */
function repeated(told: string, figures: string, worth: readonly { words: string }[]): boolean {
  const said = told.match(/\d+/g) ?? [];
  const inRow = (n: string): boolean => worth.some(({ words }) => numbers(words).has(n));
  return said.length > 0 && within(told, figures) && said.every(inRow);
}

const numbers = (words: string): ReadonlySet<string> => new Set(words.match(/\d+/g));

/** Are its figures, if it has any, seen anyway? */
function within(words: string, figures: string): boolean {
  const seen = new Set(figures.match(/\d+/g));
  return (words.match(/\d+/g) ?? []).every((n) => seen.has(n));
}

/** What tricks were worth and what counts besides them: "3 tricks 65 + Melds 40 = 105 points". */
export function sumOf(
  { sides, tricks, sums }: Wins,
  { winners, sheets: [only, ...others] }: Pick<TableView, "winners" | "sheets">,
  text: Text,
): string {
  const i = sides.findIndex((seats) => winners.length > 0 && winners.every((seat) => seats.includes(seat)));
  const [sum, rest] = [sums?.[i], only?.tallies[i]?.rest];
  if (!sum || !rest || sum.rest <= 0 || others.length > 0) return "";
  const won = `${text.t("table.tricks_n", { n: tricks![i]!.length })} ${text.number(sum.tricks)}`;
  const all = text.t("table.points_n", { n: sum.tricks + sum.rest });
  return `${won} + ${text.t(rest)} ${text.number(sum.rest)} = ${all}`;
}

/** Does it name one of those who have won, or nobody at all? */
function names(told: string, { winners }: Ended, around: readonly number[], text: Text): boolean {
  const named = around.filter((seat) => told.toLowerCase().includes(text.name(seat).toLowerCase()));
  return named.length === 0 || named.some((seat) => winners.includes(seat));
}

/** "Card points, 9 tricks: 64 + Four jacks: 20 = 84"; one line makes all of it, and needs no figure. */
function summed(
  { game, seats }: Spec,
  { items, points }: Sheet,
  side: readonly number[],
  placed: boolean,
  text: Text,
): string {
  const lines = linesOf(scoreLines(items, game, seats, text), side).filter(({ words }) => words);
  if (placed || lines.length < 2) return lines.map(({ words }) => words).join(" · ");
  const parts = lines.map(({ words, n }, i) => {
    const sign = n < 0 ? "− " : i > 0 ? "+ " : "";
    return `${sign}${text.t("page.pair", { name: words, value: text.number(Math.abs(n)) })}`;
  });
  return `${parts.join(" ")} =\u00a0${text.number(points[side[0]!] ?? 0)}`;
}

/** Several have won who are no side: each for themselves. */
export function sharedFirst(spec: Pick<TableSpec, "sides">, view: Ended, around: readonly number[]): boolean {
  const { winners } = view;
  if (winners.length < 2 || winners.length === around.length) return false;
  return !sidesOf(spec, view, around).some((seats) => winners.every((seat) => seats.includes(seat)));
}

/** Winners whom the scene of a match names; more are counted. */
const NAMED = 4;

/** Who has won, as the scene says it. */
export function wonWords(spec: Spec, view: Ended, around: readonly number[], text: Text): string {
  const { winners } = view;
  const each = !namesLosers(spec.game, text) && winners.length <= NAMED && sharedFirst(spec, view, around);
  return each ? text.t("end.first", { seats: [...winners] }) : verdict(winners, around, spec.game, text, view.places);
}

/**
 * What stands beside the ways on: the deal in one sentence, and what wins the match; of a match that is over how the
 * viewer came out of it where its scene does not say that.
 */
export function headOf(table: TableStore, text: Text): { lede: string; aim: string } {
  const { spec, view, me, around } = table;
  const last = view.sheets.at(-1);
  if (view.status !== "match_over")
    return { lede: last ? text.say(last.headline) : "", aim: placedIn(table) ? "" : aimOf(table, text) };
  if (view.winners.length === 0) return { lede: "", aim: "" }; // its players have ended it
  if (namesLosers(spec.game, text)) {
    const spared = around.includes(me) && view.winners.includes(me) && view.winners.length < around.length;
    const key = `${spec.game}.over.not`;
    const aim = view.sheets.length > 1 && !placedIn(table) ? aimOf(table, text) : ""; // no scene says who was better
    return { lede: spared && text.has(key) ? text.t(key) : "", aim };
  }
  // what both sides have is seen: it shows the difference, too
  const seen = figuresOf(spec, view, around) !== null;
  const margin = seen ? 0 : marginOf(spec, view, around);
  const said = table.watching || (view.winners.includes(me) && view.winners.length <= NAMED);
  const own = ownEnd(spec, view, around, me);
  if (!said) return { lede: ownWords(own && seen ? { ...own, behind: 0 } : own, text, margin), aim: "" };
  return { lede: margin > 0 ? text.t("end.ahead", { n: margin }) : "", aim: "" };
}
