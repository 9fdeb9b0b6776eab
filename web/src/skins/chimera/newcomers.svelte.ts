// Cards that have come to the viewer's hand while a deal is under way, from the den or from the partner: shown for a while, or until he selects.

import { untrack } from "svelte";
import type { ChoiceStore } from "../../choice.svelte";
import { BACK } from "../../choose";
import type { TableStore } from "../../table.svelte";

const WHILE = 6000; // ms
const MARK = "data-new";

/** Watch the viewer's hand; to be called while a component is set up. `mark` puts the attribute data-new on the new cards' options. */
export function newcomers(tableOf: () => TableStore, choiceOf: () => ChoiceStore): { readonly cards: readonly number[]; mark(root?: HTMLElement): void } {
  let cards = $state.raw<readonly number[]>([]);
  let held: { when: string; cards: ReadonlySet<number> } = { when: "", cards: new Set() };

  $effect(() => {
    const table = tableOf();
    const when = table.watching ? "" : `${table.id} ${table.view.deal} ${table.me}`;
    const now = new Set(table.watching ? [] : table.zone(`hand.${table.me}`).cards.filter((face) => face !== BACK));
    const came = [...now].filter((face) => !held.cards.has(face));
    const same = when === held.when && held.cards.size > 0;
    held = { when, cards: now };
    if (same && came.length > 0) cards = came;
    else if (!same) cards = [];
  });
  $effect(() => {
    if (cards.length === 0) return;
    const timer = setTimeout(() => (cards = []), WHILE);
    return () => clearTimeout(timer);
  });
  $effect(() => {
    if (choiceOf().selected.length > 0 && untrack(() => cards.length > 0)) cards = [];
  });

  return {
    get cards() {
      return cards;
    },
    mark(root) {
      void choiceOf().hand; // drawn anew with every change of the hand
      for (const option of root?.querySelectorAll<HTMLElement>("[role=option][data-card]") ?? []) {
        option.toggleAttribute(MARK, cards.includes(Number(option.dataset.card)));
      }
    },
  };
}
