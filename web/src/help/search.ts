/**
 * The chapters of the rules, and the result of a search in them. Separate from what a table needs: it is fetched with
 * the rules.
 */
import type { HelpSection } from "../wire/protocol";

/** The form in which texts are compared: lower-case letters without accents, one for each character. */
function folded(words: string): string {
  return [...words]
    .map((c) => c.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().slice(0, c.length) || c)
    .join("");
}

/** HTML in its pieces: at every odd place is a tag. */
const pieces = (html: string): string[] => html.split(/(<[^>]*>)/);

/** Do all words of a search occur in a section? */
export function matches(section: HelpSection, query: string): boolean {
  const body = pieces(section.html)
    .filter((_, i) => i % 2 === 0)
    .join(" ");
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
  return pieces(html)
    .map((piece, i) => (i % 2 === 1 ? piece : markedText(piece, words)))
    .join("");
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

/** The result of a search in the rules: a chapter whose own words match is shown as a whole. */
export function searched(all: readonly Chapter[], query: string): Chapter[] {
  if (wordsOf(query).length === 0) return [...all];
  return all.flatMap((chapter) => {
    const parts = chapter.parts.filter((part) => matches(part, query));
    return parts.length > 0 || matches(chapter.head, query) ? [{ head: chapter.head, parts }] : [];
  });
}
