import { expect, test } from "vitest";
import { together } from "../src/stage/together";

test("cards that were named together lie together, in their order", () => {
  expect(together([3, 4, 11, 12, 20], [[12, 11], [4, 3], [20]])).toEqual([[3, 4], [11, 12], [20]]);
});

test("the others are one group, and so are all where no sentence named any", () => {
  expect(together([1, 2, 5, 9], [[2, 5]])).toEqual([[1, 9], [2, 5]]);
  expect(together([1, 2, 5], [])).toEqual([[1, 2, 5]]);
});

test("a sentence that names a card which is not there says nothing of them", () => {
  expect(together([1, 2, 5], [[1, 2, 7]])).toEqual([[1, 2, 5]]);
});

test("two equal declarations are two groups, and one that is told twice is one", () => {
  expect(together([7, 8, 7, 8], [[7, 8], [7, 8]])).toEqual([[7, 8], [7, 8]]);
  expect(together([7, 8], [[7, 8], [7, 8]])).toEqual([[7, 8]]);
});

test("a card that stood in two declarations lies with the first", () => {
  expect(together([7, 8, 9, 10], [[7, 8], [8, 9, 10]])).toEqual([[7, 8], [9, 10]]);
});
