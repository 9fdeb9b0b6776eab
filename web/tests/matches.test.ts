import { expect, test } from "vitest";
import { keepRecord, placeOf } from "../src/matches";
import type { Finished } from "../src/protocol";

const match = (seat: number, scores: number[], winners: number[]): Finished => ({ seat, scores, winners, places: [] as number[] }) as Finished;

test.each([
  [0, [90, 50, 20], [0], 1],
  [1, [90, 50, 20], [0], 2],
  [2, [90, 50, 20], [0], 3],
  [1, [90, 20, 20], [0], 2],
  [2, [90, 20, 20], [0], 2],
  [1, [90, 90, 20], [0, 1], 1],
  [1, [90, 90, 20], [0], 2], // whoever did not win is not first, whatever the points say
])("seat %i of %j, won by %j", (seat, scores, winners, place) => expect(placeOf(match(seat, scores, winners))).toBe(place));

test("a place that was kept is what it is", () => {
  const of = (seat: number): number => placeOf({ ...match(seat, [500, 0, 200], [0]), fewest: true, places: [1, 3, 2] });
  expect([of(0), of(1), of(2)]).toEqual([1, 3, 2]);
});

test("where points are penalties the fewest come first", () => {
  const of = (seat: number): number => placeOf({ ...match(seat, [-10, 36, 80], [0]), fewest: true });
  expect([of(0), of(1), of(2)]).toEqual([1, 2, 3]);
});

test("a file that is too long is refused before it travels", async () => {
  await expect(keepRecord(new Blob(["x".repeat(64 * 1024 + 1)]))).rejects.toMatchObject({ problem: { code: "record_large", args: { n: 64 } } });
});
