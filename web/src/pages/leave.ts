/** Leaving a seat without opening the table's page. */
import { TableStore } from "../table/table.svelte";

const PATIENCE_MS = 8000;

/** Give the seat at a table to its bot. Rejects if the server does not answer. */
export function leaveTable(id: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const table = new TableStore(id);
    const end = (done: () => void): void => {
      clearTimeout(timer);
      table.close();
      done();
    };
    const timer = setTimeout(() => end(() => reject(new Error("no answer"))), PATIENCE_MS);
    let asked = false;
    table.onShown(() => {
      if (table.watching) return end(resolve); // left already
      if (asked) return;
      asked = true;
      table.stand();
    });
    table.onProblem(() => end(resolve)); // the table is gone, or the seat is
  });
}
