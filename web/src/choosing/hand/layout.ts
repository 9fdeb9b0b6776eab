// The places of the cards of a hand. Pure: keys and a width go in, places come out.
//
// One row as long as the visible strip of each card shows rank and sign; otherwise two rows or more, low cards behind.
// Equal ranks close up and a new rank opens a small gap, so that pairs and triples look like groups; a row is not
// broken inside a rank if that can be avoided. A single row on a wide table bends into a shallow arc.

/** Left top corner of a card in px, its rotation in degrees, its row, and how much of it the next card leaves free. */
export interface Place {
  x: number;
  y: number;
  turn: number;
  row: number;
  strip: number;
}

export interface Layout {
  places: Place[];
  /**
   * Width of a card, height of all of them, px; `lift` is how far a chosen card rises (room for it is not in `height`).
   */
  card: number;
  height: number;
  lift: number;
  rows: number;
}

/** Smallest strip that a finger hits, px. */
export const STRIP = 24;
export const RATIO = 1.4; // height of a card in widths
const ROW = 0.86; // distance of two rows in card widths: index and sign of the row behind stay free
const MANY_ROWS = 0.72; // with three rows and more: the index stays free, and as much as a finger hits
const CLOSE = 0.42; // no closer, or a row covers the index of the one behind
const SMALLEST = 34; // px; no hand needs it: more than sixty cards at 360 px
const READABLE = 0.39; // part of a card that is seen of each in a single row: twelve at 360 px
const INDEX = 0.385; // and what two digits need
const LOOSE = 0.66; // neighbours of a large hand lie no further apart than this
const WHOLE = 1.02; // and those of a small one, where none covers another
const CLOSER = 0.12; // with each card more
const LEAN = 0.14; // of a card: the first and the last one of an arc lean out so far
const SAME = 0.8;
const NEW = 1.1;
const ROOMY = 900; // px: on a lower screen
const TALL = 0.2; // a hand in rows has this part of the height, or more would leave no table; but of each row
const HIDDEN = 0.27; // part of a larger card that need not be seen
const TAP = 44; // that many px are seen
const LOW = 640; // px: or, on a screen as low as this, what a finger hits
const AWAY = [0, -1, 1, -2, 2, -3, 3]; // from equal rows, where they are broken
const PACK = 1.7; // the same if groups are more than equal ranks

/** Card width for a hand w px wide on a screen h px high; scale: of larger cards. */
export function cardWidth(w: number, h: number, scale = 1): number {
  return Math.round(scale * Math.max(52, Math.min(30 + w * 0.1, Math.max(116, h * 0.11), Math.max(60, h * 0.129), w)));
}

/**
 * Sizes of the rows: as equal as possible, broken between two ranks if one card more or less makes no difference; of
 * `packed` groups between two of them, where the rows have room for that.
 */
function split(keys: readonly number[], rows: number, most: number, packed: boolean): number[] {
  const sizes: number[] = [];
  let start = 0;
  for (let row = rows; row > 1; row--) {
    const left = keys.length - start;
    const even = Math.ceil(left / row);
    const good = AWAY.slice(0, packed ? 7 : 3)
      .map((more) => even + more)
      .find(
        (size) =>
          size > 0 &&
          size <= most &&
          left - size <= most * (row - 1) &&
          left - size >= row - 1 &&
          keys[start + size - 1] !== keys[start + size],
      );
    sizes.push(good ?? even);
    start += good ?? even;
  }
  sizes.push(keys.length - start);
  return sizes;
}

/**
 * Distances to the left neighbour in a row, 0 for the first card; what a finger hits is left if there is room. Of a
 * few cards none covers another as long as there is room; where there is none, those of one group come closer.
 */
function steps(keys: readonly number[], room: number, card: number, n: number, gap: number): number[] {
  const same = keys.filter((key, i) => key === keys[i - 1]).length;
  const fresh = keys.length - 1 - same;
  const most = card * Math.max(LOOSE * SAME, Math.min(WHOLE, 2 - CLOSER * n));
  const apart = Math.max(most * NEW, card * LOOSE * gap);
  const left = room - fresh * Math.min(apart, card * WHOLE, (room * gap) / (same * SAME + fresh * gap));
  const least = Math.min(Math.max(STRIP, card * INDEX), room / (keys.length - 1));
  const tight = Math.max(Math.min(most, left / (same || 1)), least);
  const wide = Math.max(Math.min(apart, (room - same * tight) / fresh), tight);
  return keys.map((key, i) => (i === 0 ? 0 : key === keys[i - 1] ? tight : wide));
}

/**
 * Places for cards with these face keys, in order, in a hand `w` px wide on a screen `h` px high. `packed`: groups of
 * cards close up instead of equal ranks; `keys` are the numbers of the groups, which have to be distinguishable.
 */
