import type { ChoiceStore } from "./choice.svelte";
import type { TableStore } from "../table/table.svelte";
import type { Text } from "../viewer/text.svelte";

type Table = Pick<TableStore, "spec" | "view" | "me" | "waitsFor">;

/**
 * The prompt: what the reader can do now; "" for none. A player who can act though the table does not wait for them gets another prompt than the
 * players it waits for.
 */
export function promptKey(table: Table, choice: Pick<ChoiceStore, "active" | "reacting">, text: Pick<Text, "has">): string {
  if (!choice.active) return "";
  const own = `${table.spec.game}.prompt.${table.view.phase}`;
  const plays = (((table.view.window?.plays ?? 0) >> table.me) & 1) === 1;
  if (table.waitsFor(table.me) || plays || choice.reacting) return text.has(own) ? own : "table.your_turn";
  return text.has(`${own}.may`) ? `${own}.may` : "";
}
