import { expect, test } from "vitest";
import { promptKey } from "../src/choosing/prompt";
import type { TableSpec, TableView } from "../src/wire/protocol";

const WORDS = new Set(["game.prompt.beat", "game.prompt.beat.may", "game.prompt.lay"]);
const text = { has: (key: string): boolean => WORDS.has(key) };

/** must, plays: for the reader, seat 1 */
function told(phase: string, { must = false, plays = false, active = true, reacting = false }): string {
  const view = { phase, window: plays ? { closes: 1, lasts: 1, spare: 0, plays: 2 } : null } as TableView;
  const table = { spec: { game: "game" } as TableSpec, view, me: 1, waitsFor: (seat: number) => must && seat === 1 };
  return promptKey(table, { active, reacting }, text);
}

test("the player whose turn it is sees the prompt, or that it is their turn", () => {
  expect(told("beat", { must: true })).toBe("game.prompt.beat");
  expect(told("beat", { plays: true })).toBe("game.prompt.beat"); // unless somebody interrupts
  expect(told("draw", { must: true })).toBe("table.your_turn");
});

test("a player who can act out of turn does not see another player's prompt", () => {
  expect(told("beat", {})).toBe("game.prompt.beat.may");
  expect(told("lay", {})).toBe("");
});

test("a time to interrupt asks everybody the same", () => {
  expect(told("lay", { reacting: true })).toBe("game.prompt.lay");
});

test("who can do nothing is asked nothing", () => {
  expect(told("beat", { must: true, active: false })).toBe("");
});
