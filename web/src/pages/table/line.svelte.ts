import type { TableStore } from "../../table/table.svelte";
import type { Text } from "../../viewer/text.svelte";

const GRACE_MS = 800;

/** The state of the connection, in words. Call it while a component is set up. */
export function lineOf(table: TableStore, text: Text): { readonly words: string; nudge: () => void; seen: () => void } {
  let late = $state(false);
  let offline = $state(!navigator.onLine);
  $effect(() => {
    late = false;
    if (table.link === "live") return;
    const timer = setTimeout(() => (late = true), GRACE_MS);
    return () => clearTimeout(timer);
  });
  /** The network or the page is back. */
  const nudge = (): void => {
    offline = !navigator.onLine;
    table.nudge();
  };
  return {
    get words() {
      if (!late || (table.link !== "connecting" && table.link !== "retrying")) return "";
      return text.t(offline ? "link.offline" : `link.${table.link}`);
    },
    nudge,
    seen: () => document.visibilityState === "visible" && nudge(),
  };
}
