/** Where a card of words goes on a small screen so that it does not cover what it speaks of. All in px of the window. */
export interface Box {
  top: number;
  left: number;
  right: number;
  bottom: number;
}

const GAP = 10;
const EDGE = 6;

/** The smallest box round all of them; null for none. */
export function around(boxes: readonly Box[]): Box | null {
  const [first, ...others] = boxes;
  if (!first) return null;
  return others.reduce(
    (all, box) => ({
      top: Math.min(all.top, box.top),
      left: Math.min(all.left, box.left),
      right: Math.max(all.right, box.right),
      bottom: Math.max(all.bottom, box.bottom),
    }),
    { top: first.top, left: first.left, right: first.right, bottom: first.bottom },
  );
}

const NARROWEST = 190;

/** Where a card fits beside what is pointed at; on the left, as buttons lie on the right; null where there is too little room. */
export function besideFor(target: Box, screen: number): { left: number; width: number } | null {
  const left = target.left - GAP - EDGE;
  if (left >= NARROWEST) return { left: EDGE, width: left };
  const right = screen - target.right - GAP - EDGE;
  return right >= NARROWEST ? { left: target.right + GAP, width: right } : null;
}

/** Does a card of this height at this top lie over it? */
export function covers(target: Box, top: number, height: number): boolean {
  return top < target.bottom && top + height > target.top;
}

/** The top of a card of this height: right above what is pointed at, else right below it, else where it covers least. */
export function topFor(target: Box | null, height: number, screen: number): number {
  const lowest = Math.max(EDGE, screen - height - EDGE);
  if (!target) return lowest;
  const above = target.top - height - GAP;
  if (above >= EDGE) return Math.min(above, lowest);
  const below = target.bottom + GAP;
  if (below <= lowest) return Math.max(below, EDGE);
  const coveredAtTop = EDGE + height - target.top;
  const coveredAtBottom = target.bottom - lowest;
  return coveredAtTop <= coveredAtBottom ? EDGE : lowest;
}

const STEP = 4; // px between two places that are tried
const KEPT = 20; // so many times worse it is to cover what is needed

/** How much of `box` a card that is as wide as the screen covers, in px². */
function covered(box: Box, top: number, height: number): number {
  const high = Math.min(box.bottom, top + height) - Math.max(box.top, top);
  return Math.max(0, high) * (box.right - box.left);
}

/**
 * The top of a card of this height that lies over nothing of what it speaks of or what is needed, `kept`, as far as that can be; and over as
 * little as can be of `others`, which somebody may want to look at meanwhile. Of places that are equal the nearest to what is kept.
 */
export function calmTop(kept: readonly Box[], others: readonly Box[], height: number, screen: number): number {
  const usual = topFor(around(kept), height, screen);
  const spread = kept.map((box) => ({ ...box, top: box.top - GAP, bottom: box.bottom + GAP }));
  const cost = (top: number): number =>
    KEPT * spread.reduce((sum, box) => sum + covered(box, top, height), 0) + others.reduce((sum, box) => sum + covered(box, top, height), 0);
  let best = usual;
  let least = cost(usual);
  for (let top = EDGE; top + height + EDGE <= screen; top += STEP) {
    const now = cost(top);
    if (now < least || (now === least && Math.abs(top - usual) < Math.abs(best - usual))) [best, least] = [top, now];
  }
  return best;
}
