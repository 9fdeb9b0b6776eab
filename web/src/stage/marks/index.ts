/** What the stage marks beside the cards, and how cards fly: fetched after the first card is shown. Each mark lies in a place that is there before it. */
export { default as Facts } from "../Facts.svelte";
export { flightsOver } from "../flights";
export { default as Contract } from "./Contract.svelte";
export { default as Lines } from "./Lines.svelte";
export { default as Ribbon } from "./Ribbon.svelte";
export { trumpWords } from "./suit";
export { default as Trumps } from "./Trumps.svelte";
export { default as Plan } from "../Plan.svelte";
