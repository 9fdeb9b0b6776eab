export { default as Talk } from "./Talk.svelte";
