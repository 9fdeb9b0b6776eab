import type { TableStore } from "../table/table.svelte";
import type { Settings } from "../viewer/settings.svelte";

/**
 * Play the sounds of a table, if the viewer wants them. `game` is "" before it is known. Call it while a component is
 * set up.
 */
export function playSounds(table: TableStore, settings: Settings, game: () => string): void {
  $effect(() => {
    if (!settings.sound || !game()) return;
    let end = (): void => undefined;
    let left = false;
    void import("./sounds").then(({ hear }) => {
      if (!left) end = hear(table, () => settings.volume);
    });
    return () => {
      left = true;
      end();
    };
  });
}
