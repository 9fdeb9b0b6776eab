// @vitest-environment node
import { describe, expect, test } from "vitest";
import { facesOf, whereabouts } from "../src/table/out";
import type { ZoneSpec } from "../src/wire/protocol";

const zone = (role: ZoneSpec["role"], owner: number, ...cards: number[]): { spec: ZoneSpec; cards: number[] } => ({
  spec: { id: role, name: role, owner, role, ordered: false, see: "public", shown: true, counted: true, most: 0 },
  cards,
});

test("masks name faces, a second mask those that went twice", () => {
  expect(facesOf("")).toEqual([]);
  expect(facesOf("21")).toEqual([0, 5]);
  expect(facesOf("21,20")).toEqual([0, 5, 5]);
  expect(facesOf((1n << 53n).toString(16))).toEqual([53]); // more bits than a number holds
});

describe("where cards are", () => {
  test("mine, gone, or out; open cards are gone, too", () => {
    const zones = [zone("hand", 0, 0, 1), zone("hand", 1, 255, 255), zone("trick", -1, 2), zone("captured", 1, 255)];
    expect(whereabouts(zones, "8", [1, 1, 1, 1, 1, 1], 0).faces).toEqual([["mine"], ["mine"], ["gone"], ["gone"], ["out"], ["out"]]);
  });

  test("of each face as many as the pack has, however many lie in zones", () => {
    const zones = [zone("hand", 0, 2, 2), zone("stock", -1, 255, 255, 255, 255), zone("discard", -1, 1)];
    expect(whereabouts(zones, "", [1, 1, 5, 0], 0).faces).toEqual([["out"], ["gone"], ["mine", "mine", "out", "out", "out"], []]);
  });

  test("a card known to be in another hand is out, and whose hand it is is known", () => {
    const zones = [zone("hand", 0, 0), zone("hand", 1, 1, 255)];
    expect(whereabouts(zones, "", [1, 1, 1], 0)).toEqual({ faces: [["mine"], ["out"], ["out"]], held: [{ seat: 1, face: 1 }] });
  });

  test("of two packs every card is counted; a spectator has no hand", () => {
    const zones = [zone("hand", 0, 0, 0), zone("stock", -1, 255, 255), zone("discard", -1, 1, 2)];
    expect(whereabouts(zones, "", [2, 2, 2], 0).faces).toEqual([["mine", "mine"], ["gone", "out"], ["gone", "out"]]);
    expect(whereabouts([zone("hand", 0, 255, 255)], "", [1, 1], -1).faces).toEqual([["out"], ["out"]]);
  });
});
