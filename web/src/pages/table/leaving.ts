import type { TableStore } from "../../table/table.svelte";

/** Do others lose by it if the reader leaves? A match runs, and another person plays in it. */
export function leavingHurts({ view, me, watching }: Pick<TableStore, "view" | "me" | "watching">): boolean {
  if (watching || (view.status !== "playing" && view.status !== "deal_over")) return false;
  return view.occupants.some(({ who }, seat) => who === "person" && seat !== me);
}
