import type { ReviewStore } from "./review.svelte";
import type { Player } from "./player.svelte";

const WRITING = "select, textarea, [contenteditable], dialog, [role=listbox], input:not([type=range])";
const PRESSED = "button, a, summary";

/**
 * What a key does in a review; null: it is none of its keys, or belongs to the focused element. `within`: the dialog
 * that the review fills.
 */
export function wayOf(
  event: KeyboardEvent,
  review: ReviewStore,
  player: Player,
  within: Element | null = null,
): (() => void) | null {
  if (
    event.defaultPrevented ||
    event.ctrlKey ||
    event.altKey ||
    event.metaKey ||
    (!within && document.querySelector("dialog[open]"))
  )
    return null;
  const at = event.target instanceof Element ? event.target : null;
  const own = at?.closest(WRITING);
  if (own && own !== within) return null;
  if (event.key === " ") return at?.closest(PRESSED) ? null : () => player.toggle();
  const ways: Record<string, () => Promise<void>> = {
    ArrowLeft: () => review.back(),
    ArrowRight: () => review.forward(),
    PageUp: () => review.trickBack(),
    PageDown: () => review.trickForward(),
    Home: () => review.first(),
    End: () => review.last(),
  };
  const way = ways[event.key];
  if (!way) return null;
  return () => {
    player.stop();
    void way();
  };
}
