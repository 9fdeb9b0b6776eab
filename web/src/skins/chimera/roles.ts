/** What is said below a player's name: the role in this round, and the last call of the auction. */
import type { TableStore } from "../../table/table.svelte";
import type { Text } from "../../viewer/text.svelte";
import { bidsOf, type Round } from "./round";

/** The role of a seat in this round; `brief` without the bid and the word "partner". */
export function roleOf(seat: number, round: Round, table: TableStore, text: Text, brief: boolean): string {
  if (round.chimera < 0) {
    if (seat === round.high) return text.t(round.forced ? "chimera.fact.forced" : "chimera.role.highest");
    return round.high < 0 && seat === round.upholder ? text.t("chimera.role.bids_first") : "";
  }
  if (seat === round.chimera) return brief ? text.t("chimera.role.chimera") : text.t("chimera.role.chimera_bid", { n: round.bid });
  const [me] = table.around;
  const partner = seat !== me && !table.watching && round.chimera !== me;
  return text.t(partner && !brief ? "chimera.role.partner" : "chimera.role.hunter");
}

/** How many seats after another one a seat is asked. */
const after = (from: number, seat: number, seats: number): number => (seat - from + seats) % seats;

/** What a seat called last in this auction: bids are heard, passes follow from the order of the turns. */
export function called(seat: number, round: Round, table: TableStore, text: Text): string {
  if (table.view.phase !== "bid") return "";
  if (seat === round.high) return text.t("chimera.seat.bids", { n: round.bid });
  const { seats } = table.spec;
  const last = bidsOf(seat, table.said).at(-1);
  const first = round.upholder < 0 ? (table.view.dealer + 1) % seats : round.upholder;
  if (passedSince(round.high < 0 ? first : round.high, seat, table)) return text.t("chimera.seat.passed");
  if (last) return text.t("chimera.seat.bids", { n: last });
  const asked = round.high >= 0 && (after(first, seat, seats) < after(first, round.high, seats) || bidsOf(round.high, table.said).length > 1);
  return asked ? text.t("chimera.seat.passed") : ""; // before the highest bid
}

/** Has a seat had its turn since the last bid, or since the first turn? Known also without having seen it. */
function passedSince(from: number, seat: number, { spec, view }: TableStore): boolean {
  const { turn } = view;
  return from >= 0 && turn >= 0 && turn < spec.seats && after(from, seat, spec.seats) < after(from, turn, spec.seats);
}
