/** The end of a deal: when the stage shows it, and what it needs for that, fetched after the table is shown. */
import { untrack } from "svelte";
import type { TableStore } from "../table/table.svelte";
import { part } from "../viewer/fetched.svelte";

/** How long the last cards lie before the score is shown (ms), by pace. */
export const LOOK_MS = { slow: 3000, normal: 2000, fast: 1300, instant: 600 };

type Late = typeof import("./late");

/** Call it while a stage is set up; drawn: it has been drawn. A viewer who comes later sees the end at once. */
export function endOf(
  table: TableStore,
  drawn: () => boolean,
): { readonly late: Late | null; readonly shown: boolean; cover: number | null } {
  const late = part(() => import("./late"), drawn);
  let playing = false;
  let shown = $state(false);
  let cover = $state<number | null>(null);
  $effect(() => {
    const wait = table.view.status !== "playing" && playing ? LOOK_MS[untrack(() => table.view.pace)] : 0;
    playing = table.view.status === "playing";
    if (wait === 0) return void (shown = !playing);
    const timer = setTimeout(() => (shown = true), wait);
    return () => clearTimeout(timer);
  });
  return {
    get late() {
      return late.here;
    },
    get shown() {
      return shown && late.here !== null;
    },
    /**
     * px of the felt that the end lies over, because it is higher than what was there while one played; below 0: so
     * much is free above it; null: not measured yet
     */
    get cover() {
      return cover;
    },
    set cover(px) {
      cover = px;
    },
  };
}
