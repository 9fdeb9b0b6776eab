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
 * The cards in a player's hand that another player's page reveals. Public knowledge about this hand (a card dealt face up, the other's own gift) is
 * only where the page says so: in the log, and beside the other's seat.
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
