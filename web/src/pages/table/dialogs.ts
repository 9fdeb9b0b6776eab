/**
 * The dialogs of a table, and what is beside it or needed to interrupt: fetched in one piece, after the table is shown.
 */
export { default as Attending } from "./Attending.svelte";
export { default as Again } from "./Again.svelte";
export { default as KeepResults } from "./KeepResults.svelte";
export { default as Modal } from "../../parts/Modal.svelte";
export { stageMoments } from "../../look/moments";
export { default as ScoreSheet } from "../../stage/sheet/ScoreSheet.svelte";
