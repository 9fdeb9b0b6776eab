import type { HelpSection } from "../wire/protocol";
import type { Text } from "../viewer/text.svelte";
import { fetchHelp } from "./help";

const AGAIN_MS = 2000;

/**
 * A game's rules in the current language; call it while a component is set up. Empty until they have arrived, and if no
 * game is named.
 */
export function rulesOf(gameOf: () => string, textOf: () => Text): { readonly sections: readonly HelpSection[] } {
  let sections = $state.raw<readonly HelpSection[]>([]);
  let tries = $state(0);

  $effect(() => {
    void tries;
    const [game, lang] = [gameOf(), textOf().lang];
    let late = false;
    if (!game) {
      sections = [];
      return;
    }
    fetchHelp(game, lang).then(
      (found) => !late && (sections = found),
      () => setTimeout(() => !late && (tries += 1), AGAIN_MS),
    );
    return () => (late = true);
  });

  return {
    get sections() {
      return sections;
    },
  };
}
