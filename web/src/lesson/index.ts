/** What a lesson needs beside its table. */
export { default as Coach } from "./Coach.svelte";
export { LessonProgress } from "./progress.svelte";
