// @vitest-environment node
import { expect, test } from "vitest";
import { receiverOf } from "../src/stage/giving";

test("who gets the viewer's cards is named by the task", () => {
  const at = (args: Record<string, number> | null): number =>
    receiverOf({ view: { prompt: args && [null, ["table.task.give", args], null, -1] }, me: 0 } as never);
  expect(at({ seat: 1, n: 3 })).toBe(1);
  expect(at({ n: 3 })).toBe(-1);
  expect(at({ seat: 0 })).toBe(-1);
  expect(at(null)).toBe(-1);
});
