/** What is cramped on a page without a table, or in a dialog; no test. */
import type { Page } from "@playwright/test";

/** Left out: what may be cut because it can be scrolled or is said elsewhere, and pictures. */
const OUT = "svg, .stage, .spoken, .where, input, textarea, .coach, [hidden]";

/**
 * In words: the page is wider than the window, words are cut off or broken or lie over others, a choice does not show
 * what is chosen, something to press is too small for a finger. What a dialog covers does not count.
 */
export function cramped(page: Page): Promise<string[]> {
  return page.evaluate((out) => {
    const found = new Set<string>();
    const root = document.querySelector("dialog[open]") ?? document.body;
    const least = innerWidth < 360 ? 36 : 44;
    const words = (element: Element): string => `"${(element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40)}"`;
    const shown = (element: Element): boolean => {
      if (element.closest(out) || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
      for (let at: Element | null = element; at; at = at.parentElement) if (getComputedStyle(at).clipPath !== "none") return false;
      return true;
    };
    if (document.documentElement.scrollWidth > innerWidth) found.add(`the page is ${document.documentElement.scrollWidth} wide`);

    for (const element of root.querySelectorAll("*")) {
      if (!shown(element)) continue;
      const style = getComputedStyle(element);
      const { width, height } = element.getBoundingClientRect();
      if (/hidden|clip/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1 && element.textContent?.trim()) found.add(`cut: ${words(element)}`);
      if (element.matches("button, .button, .chip") && element.scrollWidth > element.clientWidth + 1) found.add(`over its edge: ${words(element)}`);
      if (element instanceof HTMLSelectElement) {
        const pen = document.createElement("canvas").getContext("2d")!;
        pen.font = style.font;
        const chosen = element.selectedOptions[0]?.text ?? "";
        if (pen.measureText(chosen).width > element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) + 1) found.add(`cut choice: "${chosen}"`);
      }
      if (element.matches("button, select, summary, a.button, a.icon-button") && Math.min(width, height) < least - 0.5) found.add(`small: ${words(element)} ${Math.round(width)} × ${Math.round(height)}`);
    }

    // -- lines: no word is on two of them, and no two are at one place
    const fixed = (element: Element): Element | null => {
      for (let at: Element | null = element; at; at = at.parentElement) if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
      return null;
    };
    const lines: { box: DOMRect; node: Node; element: Element }[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const element = node.parentElement!;
      if (!node.data.trim() || element.closest("select") || !shown(element)) continue;
      const range = document.createRange();
      const digits = getComputedStyle(element).fontFamily.includes("monospace"); // hexadecimal ones, which are no words
      for (const { 0: word, index } of digits ? [] : node.data.matchAll(/\p{L}+/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top));
        if (new Set(tops).size > 1) found.add(`broken: ${word}`);
      }
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) if (box.width > 2) lines.push({ box, node, element });
    }
    for (const [i, one] of lines.entries()) {
      for (const other of lines.slice(i + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across > 3 && down > 5 && one.node !== other.node && fixed(one.element) === fixed(other.element)) found.add(`${words(one.element)} over ${words(other.element)}`);
      }
    }
    return [...found];
  }, OUT);
}
