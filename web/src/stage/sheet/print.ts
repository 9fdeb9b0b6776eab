import { flushSync, mount, unmount } from "svelte";
import { differing } from "../../help/differing";
import type { TableStore } from "../../table/table.svelte";
import type { Text } from "../../viewer/text.svelte";
import "./print.css";
import PrintSheet from "./PrintSheet.svelte";

let end: (() => void) | undefined;

/** Print the score sheet of a table; `at`: when the match ended, ms since 1970. */
export async function printSheet(table: TableStore, text: Text, at = Date.now()): Promise<void> {
  // without a connection the sheet is still printed
  const rules = await differing(table.spec.game, table.spec.options).catch(() => []);
  end?.();
  const target = document.createElement("div");
  target.className = "printed";
  document.body.append(target);
  const sheet = mount(PrintSheet, { target, props: { table, text, at, differing: rules } });
  flushSync();
  end = () => {
    end = undefined;
    void unmount(sheet);
    target.remove();
  };
  addEventListener("afterprint", () => end?.(), { once: true });
  print();
}
