import { expect, test } from "vitest";
import { Reasons } from "../src/choosing/reasons";
import type { Slot } from "../src/choosing/choose";

/** Reasons whose table numbers questions from 1, and keeps nothing else. */
function reasons(): Reasons {
  let id = 0;
  const turn = { taking: [], only: null };
  return new Reasons({ ask: () => ++id, view: { phase: "play" } } as never, { habits: { verb: () => "play" }, turn } as never, { note: (noted: number) => noted } as never, {} as never, {} as never);
}
const card = (face: number): Slot => ({ id: `hand.0/${face}/0`, zone: "hand.0", face, key: face });
const refusal = (id: number) => ({ t: "error" as const, id, code: "illegal", args: {} });

test("a question is forgotten with its answer, whichever it is", () => {
  const asked = reasons();
  asked.ask([card(0)]);
  asked.ask([card(1)]);
  expect(asked.outdated(refusal(1))).toBe(true);
  expect(asked.outdated(refusal(1))).toBe(false);
  asked.ask([card(2)]);
  asked.done(2);
  asked.done(3);
  expect([2, 3].map((id) => asked.outdated(refusal(id)))).toEqual([false, false]);
});
