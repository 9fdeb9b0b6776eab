/** What the felt needs where players lay or give several cards at once: fetched after the table is shown. */
export { default as Combination } from "./Combination.svelte";
export { default as Exchange } from "./Exchange.svelte";
