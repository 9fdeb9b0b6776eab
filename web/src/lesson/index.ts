/** What a lesson needs beside its table. */
export { default as Coach } from "./Coach.svelte";
export { Walk } from "./walk.svelte";
