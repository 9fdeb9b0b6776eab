import { card, cardKey } from "../cards";
import type { HelpSection } from "../wire/protocol";
import type { Text } from "../viewer/text.svelte";

/** Fetch a game's rules. The answer is kept for each language: the panel and every explained word share it. */
const fetched = new Map<string, Promise<HelpSection[]>>();

export function fetchHelp(game: string, lang: string): Promise<HelpSection[]> {
  const address = `/api/help/${encodeURIComponent(game)}/${lang}.json`;
  const known = fetched.get(address);
  if (known) return known;
  const asked = fetch(address).then(async (answer) => {
    if (!answer.ok) throw new Error(`no rules: ${answer.status}`);
    return (await answer.json()) as HelpSection[];
  });
  fetched.set(address, asked);
  asked.catch(() => fetched.delete(address));
  return asked;
}

const PICTURE = /<span class="cards" data-kind="(\w+)" data-cards="([^"]*)"><\/span>/g;

/** Put drawn cards into the places that a section's HTML has for them. */
export function withCards(html: string, deck: string, text: Text): string {
  return html.replace(PICTURE, (_, kind: string, cards: string) => {
    const groups = cards.split(" + ").map((group) => group.split(" "));
    const names = groups.flat().map((notation) => nameOf(notation, deck, text));
    const label = text.t(kind === "not" ? "help.no_combination" : "help.cards", { cards: text.list(names) });
    const drawn = groups.map(
      (group) => `<span class="group">${group.map((one) => draw(one, deck, text)).join("")}</span>`,
    );
    return `<span class="cards${kind === "not" ? " not" : ""}" role="img" aria-label="${escaped(label)}">${drawn.join("")}</span>`;
  });
}

function draw(notation: string, deck: string, text: Text): string {
  return `<span class="card-of">${card(notation, { deck, lang: text.lang, size: "s" })}</span>`;
}

function nameOf(notation: string, deck: string, text: Text): string {
  const { key, args } = cardKey(notation, deck);
  return text.t(key, args);
}

/** A section as a note: without pictures, its links leading to the page with all rules. */
export function asNote(html: string, address: string): string {
  return html
    .replace(PICTURE, "")
    .replace(/<p>\s*<\/p>/g, "")
    .replace(/<a href="#/g, `<a href="${escaped(address)}#`);
}

export function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
