/** What does not fit on a table as it is drawn now; no test. */
import type { Page } from "@playwright/test";

/** Places that are reserved for something; what is in one of them lies over nothing of another. */
const PLACES = {
  bar: ".bar",
  seats: ".spot",
  shelves: ".shelf .melds, .own-shelf > .whose, .own-shelf > .plan",
  arena: ".arena",
  bank: ".bank",
  side: ".corner.right",
  own: ".console > .own:not(.row)",
  row: ".console > .row",
  sentence: ".console > .say",
  tools: ".console > .tools",
  actions: ".console > .actions",
  hand: ".held",
  end: ".ending",
  rail: ".rail",
  strip: ".strip",
  crowded: ".console > .beside.many",
  could: ".console > .beside:not(.many)",
  message: ".console > .told",
};

/** The felt, where what a selection can become may lie. */
const FELT = ["seats", "shelves", "arena", "bank", "side"];
/**
 * What lies over something else on purpose, as long as it is there: what the selection can become over the felt, or over the sentence, the message in
 * its place and who one is where buttons lie on the felt.
 */
const OVER = [
  ...["sentence", "own", "message"].map((place) => `crowded ${place}`),
  ...["crowded", "could"].flatMap((what) => FELT.map((place) => `${what} ${place}`)),
];

/**
 * What is wrong, in words: nothing sticks out of the window to the side, every card of the hand and every button of the player is inside it, what is
 * drawn in one place lies over nothing that is drawn in another, the sentence is whole, and everything that is pressed is large enough. touch: for a finger.
 */
