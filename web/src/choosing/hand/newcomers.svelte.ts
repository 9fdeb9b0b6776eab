// Cards that have come to the viewer's hand during a deal, from anywhere: marked until the player selects or does
// something that brings no other card.

import { untrack } from "svelte";
import type { ChoiceStore } from "../choice.svelte";
import { BACK, type GameEvent } from "../../wire/objects";
import type { ZoneSpec } from "../../wire/protocol";
import type { TableStore } from "../../table/table.svelte";

const MARK = "data-new";

/** The cards that these events bring to a seat's hand from outside its own zones. */
export function broughtTo(seat: number, events: readonly GameEvent[], zones: readonly ZoneSpec[]): number[] {
  const zone = (id: string): ZoneSpec | undefined => zones.find((one) => one.id === id);
  return events.flatMap(({ kind, card, src, dst }) => {
    const [from, to] = [zone(src), zone(dst)];
    const comes = kind === "move" && to?.role === "hand" && to.owner === seat && from?.owner !== seat;
    return comes && card >= 0 && card !== BACK ? [card] : [];
  });
}

/**
 * Watch what comes to the viewer's hand; call it while a component is set up. `mark` puts `words` into the attribute
 * data-new of the new cards' options, where they are shown above the card, and into their descriptions; of equal cards
 * on as many as came. Where most of the hand is new, none is marked: that is no news of any card.
 */
export function newcomers(
  table: TableStore,
  choice: ChoiceStore,
): { readonly cards: readonly number[]; mark(root: HTMLElement | undefined, words: string): void } {
  let cards = $state.raw<readonly number[]>([]);
  let deal = untrack(() => (table.shown ? table.view.deal : 0));

  $effect(() =>
    table.listen((events) => {
      const came = table.watching ? [] : broughtTo(table.me, events, table.spec.zones);
      const acted = came.length === 0 && events.some(({ kind, seat }) => kind === "say" && seat === table.me);
      const kept = acted || table.view.deal !== deal || table.watching ? [] : cards;
      deal = table.view.deal;
      if (cards.length + came.length > 0) cards = [...kept, ...came];
    }),
  );
  $effect(() => {
    if (choice.selected.length > 0 && untrack(() => cards.length > 0)) cards = [];
  });

  return {
    get cards() {
      return cards;
    },
    mark(root, words) {
      const hand = choice.hand.length; // drawn again with every change
      const left = cards.length * 2 > hand ? [] : [...cards];
      for (const option of [...(root?.querySelectorAll<HTMLElement>("[role=option][data-card]") ?? [])].reverse()) {
        const at = left.indexOf(Number(option.dataset.card));
        if (at >= 0) left.splice(at, 1);
        for (const told of [MARK, "aria-description"])
          if (at >= 0) option.setAttribute(told, words);
          else option.removeAttribute(told);
      }
    },
  };
}
