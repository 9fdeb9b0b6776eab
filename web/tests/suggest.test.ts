// @vitest-environment node
import { expect, test } from "vitest";
import type { Action } from "../src/wire/objects";
import { suggestions } from "../src/choosing/suggest";

const KINDS = ["straight", "pairs", "pair"];
const act = (kind: string, cards: number, name = ""): Action => ({ verb: "play", cards: Array.from({ length: cards }, (_, i) => i), to: -1, say: [kind, { name }], group: KINDS.indexOf(kind) });
const say = ({ say: [kind, args] }: Action): string => `${kind} ${args.name}`;

test("the longest of each kind comes before the second of any, in the order of their length", () => {
  const actions = [act("straight", 9, "a"), act("straight", 8, "b"), act("straight", 7, "c"), act("pairs", 6), act("pair", 2)];
  expect(suggestions(actions, say, 4).map(({ words }) => words)).toEqual(["straight a", "pairs ", "pair ", "straight b"]);
  expect(suggestions(actions, say, 2).map(({ words }) => words)).toEqual(["straight a", "pairs "]);
});

test("what is called the same is offered once, as it is listed first", () => {
  const [first, second] = [act("triple1", 4, "x"), act("triple1", 4, "x")];
  expect(suggestions([first, second], say, 8)).toEqual([{ words: "triple1 x", action: first }]);
  expect(suggestions([], say, 8)).toEqual([]);
});
