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
