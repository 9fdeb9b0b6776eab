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
const CLEAR = 90; // round the centre, where cards lie
const DIP = 11; // of an arrow below a row of seats

export const middle = ({ left, top, right, bottom }: Box): Point => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

/** Where the line from the middle of a box towards a point leaves the box. */
export function edge(box: Box, to: Point): Point {
  const from = middle(box);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const [w, h] = [(box.right - box.left) / 2 + GAP, (box.bottom - box.top) / 2 + GAP];
  const scale = Math.min(dx === 0 ? Infinity : w / Math.abs(dx), dy === 0 ? Infinity : h / Math.abs(dy), 1);
  return { x: from.x + dx * scale, y: from.y + dy * scale };
}

const round = (n: number): number => Math.round(n * 10) / 10;
const write = (points: readonly Point[]): string[] => points.map(({ x, y }) => `${round(x)} ${round(y)}`);

/** A curve from one seat to another that bends towards the centre of the felt; below the row if both are in a strip. */
export function arrow(from: Box, to: Box, centre: Point, strip: boolean): string {
  if (strip) {
    const [a, b] = [middle(from), middle(to)];
    const low = Math.max(from.bottom, to.bottom);
    const turn = Math.sign(b.x - a.x) * 12;
    const [start, end] = write([{ x: a.x + turn, y: from.bottom + 1 }, { x: b.x - turn, y: to.bottom + 3 }]);
    const [one, two] = write([{ x: a.x + turn, y: low + DIP }, { x: b.x - turn, y: low + DIP }]);
    return `M${start}C${one} ${two} ${end}`;
  }
  const [a, b] = [middle(from), middle(to)];
  const half = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const bend = { x: half.x + (centre.x - half.x) * 0.45, y: half.y + (centre.y - half.y) * 0.45 };
  const [start, control, end] = write([edge(from, b), bend, edge(to, bend)]);
  return `M${start}Q${control} ${end}`;
}

export interface Chevron extends Point {
  /** degrees, 0 points to the right */
  angle: number;
}

/** One sign between each two neighbours, in the direction of play; in a strip only between those in one row. */
export function chevrons(boxes: readonly Box[], direction: number, centre: Point, strip: boolean): Chevron[] {
  return boxes.flatMap((box, i): Chevron[] => {
    const next = boxes[(i + 1) % boxes.length]!;
    const [a, b] = [middle(box), middle(next)];
    if (strip && (Math.abs(a.y - b.y) > 4 || b.x <= a.x)) return [];
    const half = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    if (Math.hypot(half.x - centre.x, half.y - centre.y) < CLEAR) return []; // nobody sits between them and the reader
    const out = strip ? 0 : 0.22; // towards the edge, off the cards
    const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI + (direction < 0 ? 180 : 0);
    return [{ x: half.x + (half.x - centre.x) * out, y: half.y + (half.y - centre.y) * out, angle }];
  });
}
