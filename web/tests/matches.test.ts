// @vitest-environment node
import { expect, test } from "vitest";
import { keepRecord, placeOf, resultOf } from "../src/statistics/matches";
import type { Finished } from "../src/wire/protocol";

const match = (seat: number, scores: number[], winners: number[]): Finished => ({ seat, scores, winners, places: [] as number[] }) as Finished;

test.each([
  [0, [90, 50, 20], [0], 1],
  [1, [90, 50, 20], [0], 2],
  [2, [90, 50, 20], [0], 3],
  [1, [90, 20, 20], [0], 2],
  [2, [90, 20, 20], [0], 2],
  [1, [90, 90, 20], [0, 1], 1],
  [1, [90, 90, 20], [0], 2], // a player who did not win is not first, whatever the points
])("seat %i of %j, won by %j", (seat, scores, winners, place) => expect(placeOf(match(seat, scores, winners))).toBe(place));

test("a place that was kept is what it is", () => {
  const of = (seat: number): number => placeOf({ ...match(seat, [500, 0, 200], [0]), fewest: true, places: [1, 3, 2] });
  expect([of(0), of(1), of(2)]).toEqual([1, 3, 2]);
});

test("where points are penalties the fewest come first", () => {
  const of = (seat: number): number => placeOf({ ...match(seat, [-10, 36, 80], [0]), fewest: true });
  expect([of(0), of(1), of(2)]).toEqual([1, 2, 3]);
});

test.each([
  ["a side that lost together", [1, 1, 3, 3], ["won", "won", "lost", "lost"]],
  ["one against three", [4, 1, 1, 1], ["lost", "won", "won", "won"]],
  ["three who lost to one", [1, 2, 2, 2], ["won", "lost", "lost", "lost"]],
  ["two players", [1, 2], ["won", "lost"]],
  ["every player on a separate place", [2, 1, 4, 3], ["place", "won", "place", "place"]],
  ["a place in the middle that two share", [1, 2, 2, 4], ["won", "shared", "shared", "place"]],
  ["a draw", [1, 1, 1], ["won", "won", "won"]],
])("%s: only who stands alone has a place", (_, places, said) => {
  const winners = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  const of = (seat: number): Finished => ({ ...match(seat, places.map(() => 0), winners), places });
  expect(places.map((__, seat) => resultOf(of(seat), false))).toEqual(said);
});

test.each([
  [[1, 1, 3], ["not_lost", "not_lost", "lost"]],
  [[1, 2, 3], ["not_lost", "not_lost", "lost"]],
  [[1, 1], ["not_lost", "not_lost"]], // a draw
])("of a game that names losers: %j", (places, said) => {
  const of = (seat: number): Finished => ({ ...match(seat, places.map(() => 0), []), places });
  expect(places.map((_, seat) => resultOf(of(seat), true))).toEqual(said);
});

test("a file that is too long is refused before it travels", async () => {
  await expect(keepRecord(new Blob(["x".repeat(64 * 1024 + 1)]))).rejects.toMatchObject({ problem: { code: "record_large", args: { n: 64 } } });
});
