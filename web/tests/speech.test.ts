// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Speech } from "../src/pages/table/speech";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what happened is said in order, each update's events together, at once where nothing was said just now", () => {
  const said: string[] = [];
  const speech = new Speech((text) => said.push(text), 400);
  speech.say(["Mira passes", "", "Jonas takes the trick"]);
  expect(said).toEqual(["Mira passes. Jonas takes the trick"]);
  vi.advanceTimersByTime(400);
  speech.say(["Jonas leads"]);
  speech.say([]);
  expect(said).toEqual(["Mira passes. Jonas takes the trick", "Jonas leads"]);
});

test("what comes faster than it can be said is joined: nothing is lost, nothing overtakes, and it is not far behind", () => {
  const said: string[] = [];
  const speech = new Speech((text) => said.push(text), 400);
  const all = Array.from({ length: 40 }, (_, i) => `event ${i};`);
  for (const text of all) {
    speech.say([text]);
    vi.advanceTimersByTime(50);
  }
  vi.advanceTimersByTime(400);
  expect(said.join(". ")).toBe(all.join(". "));
  expect(said.length).toBeLessThan(8);
});

test("what is a sentence already gets no second full stop", () => {
  const said: string[] = [];
  new Speech((text) => said.push(text)).say(["Three play.", "Your turn!", "Jonas bids 20"]);
  expect(said).toEqual(["Three play. Your turn! Jonas bids 20"]);
});

test("the end of a table is silence", () => {
  const said: string[] = [];
  const speech = new Speech((text) => said.push(text), 400);
  speech.say(["a"]);
  speech.say(["b"]);
  speech.stop();
  vi.advanceTimersByTime(5000);
  expect(said).toEqual(["a"]);
});
