export { DECKS, card, cardKey, facesOf, knowsDeck, loadDeck, rankOf, shownDeck, sign, type DrawOptions } from "./decks.svelte";
export type { CardName } from "./deck";
