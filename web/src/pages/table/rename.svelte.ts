// The player's name at a table: it is sent as soon as they pause typing, not only when they leave the field.

import { untrack } from "svelte";
import type { Settings } from "../../viewer/settings.svelte";
import type { TableStore } from "../../table/table.svelte";

const PAUSE_MS = 700;

/** Call it while a component with a field for the name is set up. Call `typed` after every change, `done` when the field is left. */
export function renaming(table: TableStore, settings: Settings): { typed(): void; done(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let told = untrack(() => nameAt());

  function nameAt(): string {
    return (table.shown && !table.watching && table.view.occupants[table.me]?.name) || "";
  }

  function tell(): void {
    clearTimeout(timer);
    timer = undefined;
    const name = settings.name.trim();
    if (table.watching || name === told) return;
    told = name;
    table.rename(settings.name);
  }

  function leave(): void {
    if (timer !== undefined) tell();
  }

  $effect(() => {
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  });

  return {
    typed() {
      clearTimeout(timer);
      timer = settings.name.trim() ? setTimeout(tell, PAUSE_MS) : undefined; // an empty field is about to be filled
    },
    done: tell,
  };
}
