/**
 * What a stage needs at the end of a deal, to interrupt, and beside the table: fetched in one piece with the dialogs,
 * after the table is shown.
 */
export { default as Term } from "../help/Term.svelte";
export { default as Beside } from "./Beside.svelte";
export { default as Totals } from "./Totals.svelte";
export { default as Rail } from "./Rail.svelte";
export { default as SitButton } from "./SitButton.svelte";
export { default as Window } from "./Window.svelte";
export { default as Reaction } from "./Reaction.svelte";
export { default as Closing } from "./end/Closing.svelte";
export { default as Ending } from "./end/Ending.svelte";
export { default as Finale } from "./end/Finale.svelte";
