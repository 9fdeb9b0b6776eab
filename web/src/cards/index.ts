export { DECKS, card, cardKey, facesOf, loadDeck, rankOf, shownDeck, sign, type CardName, type DrawOptions } from "./decks.svelte";
