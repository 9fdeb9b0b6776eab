/**
 * What the stage marks beside the cards, the tools, and how cards fly: fetched after the first card is shown. Each lies
 * in a place that is there before it.
 */
export { default as Contract } from "./Contract.svelte";
export { default as Dare } from "../Dare.svelte";
export { default as Dealer } from "./Dealer.svelte";
export { default as Grip } from "../Grip.svelte";
export { default as Facts } from "../Facts.svelte";
export { default as Host } from "./Host.svelte";
export { default as Last } from "../Last.svelte";
export { default as LastTrick } from "../LastTrick.svelte";
export { default as Lately } from "../Lately.svelte";
export { default as Lines } from "./Lines.svelte";
export { default as News } from "../News.svelte";
export { default as Out } from "./Out.svelte";
export { default as Plan } from "../Plan.svelte";
export { default as Ribbon } from "./Ribbon.svelte";
export { default as SeatButton } from "../SeatButton.svelte";
export { default as Tools } from "../Tools.svelte";
export { default as Trumps } from "./Trumps.svelte";
export { default as WayBack } from "../WayBack.svelte";
export { flightsOver } from "../flights";
export { trumpWords } from "./suit";