export function misfits(page: Page, touch: boolean): Promise<string[]> {
  return page.evaluate(
    ([places, allowed, touch]) => {
      const found: string[] = [];
      const { innerWidth: width, innerHeight: height } = window;
      interface Box {
        left: number;
        top: number;
        right: number;
        bottom: number;
      }
      const words = (element: Element): string => `${element.getAttribute("class")?.replace(/\bs[\w-]{5,}\b/g, "").trim().replace(/\s+/g, ".") || element.tagName.toLowerCase()} "${(element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 30)}"`;
      const round = ({ left, top, right, bottom }: Box): string => `${Math.round(left)},${Math.round(top)}-${Math.round(right)},${Math.round(bottom)}`;
      const shown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest(".spoken, [hidden], .phase, .bubbles"); // what is said lies over a name for a moment
      /** The part that is not cut off by what is around it. */
      const clipped = (box: Box, from: Element | null): Box => {
        const part = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
        for (let at = from; at; at = at.parentElement) {
          const style = getComputedStyle(at);
          if (style.clipPath !== "none") part.right = part.left;
          if (style.overflowX === "visible" && style.overflowY === "visible") continue;
          const edge = at.getBoundingClientRect();
          if (style.overflowX !== "visible") [part.left, part.right] = [Math.max(part.left, edge.left), Math.min(part.right, edge.right)];
          if (style.overflowY !== "visible") [part.top, part.bottom] = [Math.max(part.top, edge.top), Math.min(part.bottom, edge.bottom)];
        }
        return part;
      };
      const area = (box: Box): boolean => box.right - box.left > 1 && box.bottom - box.top > 1;

      interface Drawn {
        what: string;
        box: Box;
        place: string;
        solid: boolean;
        element: Element;
      }
      const drawn: Drawn[] = [];
      for (const [place, selector] of Object.entries(places)) {
        document.querySelectorAll(selector).forEach((root, i) => {
          const name = place === "seats" || place === "shelves" ? `${place} ${i}` : place;
          const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
          for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
            const element = node instanceof Element ? node : node.parentElement!;
            if (node instanceof Text) {
              if (!node.data.trim() || !shown(element) || element.closest("svg")) continue;
              const range = document.createRange();
              range.selectNodeContents(node);
              const box = clipped(range.getBoundingClientRect(), element);
              if (area(box)) drawn.push({ what: `words "${node.data.trim().slice(0, 30)}" of ${words(element)}`, box, place: name, solid: false, element });
            } else if (element.matches(".card, button, .seat, .notice, .head, .standing") && shown(element)) {
              const box = clipped(element.getBoundingClientRect(), element.parentElement);
              if (area(box)) drawn.push({ what: words(element), box, place: name, solid: true, element });
            }
          }
        });
      }
      if (document.documentElement.scrollWidth > width) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
      for (const { what, box, place } of drawn) {
        if (box.left < -1 || box.right > width + 1) found.push(`outside the window: ${place} ${what} ${round(box)}`);
        if (["hand", "actions", "sentence", "end", "tools"].includes(place) && (box.bottom > height + 1 || box.top < -1)) found.push(`below the window: ${place} ${what} ${round(box)}`);
      }
      // What is drawn in two places: cards turn and lean a little.
      const NEAR = 3;
      for (const [i, one] of drawn.entries()) {
        for (const other of drawn.slice(i + 1)) {
          if (one.element.matches(".term") || other.element.matches(".term")) continue; // for a finger it is larger than its words
          if (one.place === other.place || allowed.includes(`${other.place} ${one.place.split(" ")[0]}`)) continue;
          const over = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
          const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
          if (over > NEAR && down > NEAR) found.push(`${one.place} over ${other.place}: ${one.what} ${round(one.box)} and ${other.what} ${round(other.box)}`);
        }
      }
      for (const element of document.querySelectorAll(".say .words")) {
        if (element.scrollHeight > element.clientHeight + 2) found.push(`cut: ${words(element)} ${(element.textContent ?? "").length} letters, ${element.scrollHeight} px in ${element.clientHeight}`);
      }
      for (const button of document.querySelectorAll(".offers .button")) {
        const box = button.getBoundingClientRect();
        for (const part of button.querySelectorAll(".label, .label small, kbd")) {
          const { left, top, right, bottom, width } = part.getBoundingClientRect();
          if (width > 0 && shown(part) && (left < box.left - 0.5 || right > box.right + 0.5 || top < box.top - 0.5 || bottom > box.bottom + 0.5)) {
            found.push(`bursts its button: ${words(part)} ${round({ left, top, right, bottom })} of ${round(box)}`);
          }
        }
      }
      // The felt cuts off what sticks out of it, and a name that is too long for its seat ends in dots. Suggestions scroll.
      for (const element of document.querySelectorAll(".console button:not(.could *), .spot button, .tray .name, .tray .n")) {
        if (!shown(element)) continue;
        const [box, part] = [element.getBoundingClientRect(), clipped(element.getBoundingClientRect(), element.parentElement)];
        if (area(part) && (box.right > part.right + 1 || box.left < part.left - 1)) found.push(`cut off: ${words(element)} ${round(box)}`);
      }
      if (width >= 600 && height >= 480) {
        for (const element of document.querySelectorAll(".spot .who > b")) if (element.scrollWidth > element.clientWidth + 1) found.push(`cut: the name ${words(element)}`);
      }
      const LEADING = 3.5; // px that a line of larger type is higher than its letters
      // What is said of a player is on their plate, and the bar of their time lies below it.
      for (const said of document.querySelectorAll(".spot .seat .news > *")) {
        const [line, plate] = [clipped(said.getBoundingClientRect(), said.parentElement), said.closest(".seat")!.getBoundingClientRect()];
        if (!shown(said) || !area(line)) continue;
        if (line.bottom > plate.bottom + LEADING) found.push(`below the plate: ${words(said)} ${round(line)} of ${round(plate)}`);
      }
      for (const bar of document.querySelectorAll(".spot .lasts")) {
        const edge = bar.getBoundingClientRect();
        for (const said of bar.parentElement!.querySelectorAll(".seat .news")) {
          const line = clipped(said.getBoundingClientRect(), said.parentElement);
          if (shown(said) && area(line) && line.bottom > edge.top + 1.5) found.push(`struck through: ${words(said)} ${round(line)} by ${round(edge)}`);
        }
      }
      for (const what of document.querySelectorAll(".strip .what")) {
        if (shown(what) && what.clientHeight > 2.6 * parseFloat(getComputedStyle(what).lineHeight)) found.push(`three lines: ${words(what)}`);
      }
      for (const place of document.querySelectorAll(".bar .where > *")) {
        if (getComputedStyle(place.parentElement!).clipPath === "none" && shown(place) && place.scrollWidth > place.clientWidth + 1) found.push(`cut: ${words(place)}`);
      }
      for (const card of document.querySelectorAll(".arena .card")) {
        const { width: w } = card.getBoundingClientRect();
        if (shown(card) && w < 14) found.push(`tiny: a card in the middle, ${Math.round(w)} px wide`);
      }
      const [least, finger] = [24, touch ? (width < 360 ? 36 : 44) : 24];
      for (const { element, what, box, place } of drawn) {
        if (!element.matches("button") || place === "hand") continue;
        const { width: w, height: h } = element.getBoundingClientRect();
        const wanted = ["actions", "tools", "end", "bar"].includes(place) ? finger : least;
        if (Math.min(w, h) < wanted - 0.5) found.push(`small: ${place} ${what} ${Math.round(w)} x ${Math.round(h)}`);
        // the middle of a button is not covered
        const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
        const above = hit && Object.entries(places).find(([, selector]) => hit.closest(selector))?.[0];
        if (above && allowed.includes(`${above} ${place.split(" ")[0]}`)) continue;
        if (hit && !element.contains(hit) && !hit.contains(element)) found.push(`covered: ${place} ${what} by ${words(hit)}`);
      }
      return found;
    },
    [PLACES, OVER, touch] as const,
  );
}
