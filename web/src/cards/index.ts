export { DECKS, card, cardKey, facesOf, loadDeck, rankOf, sign, type CardName, type DrawOptions } from "./decks.svelte";
