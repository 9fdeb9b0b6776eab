/** What a page fetches, and requests again until it has arrived. Call each function while a component is set up. */
import { fetchGames } from "../wire/lobby";
import type { GameSpec } from "../wire/protocol";
import type { Settings } from "./settings.svelte";
import type { Part, Text } from "./text.svelte";

const AGAIN_MS = 2000;

/**
 * Load the texts of every page at once, those of `games` as soon as they are known, and all of them again in another
 * language. `games` may depend on what is loaded here, as a list sorted by name does: only a different set of games
 * causes a request. A `part` that changes is another request.
 */
export function keepWords(
  text: Text,
  settings: Settings,
  games: () => readonly string[],
  part: () => Part = () => "all",
): void {
  let tries = $state(0);
  const wanted = $derived([...new Set(games())].sort().join(" "));
  $effect(() => {
    void tries;
    const names = wanted.split(" ").filter(Boolean);
    text.load(settings.language, names, part()).catch(() => setTimeout(() => (tries += 1), AGAIN_MS));
  });
}

/** The games of this server, null until they have arrived. */
export function gamesHere(): { readonly all: readonly GameSpec[] | null } {
  let all = $state.raw<readonly GameSpec[] | null>(null);
  let tries = $state(0);
  $effect(() => {
    void tries;
    fetchGames().then(
      (found) => (all = found),
      () => setTimeout(() => (tries += 1), AGAIN_MS),
    );
  });
  return {
    get all() {
      return all;
    },
  };
}

/**
 * A part of the page, null until it has arrived: fetched as soon as it is wanted, and requested again while it is, if a
 * request fails.
 */
export function part<T>(load: () => Promise<T>, wanted: () => boolean): { readonly here: T | null } {
  let here = $state.raw<T | null>(null);
  let tries = $state(0);
  const due = $derived(here === null && wanted());
  $effect(() => {
    void tries;
    if (!due) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let late = false;
    load().then(
      (found) => (here = found),
      () => !late && (timer = setTimeout(() => (tries += 1), AGAIN_MS)),
    );
    return () => {
      late = true;
      clearTimeout(timer);
    };
  });
  return {
    get here() {
      return here;
    },
  };
}
