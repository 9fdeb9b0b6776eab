import type { TableStore } from "../table/table.svelte";

/** Add to the shuffles of a table, with what is fetched for it. Returns the function that ends it. */
export function addLater(table: TableStore): () => void {
  let stop: (() => void) | null | undefined; // null: it was ended before it began
  void import("./adding").then(({ addTo }) => {
    if (stop !== null) stop = addTo(table);
  });
  return () => {
    stop?.();
    stop = null;
  };
}
