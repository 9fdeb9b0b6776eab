import type { TableStore } from "../table/table.svelte";
import type { Settings } from "../viewer/settings.svelte";

/** Play the sounds of a table, if the viewer wants them. `game` is "" before it is known. Call it while a component is set up. */
export function playSounds(table: TableStore, settings: Settings, game: () => string): void {
  $effect(() => {
    const of = game();
    if (!settings.sound || !of) return;
    let end = (): void => undefined;
    let left = false;
    void Promise.all([import("./sounds"), import("../skins")]).then(([{ hear }, { isLoud }]) => {
      if (!left) end = hear(table, () => settings.volume, (said) => isLoud(of, said, table));
    });
    return () => {
      left = true;
      end();
    };
  });
}
