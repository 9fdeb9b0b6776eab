/**
 * Moments: what the rules declare as worth a short scene. Each sort is drawn over the table for less than a second, on
 * a layer of its own: only transforms and opacity, nothing moves, nothing can be hit. docs/moments.md says what the
 * sorts mean.
 */
import type { TableStore } from "../table/table.svelte";
import type { GameEvent } from "../wire/objects";

export type Moment = "blow" | "triumph" | "twist" | "notice";

/** The strongest first: of the moments of one update only that one is staged. */
export const MOMENTS: readonly Moment[] = ["blow", "triumph", "twist", "notice"];

const MS = 860;
const SIZE = 168; // px
const AT_ONCE = 3; // scenes; more are not seen apart

/** The strongest moment among the events of an update; null if there is none that this page knows. */
export function strongest(events: readonly GameEvent[]): { moment: Moment; seat: number } | null {
  for (const moment of MOMENTS) {
    const event = events.find((one) => one.moment === moment);
    if (event) return { moment, seat: event.seat };
  }
  return null;
}

const rays = Array.from({ length: 10 }, (_, i) => `<path d="M60 8V22" transform="rotate(${i * 36} 60 60)"/>`).join("");
const DRAWINGS: Record<Moment, string> = {
  triumph: `<circle cx="60" cy="60" r="34"/>${rays}`,
  blow: '<circle cx="60" cy="60" r="40"/><path d="M32 88 88 32"/>',
  twist: '<path d="M22 60a38 38 0 0 1 66-26M98 60a38 38 0 0 1-66 26M88 18v17H71M32 102V85h17"/>',
  notice: '<circle cx="60" cy="60" r="36"/>',
};
const COLOURS: Record<Moment, string> = {
  triumph: "var(--gold)",
  blow: "var(--bad)",
  twist: "var(--ink)",
  notice: "var(--line-2)",
};
const WAYS: Record<Moment, Keyframe[]> = {
  triumph: [
    { transform: "scale(.4)", opacity: 0 },
    { transform: "scale(1)", opacity: 1, offset: 0.35 },
    { transform: "scale(1.06)", opacity: 1, offset: 0.65 },
    { transform: "scale(1.3)", opacity: 0 },
  ],
  blow: [
    { transform: "scale(1.7)", opacity: 0 },
    { transform: "scale(.9)", opacity: 1, offset: 0.3 },
    { transform: "scale(.96)", opacity: 1, offset: 0.7 },
    { transform: "scale(.8)", opacity: 0 },
  ],
  twist: [
    { transform: "rotate(-120deg) scale(.8)", opacity: 0 },
    { transform: "rotate(0deg)", opacity: 1, offset: 0.5 },
    { transform: "rotate(0deg)", opacity: 1, offset: 0.7 },
    { transform: "rotate(40deg)", opacity: 0 },
  ],
  notice: [
    { transform: "scale(.6)", opacity: 0 },
    { transform: "scale(.85)", opacity: 0.9, offset: 0.4 },
    { transform: "scale(1.1)", opacity: 0 },
  ],
};

/**
 * Where a moment is drawn: at the seat that it is about if that is seen, and a blow or a twist in the middle of the
 * table.
 */
function placeOf(moment: Moment, seat: number, me: number): DOMRect | null {
  const middle = document.querySelector(".arena, .centre, .board");
  const own =
    seat === me
      ? document.querySelector(".dock .own, .dock .line")
      : document.querySelector(`[data-zones~="hand.${seat}"]`);
  const wanted = (moment === "triumph" || moment === "notice") && seat >= 0 ? [own, middle] : [middle, own];
  const box = wanted
    .flatMap((element) => element?.getBoundingClientRect() ?? [])
    .find(({ width, height }) => width > 0 && height > 0);
  return box ?? null;
}

/** Draw the moments of a table, as long as `wanted` says so. Returns the function that ends it. */
export function stageMoments(table: TableStore, wanted: () => boolean): () => void {
  const scenes = new Set<HTMLElement>();
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const end = table.listen((events) => {
    const found = strongest(events);
    if (!found || !wanted() || still.matches || document.hidden || scenes.size >= AT_ONCE) return;
    const box = placeOf(found.moment, found.seat, table.me);
    if (!box) return;
    const scene = document.createElement("div");
    scene.className = "moment";
    scene.dataset.moment = found.moment;
    scene.setAttribute("aria-hidden", "true");
    const size = Math.min(SIZE, Math.max(96, box.height * 1.6));
    const [left, top] = [box.left + (box.width - size) / 2, box.top + (box.height - size) / 2];
    scene.style.cssText =
      `position:fixed;left:${left}px;top:${top}px;width:${size}px;height:${size}px;z-index:6;pointer-events:none;opacity:0;` +
      `will-change:transform,opacity;color:${COLOURS[found.moment]}`;
    const thin = found.moment === "notice" ? 3 : 6;
    scene.innerHTML = `<svg viewBox="0 0 120 120" fill="none" stroke="currentColor" stroke-width="${thin}" stroke-linecap="round" stroke-linejoin="round">${DRAWINGS[found.moment]}</svg>`;
    scenes.add(scene);
    document.body.append(scene);
    const gone = (): void => {
      scenes.delete(scene);
      scene.remove();
    };
    scene.animate(WAYS[found.moment], { duration: MS, easing: "cubic-bezier(.2,.8,.2,1)" }).finished.then(gone, gone);
  });
  return () => {
    end();
    scenes.forEach((scene) => scene.remove());
  };
}
