export { DECKS, card, cardKey, facesOf, knowsDeck, loadDeck, rankOf, shownDeck, sign, type CardName, type DrawOptions } from "./decks.svelte";
