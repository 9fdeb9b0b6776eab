/** Where the arrows of the stage go: from the boxes of the seats alone. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Point {
  x: number;
  y: number;
}

const GAP = 7; // between a seat and what points at it
const CLEAR = 130; // round the centre, where cards lie
const INTO = 4; // px, over the edge of a seat, so that a short arrow has a shaft
const STUBS = [64, 46, 30]; // px, the lengths of an arrow that ends in the felt
const TIP = 8; // px, between it and anything
const FLAT = 8; // the viewer's own place is a line
const BEND = 0.4; // of the way to the centre, at most
const NEAR = 400; // px, between neighbours
const OFF = 0.6; // of the distance from the centre that is worth a longer way
const CLOSE = 44; // px, between an arrow and a sign beside it
const LEVEL = 4; // px, between seats in one row
const SIGN = 12; // px, of half a sign
const OUT = [0.22, 0, -0.15, 0.4]; // of the way to the centre: towards the edge, off the cards, if nothing lies there
const FAR = 1100; // px, between seats so far apart an arrow bends most

export const middle = ({ left, top, right, bottom }: Box): Point => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

/** Where an arrow can end at a seat on a felt so wide: at its sides and above it. What it said stands below. */
function ends({ left, top, right, bottom }: Box, wide: number): Point[] {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const above = { x, y: top - GAP };
  const sides = [left - GAP, right + GAP].filter((side) => side > 0 && side < wide).map((side) => ({ x: side, y }));
  return bottom - top < FLAT ? [above] : [...sides, above];
}

const round = (n: number): number => Math.round(n * 10) / 10;
const write = (points: readonly Point[]): string[] => points.map(({ x, y }) => `${round(x)} ${round(y)}`);

/**
 * A curve from one seat to another, the shortest between their edges; the longer, the more it bends towards the centre.
 * Of a strip it has the gap between neighbours, where nothing is written; others have no arrow there.
 */
export function arrow(from: Box, to: Box, centre: Point, strip: boolean): string {
  if (strip) {
    const [a, b] = [middle(from), middle(to)];
    const gap = b.x > a.x ? to.left - from.right : from.left - to.right;
    if (Math.abs(a.y - b.y) > LEVEL || gap > 2 * SIGN) return "";
    const way = Math.sign(b.x - a.x);
    const [tail, head] = way > 0 ? [from.right, to.left] : [from.left, to.right];
    const [start, end] = write([{ x: tail - way * INTO, y: a.y }, { x: head - way, y: a.y }]);
    return `M${start}L${end}`;
  }
  const wide = 2 * centre.x;
  const ways = ends(from, wide).flatMap((a) => ends(to, wide).map((b) => wayOf(a, b, { from, to, centre })));
  const { a, turn, b } = ways.reduce((best, way) => (way.cost < best.cost ? way : best));
  const [start, control, end] = write([a, turn, b]);
  return `M${start}Q${control} ${end}`;
}

/**
 * Between a seat and the viewer, whose place is the whole edge below: only its part at the seat, on the side of the
 * centre, where nothing lies. A whole one would cross the cards. `back`: from the viewer to the seat; "": no room.
 */
export function stub({ left, top, right, bottom }: Box, centre: Point, taken: readonly Box[], back: boolean): string {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const way = x < centre.x ? 1 : -1;
  const a = { x: way > 0 ? right + GAP : left - GAP, y };
  for (const long of STUBS) {
    const b = { x: a.x + way * long, y: y + long * 0.6 };
    const [low, high] = [Math.min(a.x, b.x - TIP), Math.max(a.x, b.x + TIP)]; // what it said ends below its edge
    const free = (box: Box): boolean =>
      high < box.left || low > box.right || b.y + TIP < box.top || y - TIP > box.bottom;
    if (low < 0 || high > 2 * centre.x || !taken.every(free)) continue;
    const [start, control, end] = write(back ? [b, { x: b.x, y }, a] : [a, { x: b.x, y }, b]);
    return `M${start}Q${control} ${end}`;
  }
  return "";
}

/**
 * A way from a point at one seat to a point at another: it bends towards the centre, or round a corner between
 * neighbours. Short ones cost less, and those that keep off the cards.
 */
function wayOf(
  a: Point,
  b: Point,
  { from, to, centre }: { from: Box; to: Box; centre: Point },
): { a: Point; turn: Point; b: Point; cost: number } {
  const far = Math.hypot(b.x - a.x, b.y - a.y);
  const half = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const bend = Math.min(BEND, far / FAR);
  const above = [a.y < from.top, b.y < to.top];
  const corner = far < NEAR && above[0] !== above[1];
  const turn = !corner
    ? { x: half.x + (centre.x - half.x) * bend, y: half.y + (centre.y - half.y) * bend }
    : above[0]
      ? { x: a.x, y: b.y }
      : { x: b.x, y: a.y };
  return {
    a,
    turn,
    b,
    cost: far - OFF * Math.hypot((half.x + turn.x) / 2 - centre.x, (half.y + turn.y) / 2 - centre.y),
  };
}

const within = (n: number, all: number): number => Math.min(all - SIGN, Math.max(SIGN, n));

/** Is this point beside the middle of an arrow? */
export function beside({ x, y }: Point, path: string): boolean {
  const [ax = 0, ay = 0, cx = 0, cy = 0, bx = cx, by = cy] = path.match(/-?[\d.]+/g)?.map(Number) ?? [];
  return Math.hypot((ax + 2 * cx + bx) / 4 - x, (ay + 2 * cy + by) / 4 - y) < CLOSE;
}

export interface Chevron extends Point {
  /** degrees, 0 points to the right */
  angle: number;
  /** it stands in the gap between two seats */
  small: boolean;
}

/**
 * One sign between each two neighbours, in the direction of play; in a strip only between those in one row. It is on
 * the felt and on nothing that is taken: seats with what lies before them, trays.
 */
export function chevrons(
  boxes: readonly Box[],
  direction: number,
  centre: Point,
  strip: boolean,
  taken: readonly Box[] = [],
): Chevron[] {
  return boxes.flatMap((box, i): Chevron[] => {
    const next = boxes[(i + 1) % boxes.length]!;
    const [a, b] = [middle(box), middle(next)];
    if (strip && (Math.abs(a.y - b.y) > LEVEL || b.x <= a.x)) return [];
    const half = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI + (direction < 0 ? 180 : 0);
    const apart = Math.max(box.left, next.left) - Math.min(box.right, next.right);
    const row = Math.abs(a.y - b.y) <= LEVEL && apart < 2 * SIGN;
    if (strip || row) return [{ ...half, angle, small: true }];
    if (Math.hypot(half.x - centre.x, half.y - centre.y) < CLEAR) return []; // nobody sits between them and the reader
    const at = OUT.map((out) => ({
      x: within(half.x + (half.x - centre.x) * out, 2 * centre.x),
      y: half.y + (half.y - centre.y) * out,
    }));
    const free = at.find(
      ({ x, y }) =>
        y >= 0 &&
        !taken.some(
          ({ left, top, right, bottom }) => x > left - SIGN && x < right + SIGN && y > top - SIGN && y < bottom + SIGN,
        ),
    );
    return free ? [{ ...free, angle, small: false }] : [];
  });
}
