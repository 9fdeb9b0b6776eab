// Cards that move. When an update comes, the old page is measured; when the new one is drawn, every card that has
// changed its place flies there from its old place. Only the picture moves: the page is complete at once, and nobody
// waits for an animation.
//
// A card is an element with data-card="<face>"; a zone is one with data-zones="hand.1 won.1", for cards that are not
// drawn one by one. Cards of the hand find their places by themselves, and fly only when they come from elsewhere.

import { BACK, type GameEvent } from "../wire/objects";

const TIME = 420; // ms for the flight of a card
const HOLD = 260; // ms for which a won trick stays
const TILT = 9; // degrees by which a card turns on its way
const STAGGER = 22; // ms between two cards of one update
const LONGEST = 520; // ms until the last one leaves
const FEW = 20; // of cards whose arrival is not drawn, at most this many are shown in flight
const OUT = "cubic-bezier(.2,.8,.2,1)";

export interface Flight {
  /** Let an update's cards fly; call it before the page shows the update, with a promise that resolves when it does. */
  follow(events: readonly GameEvent[], shown: Promise<void>): Promise<void>;
}

let aloft = 0;

/** Cards are in flight: what can wait is not drawn now. */
export const isFlying = (): boolean => aloft > 0;

/** Animate something that flies. */
function launch(
  element: Element,
  frames: Keyframe[],
  timing: KeyframeAnimationOptions,
  end: () => void = () => undefined,
): void {
  aloft += 1;
  const landed = (): void => {
    aloft -= 1;
    end();
  };
  element.animate(frames, timing).finished.then(landed, landed);
}

interface Old {
  rects: Map<string, DOMRect>;
  anchors: Map<string, DOMRect>;
}

/** Flights over `root`. `draw` returns the picture of a face (255: the back) for cards that vanish from the page. */
export function flightOver(root: HTMLElement, draw: (face: number) => string): Flight {
  // Pictures without a place fly in a layer of their own: what is added to it costs no layout of the page.
  const air = document.createElement("div");
  air.setAttribute("aria-hidden", "true");
  air.style.cssText = "position: fixed; inset: 0; z-index: 50; contain: strict; pointer-events: none";
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  return {
    async follow(events, shown) {
      const moves = events.filter((said) => said.kind === "move");
      if (still.matches || document.hidden || moves.length === 0) return;
      const old = measure(root);
      await shown;
      // Not before the next frame: its layout is needed anyway, and the task of the update has been long enough.
      requestAnimationFrame(() => root.isConnected && fly(root, air, moves, old, draw));
    },
  };
}

function measure(root: HTMLElement): Old {
  const rects = new Map<string, DOMRect>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-card]")) {
    const face = element.dataset.card ?? "";
    if (face !== String(BACK)) rects.set(face, pictureOf(element).getBoundingClientRect());
  }
  const anchors = new Map<string, DOMRect>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-zones]")) {
    const rect = element.getBoundingClientRect();
    if (rect.width > 0) for (const zone of (element.dataset.zones ?? "").split(" ")) anchors.set(zone, rect);
  }
  return { rects, anchors };
}

/** The drawing moves, not its place, which may be a strip of the card, or turned in the hand. */
const pictureOf = (element: HTMLElement): Element => element.querySelector(".card") ?? element;

/** A card's drawing, and its place. */
interface Placed {
  picture: Element;
  to: DOMRect;
}

function placed(card: HTMLElement): Placed {
  const picture = pictureOf(card);
  return { picture, to: picture.getBoundingClientRect() };
}

/** Everything is measured before anything is moved: measuring after a change costs a layout of the whole page. */
function fly(
  root: HTMLElement,
  air: HTMLElement,
  moves: readonly GameEvent[],
  old: Old,
  draw: (face: number) => string,
): void {
  const now = measure(root);
  const todo: (() => void)[] = [];
  const flown = new Set<string>();
  const delay = Math.min(STAGGER, LONGEST / moves.length);
  let ghosts = 0;
  moves.forEach(({ card: face, src, dst }, i) => {
    const name = String(face);
    const from = old.rects.get(name) ?? old.anchors.get(src) ?? now.anchors.get(src);
    const card = face === BACK ? null : root.querySelector<HTMLElement>(`[data-card="${name}"]`);
    if (!from || (face !== BACK && flown.has(name))) return; // what goes on at once is drawn where it was seen last
    flown.add(name);
    if (card) {
      const place = placed(card);
      return void todo.push(() => arrive(place, from, i * delay));
    }
    const to = now.anchors.get(dst);
    if (to && ghosts++ < FEW)
      todo.push(() => vanish(air, draw(face), from, to, i * delay + (old.rects.has(name) ? HOLD : 0)));
  });
  // the play that has been beaten moves aside
  for (const card of root.querySelectorAll<HTMLElement>("[data-card]:not([role=option])")) {
    const name = card.dataset.card ?? "";
    const from = old.rects.get(name);
    if (!from || flown.has(name)) continue;
    const place = placed(card);
    todo.push(() => arrive(place, from, 0));
  }
  if (ghosts > 0) root.append(air);
  for (const move of todo) move();
}

/** Let a card that is already in its place come from `from`. */
function arrive({ picture, to }: Placed, from: DOMRect, delay: number): void {
  const dx = from.left + from.width / 2 - to.left - to.width / 2;
  const dy = from.top + from.height / 2 - to.top - to.height / 2;
  if (Math.abs(dx) + Math.abs(dy) < 4) return;
  const scale = Math.max(0.3, Math.min(2, Math.min(from.width, from.height / 1.4) / to.width));
  const tilt = Math.sign(dx) * Math.min(TILT, Math.abs(dx) / 12);
  const frames: Keyframe[] = [
    { translate: `${dx}px ${dy}px`, scale: String(scale), rotate: `${-tilt}deg` },
    { translate: "0 0", scale: "1.05", rotate: "0deg", offset: 0.74, easing: "ease-out" }, // in its place, and lowered
    { translate: "0 0", scale: "1", rotate: "0deg" },
  ];
  launch(picture, frames, { duration: TIME, delay, easing: OUT, fill: "backwards" });
}

/** Let the picture of a card that the page no longer draws fly from `from` to `to` and dissolve there. */
function vanish(air: HTMLElement, picture: string, from: DOMRect, to: DOMRect, delay: number): void {
  const width = Math.min(from.width, from.height / 1.4, 110);
  const ghost = document.createElement("div");
  ghost.innerHTML = picture;
  const left = from.left + (from.width - width) / 2;
  const top = from.top + (from.height - width * 1.4) / 2;
  Object.assign(ghost.style, { position: "absolute", left: `${left}px`, top: `${top}px` });
  ghost.style.setProperty("--w", `${width}px`);
  air.append(ghost);
  const dx = to.left + to.width / 2 - left - width / 2;
  const dy = to.top + to.height / 2 - top - width * 0.7;
  const frames: Keyframe[] = [
    { translate: "0 0", scale: "1", opacity: 1 },
    { opacity: 1, offset: 0.7 },
    { translate: `${dx}px ${dy}px`, scale: "0.35", opacity: 0 },
  ];
  const end = (): void => {
    ghost.remove();
    if (!air.firstChild) air.remove();
  };
  launch(ghost, frames, { duration: TIME * 1.2, delay, easing: "cubic-bezier(.6,0,.2,1)", fill: "both" }, end);
}
