/**
 * How the cards of a tile lie, in widths of a card from the middle and in degrees. Pure: the game declares its pose,
 * not its places.
 */
import type { GameSpec } from "../../wire/protocol";

export interface Lying {
  face: string;
  x: number;
  y: number;
  turn: number;
}

type Pose = GameSpec["pose"];
type Place = readonly [x: number, y: number, turn: number];

const BACK = "back";
const TRICK: readonly Place[] = [
  [-0.78, 0.06, -13],
  [-0.22, -0.14, 5],
  [0.74, 0.04, 14],
  [0.24, 0.18, -4],
  [0, 0, 9],
];
const PILE: readonly Place[] = [
  [-0.52, 0.06, -26],
  [0.5, -0.02, 24],
  [0.02, 0.04, -4],
  [0.2, 0, 30],
  [-0.2, 0.1, -14],
];
const PAIRS: readonly Place[] = [
  [-0.88, -0.12, -3],
  [-0.52, 0.12, 8],
  [0.4, -0.12, -3],
  [0.76, 0.12, 8],
];

function inFan(i: number, n: number): Place {
  const k = i - (n - 1) / 2;
  const step = n > 3 ? 0.34 : 0.46;
  return [k * step, k * k * 0.05, k * (n > 3 ? 9 : 13)];
}

const inRow = (i: number, n: number): Place => [(i - (n - 1) / 2) * (n > 3 ? 0.5 : 0.62), 0, 0];

/**
 * The cards of a game's tile from the lowest to the one on top. A pose without a place for a card, and one that is
 * unknown, is a fan.
 */
export function lying(faces: readonly string[], pose: Pose): Lying[] {
  const n = faces.length;
  const [first = BACK, second = BACK] = faces;
  const at = (places: readonly Place[]): Lying[] => faces.map((face, i) => on(face, places[i] ?? inFan(i, n)));
  switch (pose) {
    case "trick":
      return at(TRICK);
    case "pile":
      return at(PILE);
    case "pairs":
      return n > PAIRS.length ? at([]) : at(n > 2 ? PAIRS : PAIRS.map(([x, y, turn]): Place => [x + 0.7, y, turn]));
    case "row":
      return faces.map((face, i) => on(face, inRow(i, n)));
    case "turned":
      return [
        on(BACK, [0.5, 0.03, 0]),
        on(BACK, [0.54, 0, 0]),
        on(BACK, [0.58, -0.03, 0]),
        on(first, [-0.46, 0.02, -5]),
      ];
    case "guess":
      return [on(first, [-0.6, 0.06, -13]), on(second, [0.6, 0.06, 13]), on(BACK, [0, -0.02, 0])];
    default:
      return at([]);
  }
}

const on = (face: string, [x, y, turn]: Place): Lying => ({ face, x, y, turn });
