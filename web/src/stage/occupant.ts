/** What is said below the name of a player, and beside it. */
import { badgeKey, badgesOf, figuresOf } from "../table/badges";
import type { TableStore, ZoneState } from "../table/table.svelte";
import { answerOf } from "../wire/objects";
import type { Text } from "../viewer/text.svelte";
import type { standingOf } from "./seating";

/** What lies below a seat. */
export interface Lies {
  faces: readonly number[];
  piles: readonly ZoneState[];
  words: string;
  /** an upright phone has a strip for it */
  strip: boolean;
}

/** The place of a player who no longer takes part, or that they do not; "" for one who does. */
export function markOf({ out, place, by }: ReturnType<typeof standingOf>, game: string, text: Text): string {
  if (!out) return "";
  if (place > 0) return text.t("table.place", { n: place });
  const own = `${game}.badge.${by}`;
  return text.t(text.has(own) ? own : "table.seat_out");
}

/** Who comes, is away or still chooses. short: for a line with little room. */
export function stateOf(seat: number, table: TableStore, text: Text, short = false): string {
  const occupant = table.view.occupants[seat];
  const answer = answerOf(table.view.answers[seat]).state;
  if (occupant?.coming !== undefined)
    return text.t(short ? "table.coming.short" : "table.coming", { name: occupant.coming || text.t("table.guest") });
  if (seat === table.me && !table.watching) return ""; // the console says what they do
  if (occupant?.bot) return text.t(short ? "table.bot_plays.short" : "table.bot_plays", { name: occupant.bot });
  if (occupant?.who === "person" && !occupant.online) return text.t(short ? "table.offline.short" : "table.offline");
  if (answer === "waiting") return text.t("table.choosing");
  if (answer === "sealed" || answer === "own") return text.t("table.has_chosen");
  return "";
}

/** How well a bot plays, or that it is a program; "" for a person. */
export function levelOf(seat: number, { view }: TableStore, text: Text): string {
  const occupant = view.occupants[seat];
  return occupant?.who === "bot" ? text.t(occupant.program ? "table.program" : `table.bot.${occupant.level}`) : "";
}

/** The part of a seat in this deal, in words: who declares, who attacks. After the match nobody does. */
export function ribbonsOf(seat: number, table: TableStore, text: Text): string[] {
  if (table.view.status === "match_over") return [];
  return badgesOf(table.spec.facts, (name) => table.fact(name), seat)
    .map((name) => badgeKey(table.spec.game, name, table.view.phase, (key) => text.has(key)))
    .filter(Boolean)
    .map((key) => text.t(key));
}

/**
 * What a seat has so far, in numbers: "57 points", "2 tricks". Nothing is no news, but for points: who has none may be
 * glad of it. all: nothing, too.
 */
export const figuresAt = (seat: number, table: TableStore, text: Text, all = false): string[] =>
  figuresOf(table.spec.facts, (name) => table.fact(name), table.spec.seats)
    .filter(({ kind, values }) => all || kind !== "number" || values[seat] !== 0)
    .map(({ name, values: { [seat]: n = 0 } }) => {
      const key = `${table.spec.game}.fact.${name}`;
      const words = text.has(`${key}.at`) ? text.t(`${key}.at`, { n }) : `${text.number(n)} ${text.t(key)}`;
      return words.replaceAll(" ", "\u00a0"); // a line ends between two of them
    });
