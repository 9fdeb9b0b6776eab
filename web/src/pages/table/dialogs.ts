/** The dialogs of a table, and what is beside it or needed to interrupt: fetched in one piece, after the table is shown. */
export { default as Attending } from "./Attending.svelte";
export { default as Explained } from "../../help/Explained.svelte";
export { default as Again } from "./Again.svelte";
export { default as Beside } from "../../stage/Beside.svelte";
export { default as KeepResults } from "./KeepResults.svelte";
export { default as Rail } from "../../stage/Rail.svelte";
export { default as SitButton } from "../../stage/SitButton.svelte";
export { default as Modal } from "../../parts/Modal.svelte";
export { default as Countdown } from "../../stage/Countdown.svelte";
export { default as Reaction } from "../../stage/Reaction.svelte";
export { default as Ending } from "../../stage/end/Ending.svelte";
export { default as Finale } from "../../stage/end/Finale.svelte";
export { stageMoments } from "../../look/moments";
export { default as ScoreSheet } from "../../parts/ScoreSheet.svelte";
