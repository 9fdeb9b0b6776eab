/**
 * Where the cards of a trick lie: from the middle of it to the middle of a card, in card widths to the right and down.
 * First in a cross, each before its player, then almost in a row, where the felt is low and wide. The viewer's own
 * place is the first, the others follow clockwise.
 */
type Place = readonly [x: number, y: number, lowX: number, lowY: number];

const PLACES: Record<number, readonly Place[]> = {
  2: [
    [0.56, 0.16, 0.56, 0.16],
    [-0.56, -0.16, -0.56, -0.16],
  ],
  3: [
    [0, 0.71, 1.16, 0.1],
    [-0.72, -0.71, -1.16, -0.1],
    [0.72, -0.71, 0, -0.1],
  ],
  4: [
    [0, 0.71, 0.52, 0.28],
    [-1.16, 0, -1.56, 0],
    [0, -0.71, -0.52, -0.28],
    [1.16, 0, 1.56, 0],
  ],
};

const styled = Object.fromEntries(
  Object.entries(PLACES).map(([seats, places]) => [
    seats,
    places.map(([x, y, lowX, lowY]) => `--x0:${x};--y0:${y};--x1:${lowX};--y1:${lowY}`),
  ]),
);

/** The places as styles; none for more players than a cross has arms. */
export const placesFor = (seats: number): readonly string[] => styled[seats] ?? [];
