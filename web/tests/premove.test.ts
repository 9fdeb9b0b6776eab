// @vitest-environment node
import { describe, expect, test } from "vitest";
import { fate, type Queued } from "../src/choosing/premove";
import { Menu, slotsOf } from "../src/choosing/choose";
import type { Action } from "../src/wire/objects";

// faces 0 … 3 are ranks 0 … 3 in one suit, 4 … 7 in another; any suit will do
const KEYS = [0, 1, 2, 3, 0, 1, 2, 3];
const act = (verb: string, cards: number[], to = -1): Action => ({ verb, cards, to, say: [verb, {}] });
const menu = (...legal: Action[]): Menu => new Menu(legal, KEYS);
const IDLE = menu();
const WHEN = "1 play";

const pass: Queued = { verb: "pass", slots: [], when: WHEN, trick: [2, 3] };
const pair: Queued = { verb: "play", slots: slotsOf("hand.0", [1, 5], KEYS), when: WHEN, trick: [2, 3] };

describe("a queued choice", () => {
  test("waits while others play, and is done when the turn comes", () => {
    expect(fate(pass, IDLE, WHEN, [2, 3, 7])).toBe("wait");
    expect(fate(pair, IDLE, WHEN, [2, 3, 7])).toBe("wait");
    expect(fate(pass, menu(act("play", [1]), act("pass", [])), WHEN, [2, 3, 7])).toEqual(act("pass", []));
    expect(fate(pair, menu(act("play", [1]), act("play", [5, 1]), act("pass", [])), WHEN, [2, 3])).toEqual(act("play", [5, 1]));
  });

  test("a pass is for its trick alone, cards can lead the next one", () => {
    for (const trick of [[], [2], [3, 2], [4, 3, 1]]) {
      expect(fate(pass, IDLE, WHEN, trick)).toBe("over");
      expect(fate(pass, menu(act("pass", [])), WHEN, trick)).toBe("over");
    }
    expect(fate(pair, menu(act("play", [1, 5])), WHEN, [])).toEqual(act("play", [1, 5]));
  });

  test("fits no more if it is not exactly one thing with exactly these cards", () => {
    expect(fate(pair, menu(act("pass", [])), WHEN, [])).toBe("unfit");
    expect(fate(pair, menu(act("play", [1]), act("play", [1, 5, 2])), WHEN, [])).toBe("unfit");
    expect(fate(pair, menu(act("play", [1, 5], 7), act("play", [1, 5], 8)), WHEN, [])).toBe("unfit"); // two readings
    expect(fate(pair, menu(act("meld", [1, 5])), WHEN, [])).toBe("unfit"); // another verb
    expect(fate(pass, menu(act("play", [1])), WHEN, [2, 3])).toBe("unfit");
  });

  test("is over with the phase or the deal in which it was made", () => {
    for (const when of ["2 play", "1 bid"]) {
      expect(fate(pass, menu(act("pass", [])), when, [2, 3])).toBe("over");
      expect(fate(pair, menu(act("play", [1, 5])), when, [2, 3])).toBe("over");
    }
  });
});
