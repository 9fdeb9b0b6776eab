// @vitest-environment node
import { expect, it } from "vitest";
import { pairsOf } from "../src/stage/end/pairs";
import type { GameEvent } from "../src/wire/objects";
import type { ZoneSpec } from "../src/wire/protocol";

const zone = (id: string, role: string, owner = -1): ZoneSpec => ({ id, role, owner, name: id }) as ZoneSpec;
const ZONES = [zone("pair1", "pair"), zone("pair2", "pair"), zone("gone", "discard"), zone("hand.0", "hand", 0), zone("hand.1", "hand", 1)];
const move = (card: number, src: string, dst: string): GameEvent => ({ kind: "move", card, src, dst, seat: -1, say: null, cards: [], n: 0 }) as unknown as GameEvent;

it("knows which card beat which in the last bout, though all attacked at once", () => {
  const attack = [move(1, "hand.0", "pair1"), move(2, "hand.0", "pair2"), move(8, "hand.1", "pair2"), move(7, "hand.1", "pair1")];
  const gone = [move(1, "pair1", "gone"), move(7, "pair1", "gone"), move(2, "pair2", "gone"), move(8, "pair2", "gone")];
  const laid = [[{ face: 1, seat: 0 }, { face: 7, seat: 1 }], [{ face: 2, seat: 0 }, { face: 8, seat: 1 }]];
  expect(pairsOf([...attack, ...gone], ZONES)).toEqual(laid);
  expect(pairsOf([...attack, ...gone, move(5, "hand.1", "pair1")], ZONES)).toEqual([[{ face: 5, seat: 1 }]]);
  expect(pairsOf([move(5, "hand.1", "gone")], ZONES)).toEqual([]);
});
