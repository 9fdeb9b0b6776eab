// @vitest-environment node
import { expect, test } from "vitest";
import { badgesOf, figuresOf } from "../src/table/badges";
import { hasPlayed, laidBy, trickIn } from "../src/table/trick";
import { placesFor } from "../src/stage/trickplaces";
import { eventOf, type GameEvent } from "../src/wire/objects";
import type { FactSpec, ZoneSpec } from "../src/wire/protocol";

function zone(id: string, role: ZoneSpec["role"], owner = -1): ZoneSpec {
  return { id, name: id, owner, role, ordered: role === "trick", see: "public", shown: true, counted: true, most: 0 };
}

const TRICK = zone("trick", "trick");
const ZONES = [TRICK, zone("hand.0", "hand", 0), zone("hand.1", "hand", 1), zone("won.0", "captured", 0), zone("won.1", "captured", 1)];
const move = (face: number, src: string, dst: string): GameEvent => eventOf(["move", -1, face, src, dst, null]);
const LEAD = move(5, "hand.1", "trick");
const ANSWER = move(7, "hand.0", "trick");
const TAKEN = [LEAD, ANSWER, move(5, "trick", "won.0"), move(7, "trick", "won.0")];

test("each card of a trick is its player's", () => {
  expect(trickIn(TRICK, [5, 7], [LEAD, ANSWER], ZONES)).toEqual({ plays: [{ face: 5, seat: 1 }, { face: 7, seat: 0 }], taker: -1 });
});

test("a taken trick stays until the next one is led", () => {
  expect(trickIn(TRICK, [], TAKEN, ZONES)).toEqual({ plays: [{ face: 5, seat: 1 }, { face: 7, seat: 0 }], taker: 0 });
  expect(trickIn(TRICK, [8], [...TAKEN, move(8, "hand.0", "trick")], ZONES)).toEqual({ plays: [{ face: 8, seat: 0 }], taker: -1 });
});

test("whose card it is that was not seen played is left open", () => {
  expect(trickIn(TRICK, [5, 7], [ANSWER], ZONES).plays).toEqual([{ face: 5, seat: -1 }, { face: 7, seat: -1 }]);
  expect(trickIn(TRICK, [], [], ZONES).plays).toEqual([]);
});

test("who has played a card", () => {
  expect(hasPlayed(1, 5, TAKEN, ZONES)).toBe(true);
  expect(hasPlayed(0, 5, TAKEN, ZONES)).toBe(false);
});

test("whose card lies on a place: of the last one that laid it there", () => {
  expect(laidBy(5, TRICK.id, TAKEN, ZONES)).toBe(1);
  expect(laidBy(5, "elsewhere", TAKEN, ZONES)).toBe(-1);
  expect(laidBy(5, TRICK.id, [], ZONES)).toBe(-1);
});

test("two to four have places in the trick, more do not, and no two cards cover one another's index", () => {
  const [WIDTH, HEIGHT, INDEX] = [1, 1.4, 0.4];
  expect(placesFor(5)).toEqual([]);
  for (const seats of [2, 3, 4]) {
    const places = placesFor(seats).map((style) => Object.fromEntries(style.split(";").map((one) => one.split(":") as [string, string])));
    expect(places).toHaveLength(seats);
    for (const low of [0, 1, 2])
      for (const [i, one] of places.entries())
        for (const other of places.slice(i + 1)) {
          const [dx, dy] = ["x", "y"].map((axis) => Math.abs(Number(one[`--${axis}${low}`]) - Number(other[`--${axis}${low}`])));
          expect(dx! >= WIDTH - INDEX || dy! >= HEIGHT - INDEX || (dx! >= INDEX && dy! >= INDEX), `${seats} ${low} ${i}`).toBe(true);
        }
  }
});

test("in a row the others lie as they sit, and the viewer's card at its end, nearest the hand", () => {
  for (const seats of [3, 4]) {
    const at = (style: string, axis: string): number => Number(style.match(new RegExp(`--${axis}2:([-.0-9]+)`))![1]);
    const [own = "", ...others] = placesFor(seats);
    const xs = [...others, own].map((style) => at(style, "x"));
    expect(xs).toEqual(xs.toSorted((a, b) => a - b));
    for (const other of others) expect(at(own, "y")).toBeGreaterThan(at(other, "y"));
  }
});

test("the state of a seat follows from the kinds of the facts", () => {
  const specs: FactSpec[] = [
    { name: "declarer", kind: "seat" },
    { name: "re", kind: "seats" },
    { name: "took", kind: "flag" },
    { name: "points", kind: "number" },
    { name: "tricks", kind: "number" },
  ];
  const facts: Record<string, number | number[]> = { declarer: 1, re: 0b110, took: 1, points: [0, 12, 3], tricks: [0, 0, 0] };
  const fact = (name: string): number | number[] => facts[name]!;
  expect(badgesOf(specs, fact, 1)).toEqual(["declarer", "re"]);
  expect(badgesOf(specs, fact, 0)).toEqual([]);
  expect(figuresOf(specs, fact, 3)).toEqual([{ name: "points", kind: "number", values: [0, 12, 3] }]);
});
