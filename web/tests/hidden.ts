/** Does a page know more than its reader may? Asked of everything in its DOM, drawn or not: texts, names, attributes. */
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
 * The cards in somebody's hand that another's page gives away. What was told to him of this hand (a card dealt face up, his
 * own gift) stands where the page says so: in what happened, and beside the other's seat.
 */
export async function leaks(reader: Page, other: Page): Promise<string[]> {
  const before = await held(other);
  const page = await reader.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement;
    const told = [...copy.querySelectorAll('[role="log"], .log')].map((part) => part.textContent ?? "").join("\n");
    const known = [...copy.querySelectorAll(".known, .up, .shown")].map((part) => part.outerHTML).join("\n");
    copy.querySelectorAll('[role="log"], .log, .known, .up, .shown').forEach((part) => part.remove());
    return { told, known, rest: copy.outerHTML };
  });
  const after = new Set((await held(other)).faces);
  return before.names.filter((name, i) => {
    const face = before.faces[i]!;
    if (!after.has(face)) return false; // played meanwhile
    const word = new RegExp(`${name}(?![\\w])`);
    return (word.test(page.rest) || page.rest.includes(`data-card="${face}"`)) && !word.test(page.told);
  });
}
