/** Where a box of text goes on a small screen so that it does not cover what it is about. All in px of the window. */
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

/**
 * Where a box fits beside its target; on the left, since buttons are on the right; null if there is too little room.
 */
export function besideFor(target: Box, screen: number): { left: number; width: number } | null {
  const left = target.left - GAP - EDGE;
  if (left >= NARROWEST) return { left: EDGE, width: left };
  const right = screen - target.right - GAP - EDGE;
  return right >= NARROWEST ? { left: target.right + GAP, width: right } : null;
}

/** Where the window ends for a box that covers nothing of these, which are at its bottom. */
export function floorOf(below: readonly Box[], screen: number): number {
  return Math.min(screen, ...below.map(({ top }) => top));
}

/** The greatest height of a box above that floor. */
export const highest = (floor: number): number => Math.max(0, floor - 2 * EDGE);

/** Does a box of this height at this top cover it? */
export function covers(target: Box, top: number, height: number): boolean {
  return top < target.bottom && top + height > target.top;
}

/**
 * The top of a box of this height: directly above its target, otherwise directly below it, otherwise where it covers
 * least.
 */
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

const STEP = 4; // px between two tried places
const KEPT = 20; // how many times worse it is to cover what is needed

/** How much of `box` is covered by something as wide that begins at `top` and is `height` high, in px². */
function covered(box: Box, top: number, height: number): number {
  const high = Math.min(box.bottom, top + height) - Math.max(box.top, top);
  return Math.max(0, high) * (box.right - box.left);
}

/**
 * The top of a box of this height that covers nothing of its target or of what is needed, `kept`, if possible; and as
 * little as possible of `others`, which the learner may want to look at. Of equal places the nearest to `kept`.
 */
export function calmTop(kept: readonly Box[], others: readonly Box[], height: number, screen: number): number {
  const usual = topFor(around(kept), height, screen);
  const spread = kept.map((box) => ({ ...box, top: box.top - GAP, bottom: box.bottom + GAP }));
  const cost = (top: number): number =>
    KEPT * spread.reduce((sum, box) => sum + covered(box, top, height), 0) +
    others.reduce((sum, box) => sum + covered(box, top, height), 0);
  let best = usual;
  let least = cost(usual);
  for (let top = EDGE; top + height + EDGE <= screen; top += STEP) {
    const now = cost(top);
    if (now < least || (now === least && Math.abs(top - usual) < Math.abs(best - usual))) [best, least] = [top, now];
  }
  return best;
}
