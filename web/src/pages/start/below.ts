/** What stands below the games on the start page: fetched after them. */
export { default as HouseRules } from "./HouseRules.svelte";
export { default as Match } from "./Match.svelte";
export { default as OpenTables } from "./OpenTables.svelte";
export { default as Preferences } from "../../parts/Preferences.svelte";
