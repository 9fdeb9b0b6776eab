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
const DIP = 11; // of an arrow below a row of seats
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
 * Below the row if both are in a strip.
 */
export function arrow(from: Box, to: Box, centre: Point, strip: boolean): string {
  if (strip) {
    const [a, b] = [middle(from), middle(to)];
    const low = Math.max(from.bottom, to.bottom);
    const turn = Math.sign(b.x - a.x) * 12;
    const [start, end] = write([
      { x: a.x + turn, y: from.bottom + 1 },
      { x: b.x - turn, y: to.bottom + 3 },
    ]);
    const [one, two] = write([
      { x: a.x + turn, y: low + DIP },
      { x: b.x - turn, y: low + DIP },
    ]);
    return `M${start}C${one} ${two} ${end}`;
  }
  const wide = 2 * centre.x;
  const ways = ends(from, wide).flatMap((a) => ends(to, wide).map((b) => wayOf(a, b, { from, to, centre })));
  const { a, turn, b } = ways.reduce((best, way) => (way.cost < best.cost ? way : best));
  const [start, control, end] = write([a, turn, b]);
  return `M${start}Q${control} ${end}`;
}

const BESIDE = [0, 0.93, 0.07, 0.78, 0.22]; // of the width, where a line to the viewer can end; 0: below the seat
const TIP = 9; // px, between its end and anything

/**
 * Between a seat of a strip and the viewer, whose place is the whole edge below a felt of this size: down from the seat
 * to where nothing lies at that edge. `back`: from the viewer to the seat.
 */
export function toViewer({ left, right, bottom }: Box, w: number, h: number, taken: readonly Box[], back: boolean): string {
  const x = (left + right) / 2;
  const low = taken.filter((box) => box.bottom > h - 2 * CLOSE);
  const free = (at: number): boolean => !low.some((box) => at > box.left - TIP && at < box.right + TIP);
  const spots = BESIDE.map((part) => part * w || x).sort((a, b) => Math.abs(a - x) - Math.abs(b - x));
  const end = spots.find(free) ?? x;
  const [top, foot] = [bottom + 3, h - 4];
  const points = write([
    { x, y: back ? top + 3 : top },
    { x, y: top + (foot - top) * 0.55 },
    { x: end, y: top + (foot - top) * 0.45 },
    { x: end, y: foot },
  ]);
  const [start, one, two, last] = back ? points.reverse() : points;
  return `M${start}C${one} ${two} ${last}`;
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
  const [ax = 0, ay = 0, cx = 0, cy = 0, bx = 0, by = 0] = path.match(/-?[\d.]+/g)?.map(Number) ?? [];
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
