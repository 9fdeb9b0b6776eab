/** Which zones of a table are drawn where: by role and owner, as the table's description declares them. */
import type { TableStore, ZoneState } from "../table/table.svelte";
import { turnsFact } from "../table/badges";
import { MIDDLE } from "../table/trick";
import { BACK } from "../wire/objects";

type Role = ZoneState["spec"]["role"];

/**
 * Where a zone lies that belongs to nobody. The first three have the middle. Stocks keep their places when they are
 * empty; melds and open cards have one while they hold cards.
 */
type Common = "trick" | "pairs" | "growing" | "stocks" | "melds" | "cards";
/** Where a zone of a seat lies: as a pile beside the name of its owner, as a row, or laid before them. */
type OfSeat = "hand" | "row" | "pile" | "laid";

/** The places of every role. Who adds a role says here where it lies: README.md, A new role. */
export const PLACES: Readonly<Record<Role, readonly [common: Common, ofSeat: OfSeat]>> = {
  hand: ["cards", "hand"],
  trick: ["trick", "laid"],
  pair: ["pairs", "laid"],
  pile: ["growing", "pile"],
  stock: ["stocks", "pile"],
  discard: ["stocks", "pile"],
  captured: ["stocks", "pile"],
  meld: ["melds", "laid"],
  table: ["cards", "laid"],
  open: ["stocks", "row"],
  bunker: ["stocks", "row"],
};

/** A role that a newer server has and this page does not know lies where open cards do. */
const placesOf = ({ spec }: ZoneState): readonly [Common, OfSeat] => PLACES[spec.role] ?? PLACES.table;
const lies = (zone: ZoneState, where: Common): boolean => placesOf(zone)[0] === where;

/** Where a zone is drawn, which gives its cards and its words their form. */
export type At =
  | "middle" // of the felt
  | "between" // the shelves of the players
  | "tray" // in the bank
  | "alone" // the only one in the bank
  | "seat" // under a player
  | "edge" // at the right edge of the felt
  | "shelf" // before a player, as wide as it is given
  | "row" // the same, in the row of a player
  | "stock" // of a player in the middle
  | "piles"; // beside such a stock

/** A zone, and the open card that is drawn under it. */
export interface Place {
  zone: ZoneState;
  under: ZoneState | null;
  /** nothing lies there any more: the others keep their places. Cards that go out of play have one to go to */
  gone?: boolean;
  /** it is declared with an open card under it, so it is as wide as both */
  wide?: boolean;
}

/** The zones of a table. */
export interface Zones {
  all: readonly ZoneState[];
  /** zones on the table that belong to no seat, and are drawn now */
  common: readonly ZoneState[];
  tricks: readonly ZoneState[];
  pairs: readonly ZoneState[];
  /** a trick to which each player lays several cards; none while it is empty and other cards lie on the table */
  combinations: readonly ZoneState[];
  /** piles in the middle that grow face up */
  growing: readonly ZoneState[];
  /**
   * something is the centre of attention: it has the middle to itself, between zones beside it and messages about it
   */
  middle: boolean;
  /** nothing lies in the middle, and players have stocks: these and their other piles have it */
  bare: boolean;
  places: readonly Place[];
  /** only stocks ever have the middle: at the end of a deal the hands have it, and it is wide from the first on */
  hands: boolean;
  /**
   * what seats lay open before themselves, if nothing has the middle: melds, or in a game without them all hands at the
   * end of a deal
   */
  shown: readonly ZoneState[];
}

