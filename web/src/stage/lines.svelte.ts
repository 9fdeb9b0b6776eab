import { MediaQuery } from "svelte/reactivity";
import short from "shape:short";
import upright from "shape:upright";
import type { TableStore } from "../table/table.svelte";
import { crowdOf } from "./seating";

/**
 * How many lines shelves need: two seats share one, but on an upright phone that is not low a few seats have each its
 * own: what lies there has the width.
 */
export class Lines {
  readonly #upright = new MediaQuery(upright);
  readonly #short = new MediaQuery(short);

  of(table: TableStore): number {
    const single = this.#upright.current && !this.#short.current && crowdOf(table) === "few";
    return single ? table.spec.seats : Math.ceil(table.spec.seats / 2);
  }
}
