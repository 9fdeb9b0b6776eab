// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { forgetVisit, rememberVisit, visitedTables } from "../src/viewer/visited";

beforeEach(() => localStorage.clear());

const visit = (n: number): void => rememberVisit({ table: `t${n}`, game: "game", at: n });
const tables = (): string[] => visitedTables().map(({ table }) => table);

test("the latest twelve tables are remembered, each once, the latest first", () => {
  for (const n of [1, 2, 3, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]) visit(n);
  expect(tables()).toEqual(["t13", "t12", "t11", "t10", "t9", "t8", "t7", "t6", "t5", "t4", "t1", "t3"]);
});

test("a table that is gone is forgotten", () => {
  visit(1);
  visit(2);
  forgetVisit("t1");
  forgetVisit("t9");
  expect(tables()).toEqual(["t2"]);
});

test("foreign data in the storage is no table", () => {
  for (const stored of ["no", "3", "null", '[null, 1, {"table": 5}, {"table": "a", "game": "g", "at": 1}]']) {
    localStorage.setItem("stich.tables", stored);
    expect(tables()).toEqual(stored.startsWith("[") ? ["a"] : []);
  }
});