export function layout(keys: readonly number[], w: number, h: number, packed = false, scale = 1): Layout {
  return spread(keys, w, packed, cardWidth(w, h, scale), Infinity);
}

/**
 * The height of a hand of `most` cards, with the room for chosen ones: it is kept from the first card of a deal on.
 * Larger cards get no more, or those on the table would be smaller: they go on below the edge (`belowEdge`).
 */
export function roomFor(most: number, w: number, h: number): number {
  const { height, lift, card, rows } = layout(
    Array.from({ length: most }, (_, i) => i),
    w,
    h,
  );
  if (rows === 1 || h >= ROOMY) return height + lift;
  return Math.min(
    height + lift,
    Math.max(card * RATIO + Math.max(h < LOW ? STRIP : TAP, card * CLOSE) + lift, h * TALL),
  );
}

/** How much of larger cards lies below the lower edge of their place, px. */
export const belowEdge = (w: number, h: number, scale: number): number =>
  scale > 1 ? cardWidth(w, h, scale) * RATIO * HIDDEN : 0;

/**
 * The same in a place that is `room` px high: more cards than it is made for come closer, and are smaller where the
 * index would be covered.
 */
export function fitted(
  keys: readonly number[],
  w: number,
  h: number,
  packed: boolean,
  scale: number,
  room: number,
): Layout {
  let card = cardWidth(w, h, scale);
  let plan = spread(keys, w, packed, card, room);
  while (plan.height + plan.lift > room + 0.5 && card > SMALLEST) plan = spread(keys, w, packed, --card, room);
  return plan;
}

function spread(keys: readonly number[], w: number, packed: boolean, card: number, height: number): Layout {
  const n = keys.length;
  const room = Math.max(0, w - card);
  const fits = (rows: number): boolean => {
    const strip = rows === 1 ? card * READABLE : STRIP;
    return room / Math.max(1, Math.ceil(n / rows) - 1) >= strip;
  };
  let rows = 1;
  while (rows < n && !fits(rows)) rows++;
  const most = rows === 1 ? n : Math.max(Math.ceil(n / rows), Math.floor(room / STRIP) + 1);
  const lift = card * (rows > 1 ? 0.17 : 0.24);
  const row = Math.max(
    card * CLOSE,
    Math.min(card * (rows > 2 ? MANY_ROWS : ROW), (height - lift - card * RATIO) / Math.max(1, rows - 1)),
  );
  const bend = rows === 1 && n > 2 && w > 640;
  const within = Math.max(0, room - (bend ? 2 * LEAN * card : 0));
  const places: Place[] = [];
  let start = 0;
  split(keys, rows, most, packed).forEach((size, at) => {
    const part = keys.slice(start, start + size);
    start += size;
    const gaps = steps(part, within, card, n, packed ? PACK : NEW);
    let x = (room - gaps.reduce((a, b) => a + b, 0)) / 2;
    gaps.forEach((gap, i) => {
      x += gap;
      const aside = bend ? (2 * x - room) / w : 0;
      places.push({
        x,
        y: at * row + aside * aside * card * 0.26,
        turn: aside * 7,
        row: at,
        strip: gaps[i + 1] ?? card,
      });
    });
  });
  return { places, card, height: card * RATIO + (rows - 1) * row + (bend ? card * 0.24 : 0), lift, rows };
}

/**
 * The card that an arrow key reaches from card `i`: dx along the row and beyond, dy to the nearest card of another row.
 */
export function neighbour(places: readonly Place[], i: number, dx: number, dy: number): number {
  const here = places[i];
  if (!here) return 0;
  if (dy === 0) return Math.max(0, Math.min(places.length - 1, i + dx));
  let best = i;
  let nearest = Infinity;
  places.forEach((place, j) => {
    const far = Math.abs(place.x + place.strip / 2 - here.x - here.strip / 2);
    if (place.row === here.row + dy && far < nearest) [best, nearest] = [j, far];
  });
  return best;
}

/** The card that a key reaches from card `i`: an arrow, or Home and End; null if it is none of these. */
export function moved(key: string, places: readonly Place[], i: number): number | null {
  if (key === "ArrowRight") return neighbour(places, i, 1, 0);
  if (key === "ArrowLeft") return neighbour(places, i, -1, 0);
  if (key === "ArrowUp") return neighbour(places, i, 0, -1);
  if (key === "ArrowDown") return neighbour(places, i, 0, 1);
  return key === "Home" ? 0 : key === "End" ? places.length - 1 : null;
}

/** The next card that can be played, from card `from` on in this direction and round; -1 if there is none. */
export function nextLit(cards: readonly { lit: boolean }[], from: number, by: 1 | -1): number {
  const n = cards.length;
  for (let far = 0; far < n; far++) {
    const i = (((from + by * far) % n) + n) % n;
    if (cards[i]?.lit) return i;
  }
  return -1;
}
