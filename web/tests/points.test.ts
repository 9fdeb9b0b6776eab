// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { flyPoints } from "../src/stage/end/points";

interface Flight {
  text: string | null;
  frames: Keyframe[];
  delay: number;
}

/** The end of a round of two players: one with two lines, one with a line only, whose figure is the sum. */
function ended(quiet: boolean): { root: HTMLElement; flights: Flight[] } {
  const flights: Flight[] = [];
  vi.stubGlobal("matchMedia", () => ({ matches: quiet }));
  HTMLElement.prototype.animate = function (this: HTMLElement, frames, timing) {
    flights.push({ text: this.textContent, frames: frames as Keyframe[], delay: (timing as { delay: number }).delay });
    return {} as Animation;
  };
  document.body.innerHTML = `<main>
    <section data-seats="0"><p data-line style="--i: 0"><b data-n>12</b></p><p data-line style="--i: 1"><b data-n>+3</b></p><b data-all>15</b><i class="now"></i></section>
    <section data-seats="1"><p data-line style="--i: 2"></p><b data-all>7</b><i class="now"></i></section>
    <section data-seats="2"><p data-line style="--i: 3"><b data-n>9</b></p></section>
  </main>`;
  return { root: document.querySelector("main")!, flights };
}

const layers = (): number => document.querySelectorAll("body > [aria-hidden=true]").length;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(HTMLElement.prototype, "animate");
  document.body.innerHTML = "";
});

it("lets the points of each line fly to a bar, one line after the other, by transform and opacity", () => {
  vi.useFakeTimers();
  const { root, flights } = ended(false);
  flyPoints(root);
  expect(flights.map(({ text }) => text), "a line without a figure has the sum; without a bar nothing flies").toEqual(["12", "+3", "7"]);
  const delays = flights.map(({ delay }) => delay);
  expect(delays).toEqual([...delays].sort((a, b) => a - b));
  expect(new Set(delays).size).toBe(3);
  for (const { frames } of flights)
    for (const frame of frames) expect(Object.keys(frame).filter((key) => !["transform", "opacity", "offset"].includes(key))).toEqual([]);
  expect(layers(), "what flies lies apart, and no screen reader reads it").toBe(1);
  expect(root.textContent, "the page itself is whole").toContain("12");
  vi.runAllTimers();
  expect(layers()).toBe(0);
});

it("ends with the scene", () => {
  const { root } = ended(false);
  const end = flyPoints(root);
  end();
  expect(layers()).toBe(0);
});

it("keeps still for those who asked for less motion", () => {
  const { root, flights } = ended(true);
  flyPoints(root);
  expect([flights.length, layers()]).toEqual([0, 0]);
});
