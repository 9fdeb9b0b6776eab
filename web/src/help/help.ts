import { card, cardKey } from "../cards";
import type { HelpSection } from "../protocol";
import type { Text } from "../text.svelte";

/** Fetch a game's rules. A language's answer is kept: the panel and every word that is explained share it. */
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

/** Put drawn cards where a section's HTML has a place for them. */
export function withCards(html: string, deck: string, text: Text): string {
  return html.replace(PICTURE, (_, kind: string, cards: string) => {
    const groups = cards.split(" + ").map((group) => group.split(" "));
    const names = groups.flat().map((notation) => nameOf(notation, deck, text));
    const label = text.t(kind === "not" ? "help.no_combination" : "help.cards", { cards: text.list(names) });
    const drawn = groups.map((group) => `<span class="group">${group.map((one) => draw(one, deck, text)).join("")}</span>`);
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

/** A section as a note beside something: without pictures, its links leading to the page where all of the rules stand. */
export function asNote(html: string, address: string): string {
  return html.replace(PICTURE, "").replace(/<p>\s*<\/p>/g, "").replace(/<a href="#/g, `<a href="${escaped(address)}#`);
}

export function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** What a text is compared as: small letters without accents, one for each character. */
function folded(words: string): string {
  return [...words].map((c) => c.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().slice(0, c.length) || c).join("");
}

/** HTML in its pieces: what stands at an odd place is a tag. */
const pieces = (html: string): string[] => html.split(/(<[^>]*>)/);

/** Do all words of a search occur in a section? */
export function matches(section: HelpSection, query: string): boolean {
  const body = pieces(section.html).filter((_, i) => i % 2 === 0).join(" ");
  const text = folded(`${section.title} ${body}`);
  return wordsOf(query).every((word) => text.includes(word));
}

export function wordsOf(query: string): string[] {
  return folded(query).split(/\s+/).filter(Boolean);
}

/** Mark each occurrence of the words of a search, outside of tags. */
export function marked(html: string, query: string): string {
  const words = wordsOf(query);
  if (words.length === 0) return html;
  return pieces(html).map((piece, i) => (i % 2 === 1 ? piece : markedText(piece, words))).join("");
}

function markedText(piece: string, words: readonly string[]): string {
  const text = folded(piece);
  let out = "";
  let at = 0;
  while (at < piece.length) {
    const hits = words.map((word) => ({ word, from: text.indexOf(word, at) })).filter(({ from }) => from >= 0);
    const next = hits.sort((a, b) => a.from - b.from || b.word.length - a.word.length)[0];
    if (!next) break;
    const to = next.from + next.word.length;
    out += `${piece.slice(at, next.from)}<mark>${piece.slice(next.from, to)}</mark>`;
    at = to;
  }
  return out + piece.slice(at);
}

/** A section of the second level with those within it. */
export interface Chapter {
  head: HelpSection;
  parts: HelpSection[];
}

export function chapters(sections: readonly HelpSection[]): Chapter[] {
  const found: Chapter[] = [];
  for (const section of sections) {
    const last = found.at(-1);
    if (section.level <= 2 || !last) found.push({ head: section, parts: [] });
    else last.parts.push(section);
  }
  return found;
}

/** What a search leaves of the rules: a chapter whose own words match is shown whole. */
export function searched(all: readonly Chapter[], query: string): Chapter[] {
  if (wordsOf(query).length === 0) return [...all];
  return all.flatMap((chapter) => {
    const parts = chapter.parts.filter((part) => matches(part, query));
    return parts.length > 0 || matches(chapter.head, query) ? [{ head: chapter.head, parts }] : [];
  });
}
