/** What the scene of a match shows of the last deal of a table. */
import type { TableStore } from "../../table/table.svelte";
import { taleOf } from "../../table/tale";
import { reachedFrom } from "../../wire/objects";
import type { Wins } from "./beside";
import { decisionOf, type Decision } from "./deeds";
import { commonMelds, counted } from "./left";

/** losing: the game names who has lost. */
export function decided(table: TableStore, { sums }: Wins, losing: boolean): Decision | null {
  const { spec, view } = table;
  return decisionOf(taleOf(table), {
    ...{ said: table.said, zones: spec.zones, plans: view.plans },
    ...{ winners: view.winners, fewest: spec.fewest, losing },
    cards: counted(spec.zones, (zone) => view.zones[zone] ?? [], spec.copies, view.gone),
    sheet: view.sheets.at(-1),
    reached: sums ? view.reached.map(reachedFrom) : [],
  });
}

/** What lies on the table and belongs to nobody stays there. */
export const lyingAt = (decision: Decision | null, { spec, view }: TableStore): ReturnType<typeof commonMelds> =>
  decision?.kind === "turn" ? commonMelds(spec.zones, (id) => view.zones[id] ?? []) : [];
