/** What may lie over a table: fetched in one piece, when the table stands. */
export { default as Explained } from "../help/Explained.svelte";
export { default as Beside } from "./Beside.svelte";
export { default as Modal } from "./Modal.svelte";
export { default as QuestionDialog } from "./QuestionDialog.svelte";
export { default as ScoreSheet } from "./ScoreSheet.svelte";
