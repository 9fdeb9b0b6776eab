// The player's name at a table: it is sent as soon as they pause typing, not only when they leave the field.

import { untrack } from "svelte";
import type { Settings } from "../../viewer/settings.svelte";
import type { TableStore } from "../../table/table.svelte";

const PAUSE_MS = 700;

/**
 * Call it while a component with a field for the name is set up. Call `typed` after every change, `done` when the field
 * is left.
 */
export function renaming(table: TableStore, settings: Settings): { typed(): void; done(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sent = untrack(() => nameAt());
  let waits = $state(false); // for the seat: the name was typed before the server had given it

  function nameAt(): string {
    return (table.shown && !table.watching && table.view.occupants[table.me]?.name) || "";
  }

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    const name = settings.name.trim();
    waits = table.watching;
    if (waits || name === sent) return;
    sent = name;
    table.rename(settings.name);
  }

  function leave(): void {
    if (timer !== undefined) send();
  }

  $effect(() => {
    if (!waits || table.watching) return;
    untrack(() => {
      sent = nameAt(); // came with the request for the seat
      send();
    });
  });

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
      timer = settings.name.trim() ? setTimeout(send, PAUSE_MS) : undefined; // an empty field is about to be filled
    },
    done: send,
  };
}
