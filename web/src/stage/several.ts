/**
 * What the felt needs in games that lay or give several cards at once, beat cards one by one, lay them on a pile, lay
 * them before themselves, have a row of cards there, or have nothing in the middle: fetched after the table is shown.
 */
export { default as Between } from "./Between.svelte";
export { default as Combination } from "./Combination.svelte";
export { default as Common } from "./Common.svelte";
export { default as Drawn } from "./Drawn.svelte";
export { default as Exchange } from "./Exchange.svelte";
export { default as Opened } from "./Opened.svelte";
export { default as Pairs } from "./Pairs.svelte";
export { default as Pile } from "./Pile.svelte";
export { default as Row } from "./Row.svelte";
export { default as Shelves } from "./Shelves.svelte";
