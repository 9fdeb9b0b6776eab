/** Does a page know more than its reader may? This searches it for the cards in the hands of others. No test. */
import type { Page } from "@playwright/test";

interface Held {
  faces: number[];
  names: string[];
}

const held = (page: Page): Promise<Held> =>
  page.getByRole("listbox").getByRole("option").evaluateAll((cards) => ({
    faces: cards.map((card) => Number(card.getAttribute("data-card"))),
    names: cards.map((card) => (card.getAttribute("aria-label") ?? "").split(",")[0]!),
  }));

/**
 * The cards in a player's hand that another player's page reveals, each with the place where it does. Public knowledge about this hand (a card dealt
 * face up, the other's own gift) is only where the page says so: in the story, at and below the other's seat and in the list of facts. A card that the reader
 * still holds has just been given away: the reader's page is the older of the two.
 */
export async function leaks(reader: Page, other: Page): Promise<string[]> {
  const before = await held(other);
  const page = await reader.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement;
    const told = [...copy.querySelectorAll('[role="log"], .story')].map((part) => part.textContent ?? "").join("\n");
    copy.querySelectorAll('[role="log"], .story, .under .faces, .chair .known, .chair .holding, .corner dl').forEach((part) => part.remove());
    const own = [...copy.querySelectorAll('[role="listbox"] [role="option"]')].map((card) => Number(card.getAttribute("data-card")));
    return { told, own, rest: copy.outerHTML };
  });
  const after = new Set((await held(other)).faces);
  return before.names.flatMap((name, i) => {
    const face = before.faces[i]!;
    if (!after.has(face) || page.own.includes(face)) return []; // played or given meanwhile
    const word = new RegExp(`${name}(?![\\w])`);
    const at = Math.max(page.rest.search(word), page.rest.indexOf(`data-card="${face}"`));
    return at >= 0 && !word.test(page.told) ? [`${name}: …${page.rest.slice(Math.max(0, at - 200), at + 60)}…`] : [];
  });
}
