/** What a step of a lesson points at: elements of the page, by the names that lessons use. */
import type { TableStore } from "../table/table.svelte";
import type { Box } from "./place";

/** The elements of the page to point at. */
export function elements(look: readonly string[], { around }: TableStore): Element[] {
  const selectors = look.flatMap((part) => {
    if (part === "seats") return around.slice(1).map((seat) => `[data-zones~="hand.${seat}"]`);
    if (part === "hand") return ['[role="listbox"]'];
    if (part === "actions") return [".actions"];
    if (part === "trumps") return [".trumps"];
    if (part === "sheet") return [".ending .rows"];
    if (part === "scores") return [];
    return [`[data-zones~="${part}"]`];
  });
  return selectors.flatMap((selector) => [...document.querySelectorAll(selector)]);
}

export const boxesOf = (found: readonly Element[]): Box[] =>
  found.map((element) => element.getBoundingClientRect()).filter((rect) => rect.width > 0);

/** Is this the place of one of these zones? */
export const isOneOf = (element: Element, zones: readonly string[]): boolean =>
  zones.some((id) => element.matches(`[data-zones~="${id}"]`));

/** Of a trick only its cards, if there are any: the guide may cover the room for more. */
export function filled(found: readonly Element[], tricks: readonly string[]): Element[] {
  return found.flatMap((element) => {
    const cards = isOneOf(element, tricks) ? [...element.querySelectorAll("[data-card]")] : [];
    return cards.length > 0 ? cards : [element];
  });
}