export function zonesOf({ spec, view }: TableStore): Zones {
  const all = spec.zones.map((spec): ZoneState => ({ spec, cards: view.zones[spec.id] ?? [] }));
  const nobodys = all.filter((zone) => zone.spec.owner < 0);
  const common = nobodys.filter(standing);
  const laidIn = common.filter((zone) => lies(zone, "trick"));
  const several = turnsFact(spec.facts) !== "";
  const others = common.some((zone) => zone.spec.role === "table" && zone.cards.length > 0);
  const combinations = several ? laidIn.filter((zone) => zone.cards.length > 0 || !others) : [];
  const tricks = several ? [] : laidIn;
  const pairs = nobodys.filter((zone) => lies(zone, "pairs"));
  const growing = common.filter((zone) => lies(zone, "growing"));
  const middle = tricks.length + combinations.length + pairs.length + growing.length > 0;
  const places = withTalons(
    common.filter((zone) => !MIDDLE.has(zone.spec.role)),
    nobodys,
    middle,
  );
  const seats = all.filter(({ spec }) => spec.owner >= 0);
  const have = (role: Role): boolean => seats.some(({ spec }) => spec.role === role);
  const none = nobodys.every(({ spec }) => !MIDDLE.has(spec.role)) && all.every(({ spec }) => spec.role !== "meld");
  const hands = none && places.length > 0;
  const open = hands && view.status !== "playing" ? opened(seats) : [];
  const shown = middle ? [] : have("meld") ? laid(seats) : open;
  return {
    all,
    common,
    tricks,
    combinations,
    pairs,
    growing,
    middle,
    bare: !middle && places.length === 0 && have("stock"),
    places,
    hands,
    shown,
  };
}

/** All hands with cards, if everybody sees all of them. */
function opened(seats: readonly ZoneState[]): ZoneState[] {
  const hands = seats.filter(({ spec, cards }) => spec.role === "hand" && cards.length > 0);
  return hands.some(({ cards }) => cards.includes(BACK)) ? [] : hands;
}

/** It is drawn as a pile: of a seat beside the name of its owner, if that costs no height. */
export const inPile = (zone: ZoneState): boolean => placesOf(zone)[1] === "pile";
export const piles = (all: readonly ZoneState[]): ZoneState[] => all.filter(inPile);

/** Zones that need the whole width: melds, and whatever else a seat has but a hand, a row or a pile. */
export const laid = (all: readonly ZoneState[]): ZoneState[] => all.filter((zone) => placesOf(zone)[1] === "laid");

/** Its cards lie in a row before its owner. */
export const inRow = (zone: ZoneState): boolean => placesOf(zone)[1] === "row";

/** It lies among the melds that belong to nobody. */
export const melded = ({ zone }: Place): boolean => lies(zone, "melds");

/** If nothing is in the middle, the stocks come before the players. */
export const played = (zone: ZoneState, { common }: Zones): boolean =>
  zone.spec.role === "stock" && common.length === 0;

/** A seat's zones besides the hand, if they hold cards; the hand, too, if it is another seat's open hand. */
export function beside({ all }: Zones, seat: number, me: number): ZoneState[] {
  const open = ({ spec, cards }: ZoneState): boolean => seat !== me && spec.see !== "public" && !cards.includes(BACK); // what all know of a hand is still in it
  return all.filter(
    (zone) => zone.spec.owner === seat && zone.cards.length > 0 && (zone.spec.role !== "hand" || open(zone)),
  );
}

/** The hands of a seat, as names of zones: its cards come from there and go there. */
export const handsOf = (table: TableStore, seat: number): string =>
  table
    .zones("hand", seat)
    .map((zone) => zone.spec.id)
    .join(" ");

/** It has a place even when it is empty, so that nothing jumps; there may be many melds and open cards. */
function standing(zone: ZoneState): boolean {
  return zone.cards.length > 0 || !(lies(zone, "melds") || lies(zone, "cards"));
}

/**
 * A single open card that is declared directly after a stock is drawn under it: the card that was turned up. When both
 * are gone, so is their place.
 */
function withTalons(all: readonly ZoneState[], declared: readonly ZoneState[], middle: boolean): Place[] {
  return all.flatMap((zone, i) => {
    const [before, next] = [all[i - 1], all[i + 1]];
    if (zone.spec.role === "table" && before?.spec.role === "stock" && zone.cards.length <= 1) return [];
    const under = zone.spec.role === "stock" && next?.spec.role === "table" && next.cards.length <= 1 ? next : null;
    return [
      {
        zone,
        under,
        gone: middle && zone.cards.length === 0 && !under?.cards.length && zone.spec.role !== "discard",
        wide: zone.spec.role === "stock" && declared[declared.indexOf(zone) + 1]?.spec.role === "table",
      },
    ];
  });
}
