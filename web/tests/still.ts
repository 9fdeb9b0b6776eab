/** What moves on a table while one plays; no test. */
import type { Page } from "@playwright/test";

/** The sizes at which nothing may move. */
export const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 740, height: 360 },
] as const;

/** The places that are reserved from the first card on. */
const PLACES = [".board", ".ground", ".spot", ".arena", ".bank", ".corner.right", ".console", ".console > .own", ".console > .say", ".console > .tools", ".console > .actions", ".held", ".rail", ".strip"];

interface Watch {
  /** what has moved since it was asked last */
  moved: string[];
  /** where the places were at the first frame of the deal */
  boxes: Map<string, string>;
  deal: string;
  /** the sum of the layout shifts of the table */
  shift: number;
}

/**
 * Watch a page from its first script on: layout shifts, also those after an input, and in each frame the boxes of the reserved places, which stay
 * as they are for as long as the window has its size. Cards that fly do so by transform, and do not count.
 */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript((places) => {
    const watch: Watch = { moved: [], boxes: new Map(), deal: "", shift: 0 };
    (window as unknown as { watch: Watch }).watch = watch;
    const name = (node: Node | null): string => {
      const element = node instanceof Element ? node : node?.parentElement;
      const path: string[] = [];
      for (let at: Element | null | undefined = element; at && path.length < 4; at = at.parentElement) {
        const classes = (at.getAttribute("class") ?? "").split(" ").filter((one) => one && !/^s[\w-]{5}$/.test(one));
        path.unshift([at.tagName.toLowerCase(), ...classes].join("."));
      }
      return `${path.join(" > ")} "${(node?.textContent ?? "").trim().slice(0, 40)}"`;
    };
    const place = ({ x, y, width, height }: DOMRectReadOnly): string => [x, y, width, height].map(Math.round).join(" ");
    // Dialogs and messages lie over the table; the log is a list with the newest on top; words within a button change.
    const ELSEWHERE = "dialog, .toasts, .log, .offers .button *";
    let dealt = Infinity; // ms since the page was opened
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[] })[]) {
        if (entry.startTime < dealt || document.querySelector(".lobby")) continue; // one from before the first card can be reported after it
        const sources = entry.sources.filter(({ node }) => node && !(node instanceof Element ? node : node.parentElement)?.closest(ELSEWHERE));
        if (sources.length > 0) watch.shift += entry.value;
        if (sources.length > 0) watch.moved.push(`shift ${entry.value.toFixed(4)}: ${sources.map(({ node, previousRect, currentRect }) => `${name(node)} ${place(previousRect)} -> ${place(currentRect)}`).join("; ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
    const look = (): void => {
      const stage = document.querySelector(".stage");
      if (dealt === Infinity && document.querySelector(".stage .card")) dealt = performance.now();
      if (stage && document.querySelector(".stage .console")) {
        const size = `${innerWidth}x${innerHeight}`;
        if (watch.deal !== size) {
          watch.deal = size;
          watch.boxes.clear();
        }
        for (const selector of places) {
          stage.querySelectorAll(selector).forEach((element, i) => {
            const key = `${selector}:${i}`;
            const now = element.checkVisibility() ? place(element.getBoundingClientRect()) : "not there";
            const before = watch.boxes.get(key);
            if (before !== undefined && before !== now) watch.moved.push(`${key} ${before} -> ${now}`);
            watch.boxes.set(key, now);
          });
        }
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, PLACES);
}

/** What has moved since the last time. */
export function moved(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { watch: Watch }).watch.moved.splice(0));
}

/** The sum of all layout shifts of the table since the page was opened. */
export function shifted(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { watch: Watch }).watch.shift);
}
