/**
 * The pages about the person at this browser, by the names in their addresses: one file, because the page that chooses
 * it is sent with every table.
 */
export { default as me } from "./MePage.svelte";
export { default as matches } from "./MatchesPage.svelte";
export { default as statistics } from "./StatisticsPage.svelte";
export { default as puzzles } from "./Puzzles.svelte";
