// @vitest-environment node
import { describe, expect, test } from "vitest";
import { around, besideFor, calmTop, covers, floorOf, highest, topFor } from "../src/lesson/place";

const box = (top: number, bottom: number, left = 0, right = 100) => ({ top, bottom, left, right });

describe("the card of a lesson", () => {
  test("is directly above its target", () => {
    expect(topFor(box(400, 700), 150, 740)).toBe(240);
  });
  test("is below it if there is no room above", () => {
    expect(topFor(box(60, 200), 150, 740)).toBe(210);
  });
  test("covers least where there is room nowhere", () => {
    expect(topFor(box(100, 700), 150, 740)).toBe(6);
    expect(topFor(box(20, 640), 150, 740)).toBe(584);
  });
  test("is at the bottom if it has no visible target", () => {
    expect(topFor(null, 150, 740)).toBe(584);
  });
  test("covers no seat if there is room between the seats and the trick", () => {
    const [seats, trick, hand] = [box(90, 150), box(300, 420), box(520, 730)];
    const top = calmTop([trick, hand], [seats], 130, 740);
    expect(covers(seats, top, 130) || covers(trick, top, 130)).toBe(false);
  });
  test("rather over a seat than over what is needed", () => {
    const [seats, trick, hand] = [box(90, 150), box(200, 420), box(430, 730)];
    const top = calmTop([trick, hand], [seats], 150, 740);
    expect(covers(trick, top, 150)).toBe(false);
  });
  test("is above the buttons and the hand whatever else it covers", () => {
    const [seats, trick, actions, hand] = [box(14, 62), box(70, 180), box(190, 240), box(245, 350)];
    const floor = floorOf([hand, actions], 360);
    expect(floor).toBe(190);
    expect(highest(floor)).toBe(178);
    const top = calmTop([trick, hand], [seats], 140, floor);
    expect(covers(actions, top, 140) || covers(hand, top, 140)).toBe(false);
    expect(floorOf([], 360)).toBe(360);
  });
  test("never leaves the screen, even for what does", () => {
    expect(topFor(box(900, 1100), 150, 740)).toBe(584);
    expect(topFor(box(-300, -200), 150, 740)).toBeGreaterThanOrEqual(6);
  });
});

test("several things are pointed at together", () => {
  expect(around([box(10, 20, 5, 30), box(15, 40, 2, 9)])).toEqual(box(10, 40, 2, 30));
  expect(around([])).toBeNull();
});

test("where it would cover what it speaks of it goes beside, away from the buttons", () => {
  expect(covers(box(44, 174), 6, 119)).toBe(true);
  expect(covers(box(44, 174), 180, 119)).toBe(false);
  expect(besideFor(box(44, 174, 214, 525), 740)).toEqual({ left: 6, width: 198 });
  expect(besideFor(box(44, 174, 100, 400), 740)).toEqual({ left: 410, width: 324 });
  expect(besideFor(box(44, 174, 100, 260), 360)).toBeNull();
});
