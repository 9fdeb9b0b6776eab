import { gamesHere, keepWords } from "../viewer/fetched.svelte";
import type { Settings } from "../viewer/settings.svelte";
import type { Text } from "../viewer/text.svelte";

/**
 * For a page about the person at this browser: its title, by its key, and all games with their words. Call it while a
 * component is set up.
 */
export function ownPage(title: string, text: Text, settings: Settings): void {
  const games = gamesHere();
  keepWords(text, settings, () => games.all?.map((game) => game.game) ?? []);
  $effect(() => {
    document.title = `${text.t(title)} · stich`;
  });
}
