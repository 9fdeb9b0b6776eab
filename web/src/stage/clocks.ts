/** What a page shows of people's time. */
import type { TableStore } from "../table/table.svelte";

export interface Time {
  /** when it is over, on the server's clock, ms; 0: no time runs */
  until: number;
  /** ms of a whole bar; 0: no bar */
  bar: number;
  /** the reader can wait longer for somebody who is away */
  wait: boolean;
  /** the reader can agree that a bot plays */
  vote: boolean;
  /** they have */
  voted: boolean;
}

const GRACE_MS = 20_000;
const BUDGETS = new Set(["match", "day"]); // too long for a bar

/** The time that runs at a seat: that of who is away first, because it is the others who can do something. */
export function timeAt(seat: number, table: TableStore): Time {
  const { absent, occupants, clocks, timer, status } = table.view;
  const occupant = occupants[seat];
  const clock = clocks[seat];
  const others = !table.watching && seat !== table.me;
  const away = occupant?.who === "person" && !occupant.online && !occupant.bot;
  const running = status === "playing" || status === "deal_over";
  const time: Time = {
    until: clock?.until ?? 0,
    bar: clock?.until && !BUDGETS.has(timer) ? clock.left : 0,
    wait: false,
    vote: others && away && running && absent === "wait",
    voted: occupant?.agreed?.includes(table.me) ?? false,
  };
  if (away && occupant.until) return { ...time, until: occupant.until, bar: GRACE_MS, wait: others };
  return time;
}
