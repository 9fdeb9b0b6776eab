/**
 * Where the cards of a trick lie: from the middle of it to the middle of a card, in card widths to the right and down.
 * First in a cross, each before its player, then almost in a row, where the felt is low and wide, and then where also
 * the others sit in a row: as they do, with the viewer's own, a little nearer the hand, at its end. The viewer's place
 * is the first here, the others follow clockwise.
 */
type Place = readonly [x: number, y: number, lowX: number, lowY: number, rowX?: number, rowY?: number];

const PLACES: Record<number, readonly Place[]> = {
  2: [
    [0.56, 0.16, 0.56, 0.16],
    [-0.56, -0.16, -0.56, -0.16],
  ],
  3: [
    [0, 0.74, 1.16, 0.1],
    [-0.72, -0.74, -1.16, -0.1],
    [0.72, -0.74, 0, -0.1],
  ],
  4: [
    [0, 0.74, 0.52, 0.28, 1.56, -0.08],
    [-1.16, 0, -1.56, 0, -1.56, -0.28],
    [0, -0.74, -0.52, -0.28],
    [1.16, 0, 1.56, 0, 0.52, -0.28],
  ],
};

const styled = Object.fromEntries(
  Object.entries(PLACES).map(([seats, places]) => [
    seats,
    places.map(
      ([x, y, lowX, lowY, rowX = lowX, rowY = lowY]) =>
        `--x0:${x};--y0:${y};--x1:${lowX};--y1:${lowY};--x2:${rowX};--y2:${rowY}`,
    ),
  ]),
);

/** The places as styles; none for more players than a cross has arms. */
export const placesFor = (seats: number): readonly string[] => styled[seats] ?? [];
