// @vitest-environment jsdom
import { expect, test } from "vitest";
import { Taps } from "../src/choosing/hand/taps";

const at = (timeStamp: number, clientX = 0, clientY = 0): MouseEvent => ({ timeStamp, clientX, clientY }) as MouseEvent;

test("two quick taps on a card are one thing, two slow ones are not", () => {
  const taps = new Taps();
  expect([taps.tell(at(1000), "a", 5), taps.tell(at(1400), "a", 5)]).toEqual([{ kind: "first" }, { kind: "second", id: "a" }]);
  expect([taps.tell(at(3000), "a", 5), taps.tell(at(3600), "a", 5)]).toEqual([{ kind: "first" }, { kind: "first" }]);
});

test("the second belongs to the card of the first where another one has come under the finger", () => {
  const taps = new Taps();
  taps.tell(at(1000, 80, 400), "a", 5);
  expect(taps.tell(at(1200, 83, 402), "b", 5)).toEqual({ kind: "second", id: "a" });
  taps.tell(at(3000, 80, 400), "a", 5);
  expect(taps.tell(at(3200, 120, 400), "b", 5)).toEqual({ kind: "first" }); // a different place on the screen
});

test("a tap that was meant for a card that has gone means nothing", () => {
  const taps = new Taps();
  taps.tell(at(1000, 80, 400), "a", 5);
  expect(taps.tell(at(1200, 80, 400), "b", 4)).toEqual({ kind: "stray" });
  expect(taps.tell(at(1700, 80, 400), "b", 4)).toEqual({ kind: "first" });
  taps.tell(at(1800, 80, 400), "b", 4);
  expect(taps.tell(at(1900, 80, 400), "c", 3)).toEqual({ kind: "stray" }); // the third of three
  expect(taps.tell(at(2200, 80, 400), "c", 3)).toEqual({ kind: "first" }); // the next card, by a quick player
});

test.each([
  ["a click elsewhere", () => document.body.click()],
  ["a key", () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }))],
])("%s between two quick taps makes the second a tap of its own", (_, between) => {
  const taps = new Taps();
  const tap = (when: number, id: string, cards: number): unknown => {
    document.body.click();
    return taps.tell(at(when, 80, 400), id, cards).kind;
  };
  expect([tap(1000, "a", 5), tap(1100, "b", 4)]).toEqual(["first", "stray"]);
  expect([tap(3000, "a", 5), void between(), tap(3100, "b", 4)]).toEqual(["first", undefined, "first"]); // another card has come to its place
  expect([tap(5000, "a", 5), void between(), tap(5100, "a", 5)]).toEqual(["first", undefined, "first"]);
  expect([tap(7000, "a", 5), tap(7100, "a", 5)]).toEqual(["first", "second"]);
});
