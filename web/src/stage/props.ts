import type { ChoiceStore } from "../choosing/choice.svelte";
import type { TableStore } from "../table/table.svelte";
import type { Text } from "../viewer/text.svelte";
import type { Zones } from "./zones";

/** What a stage is given: the table, what the viewer can choose, and the words. */
export interface StageProps {
  table: TableStore;
  choice: ChoiceStore;
  text: Text;
  /** on a phone on its side the bar stands beside it, at the left */
  aside?: boolean;
}

/** What the other seats are drawn from: which they are, and where the zones lie. */
export interface SeatsProps extends StageProps {
  others: readonly number[];
  zones: Zones;
}

/** What the stage marks, once it has arrived. */
export type Marks = { readonly here: typeof import("./marks") | null } | undefined;

/** Rows of cards before the players, once they have arrived. */
export type Several = { readonly here: { Row: typeof import("./Row.svelte").default } | null } | undefined;
