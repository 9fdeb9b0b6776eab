import { expect, test } from "vitest";
import { lastOf } from "../src/stage/known";

const cards = ["9", "10", "A", "K"].map((rank) => ({ rank }));
const ranks = (line: number): string => {
  const { cards: shown, more } = lastOf(cards, line, "holds");
  return [...shown.map(({ rank }) => rank), ...(more > 0 ? [`+${more}`] : [])].join(" ");
};

test("as many known cards as a line has room for, and the number of the others", () => {
  expect(ranks(150)).toBe("9 10 A K");
  expect(ranks(100)).toBe("A K +2");
  expect(ranks(68)).toBe("K +3");
});

test("where no card has room, none is shown, and nothing says that there are some", () => {
  expect(lastOf(cards, 40, "holds")).toEqual({ cards: [], more: 4 });
});
