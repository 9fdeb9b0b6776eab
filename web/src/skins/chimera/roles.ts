/** What is said below a player's name: the role in this round, and the last call of the auction. */
import type { TableStore } from "../../table/table.svelte";
import type { Text } from "../../viewer/text.svelte";
import type { Round } from "./round";

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

/** What a seat called last in this auction. */
export function called(seat: number, round: Round, table: TableStore, text: Text): string {
  if (table.view.phase !== "bid") return "";
  if (seat === round.high) return text.t("chimera.seat.bids", { n: round.bid });
  const last = table.said.findLast(({ said }) => said.seat === seat && /^chimera\.said\.(bid|pass)/.test(said.say?.[0] ?? ""));
  if (last?.said.say?.[0].startsWith("chimera.said.pass")) return text.t("chimera.seat.passed");
  if (last) return text.t("chimera.seat.bids", { n: last.said.say?.[1].n ?? 0 });
  return passedSince(round.high < 0 ? round.upholder : round.high, seat, table) ? text.t("chimera.seat.passed") : "";
}

/** Has a seat had its turn since the last bid, or since the first turn? Known also without having seen it. */
function passedSince(from: number, seat: number, { spec, view }: TableStore): boolean {
  const n = spec.seats;
  const { turn } = view;
  return from >= 0 && turn >= 0 && turn < n && (seat - from + n) % n < (turn - from + n) % n;
}
