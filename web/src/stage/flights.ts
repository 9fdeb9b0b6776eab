/** The cards that fly over a stage: which events move them, and how they look. */
import { tick } from "svelte";
import { card } from "../cards";
import { flightOver } from "../look/flight";
import type { TableStore } from "../table/table.svelte";
import type { Text } from "../viewer/text.svelte";
import { BACK } from "../wire/objects";

/** Let cards fly over this stage. Returns the function that ends it. */
export function flightsOver(root: HTMLElement, table: TableStore, text: Text): () => void {
  const flight = flightOver(root, (face) =>
    card(face === BACK ? "back" : table.drawn(face), { deck: table.deck, lang: text.lang, size: "s" }),
  );
  return table.listen((events) => void flight.follow(events, tick()));
}
