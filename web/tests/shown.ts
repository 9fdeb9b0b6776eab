/** Checks for everything on screen, in any game; no test. */
import type { Page } from "@playwright/test";
import type { Catalogue } from "../src/viewer/text.svelte";

const THUMB = 40; // px that it needs

/** The end of the key of these words; without a key, the words. */
export function keyOf(texts: Catalogue, before: string, words: string): string {
  const key = Object.keys(texts).find((key) => key.startsWith(before) && texts[key] === words);
  return key ? key.slice(before.length) : words;
}

/** The elements that make the page wider than the window. */
export function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const out = [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > innerWidth);
    return ["wider than the window", ...out.map((element) => `${element.tagName} ${element.getAttribute("class")} ${element.textContent}`)];
  });
}

/** Text keys that are shown, or read out, instead of texts. */
export function keysShown(page: Page, texts: Catalogue): Promise<string[]> {
  const families = [...new Set(Object.keys(texts).map((key) => key.split(".")[0]!))];
  return page.evaluate((families) => {
    const named = [...document.querySelectorAll("body [aria-label], body [title]")];
    const words = [document.body.innerText, ...named.flatMap((one) => [one.getAttribute("aria-label"), one.getAttribute("title")])];
    return words.join("\n").match(new RegExp(`(?<![\\w./@])(?:${families.join("|")})\\.[a-z_]+(?:\\.\\w+)*`, "g")) ?? [];
  }, families);
}

/** Words that cannot be read: a sentence that is cut, and words that cover others. */
export function unread(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const spread = (element: Element): DOMRect => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };
    const said = [...document.querySelectorAll<HTMLElement>(".stage :is(.last p, .lately > p:first-child, .compact .who > span, .own p, .say, .phase)")].filter(
      (element) => element.textContent?.trim() && !element.matches(".spoken") && element.checkVisibility({ visibilityProperty: true }) && spread(element).width > 1,
    );
    const hides = (element: Element): boolean => getComputedStyle(element).overflow !== "visible";
    const cut = said.filter((element) => {
      const words = spread(element);
      for (let box: Element | null = element; box && !box.matches(".stage"); box = box.parentElement) {
        const { left, right, top, bottom } = box.getBoundingClientRect();
        if (hides(box) && (words.left < left - 2 || words.right > right + 2 || words.top < top - 3 || words.bottom > bottom + 3)) return true;
      }
      return false;
    });
    const shortened = [...document.querySelectorAll(".stage :is(.spot, .strip, .bank, .closing) *")].filter((element) => {
      const { textOverflow, overflowX, clipPath, webkitLineClamp } = getComputedStyle(element);
      if (clipPath !== "none" || !element.textContent?.trim() || !element.checkVisibility({ visibilityProperty: true })) return false;
      const dots = textOverflow === "ellipsis" && overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
      return dots || (webkitLineClamp !== "none" && element.scrollHeight > element.clientHeight + 2);
    });
    const over = said.flatMap((element, i) => said.slice(i + 1).map((other): [HTMLElement, HTMLElement] => [element, other])).filter(([one, two]) => {
      const [a, b] = [spread(one), spread(two)];
      return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
    });
    return [
      ...cut.map((element) => `cut: ${element.textContent}`),
      ...shortened.map((element) => `shortened: ${element.textContent}`),
      ...over.map(([one, two]) => `${one.textContent} lies over ${two.textContent}`),
    ];
  });
}

/** Announcements that are out of reach or cover something, words that run over the edge. A dialog hides them all. */
export function amiss(page: Page): Promise<string[]> {
  return page.evaluate((tap) => {
    const words = (element: Element): string => (element.getAttribute("aria-label") ?? (element as HTMLElement).innerText).replace(/\s+/g, " ");
    const cut: string[] = [];
    for (const element of document.querySelectorAll(".facts, .marks, .phase, .offers .button, .final > div")) {
      const [from, to] = element.matches(".facts, .marks, .phase") ? [0, innerWidth] : [element.getBoundingClientRect().left, element.getBoundingClientRect().right];
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const { left, right, width } = range.getBoundingClientRect();
        const meant = !texts.currentNode.parentElement!.closest(".spoken, small"); // others end in dots
        if (meant && width > 0 && (left < from || right > to)) cut.push(`${range.toString()}: over the edge`);
      }
    }
    if (document.querySelector("dialog[open]")) return cut;
    const others = [...document.querySelectorAll('[role="listbox"] [role="option"], .trick [data-card], .offers button:not(.aside), .back button, .chair')];
    return cut.concat(
      [...document.querySelectorAll(".offers .aside")].flatMap((button) => {
        const box = button.getBoundingClientRect();
        const out: string[] = [];
        if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) out.push("outside the window");
        if (box.height < tap) out.push(`${box.height} px high`);
        if (!button.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2))) out.push("covered");
        for (const other of others) {
          const its = other.getBoundingClientRect();
          const apart = its.right <= box.left + 1 || its.left >= box.right - 1 || its.bottom <= box.top + 1 || its.top >= box.bottom - 1;
          if (its.width > 0 && !apart) out.push(`upon ${words(other)}`);
        }
        return out.map((fault) => `${words(button)}: ${fault}`);
      }),
    );
  }, THUMB);
}
