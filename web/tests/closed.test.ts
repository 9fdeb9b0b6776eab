// @vitest-environment node
import { expect, it } from "vitest";
import { closedWith, putDown } from "../src/stage/closed";
import { BACK, eventOf } from "../src/wire/objects";
import type { Said } from "../src/wire/protocol";

const ZONES = ([["discard", -1, "discard"], ["closed", -1, "meld"], ["hand.1", 1, "hand"], ["left.1", 1, "table"]] as const).map(([id, owner, role]) => ({ id, name: id, owner, role }));
const CLOSES: Said[] = [["say", 1, -1, "", "", ["closes", { seat: 1 }]], ["move", 1, BACK, "hand.1", "closed", null], ["say", -1, -1, "", "", ["open", {}]], ["move", 1, 4, "hand.1", "left.1", null]];
const entries = (said: Said[]) => said.map((one) => ({ said: eventOf(one) }));

it("finds the card with which somebody closed, face down", () => {
  expect(closedWith(entries(CLOSES), ZONES)).toEqual({ seat: 1, face: BACK, zone: "closed" });
  expect(putDown(entries(CLOSES), ZONES)).toEqual({ seat: 1, face: BACK, zone: "closed" });
  const own = entries([["move", 1, 4, "hand.1", "closed", null]]);
  expect(closedWith(own, ZONES), "the reader knows it").toEqual({ seat: 1, face: 4, zone: "closed" });
  expect(closedWith(own, [...ZONES, { id: "meld2", name: "meld2", owner: -1, role: "meld" }]), "one of several melds").toBeUndefined();
});

it("finds the card with which somebody ended the deal on the pile", () => {
  const knocks: Said[] = [["say", 1, -1, "", "", ["knocks", { seat: 1 }]], ["move", 1, 7, "hand.1", "discard", null]];
  expect(putDown(entries(knocks), ZONES)).toEqual({ seat: 1, face: 7, zone: "discard" });
  expect(putDown(entries([knocks[1]!, knocks[0]!]), ZONES), "before the last act").toBeUndefined();
});
