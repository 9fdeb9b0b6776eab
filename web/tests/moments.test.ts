// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { MOMENTS, stageMoments, strongest } from "../src/look/moments";
import type { TableStore } from "../src/table/table.svelte";
import { eventOf, type GameEvent } from "../src/wire/objects";

const event = (moment: string, seat = 0): GameEvent => eventOf(["say", seat, -1, "", "", ["x", {}], [], 0, moment]);

/** A table that only says what happens. */
function told(): { table: TableStore; say: (events: readonly GameEvent[]) => void } {
  let hear: (events: readonly GameEvent[]) => void = () => undefined;
  const table = { me: 0, listen: (fn: typeof hear) => ((hear = fn), () => (hear = () => undefined)) } as unknown as TableStore;
  return { table, say: (events) => hear(events) };
}

function still(reduce: boolean): void {
  vi.stubGlobal("matchMedia", () => ({ matches: reduce }));
  document.body.innerHTML = '<div class="arena"></div>';
  document.querySelector(".arena")!.getBoundingClientRect = () => new DOMRect(100, 100, 200, 100);
  Element.prototype.animate = () => ({ finished: new Promise(() => undefined) }) as unknown as Animation;
}

afterEach(() => vi.unstubAllGlobals());

test("the strongest moment of an update, and none that the page does not know", () => {
  expect(strongest([event("notice", 1), event("triumph", 2), event("")])).toEqual({ moment: "triumph", seat: 2 });
  expect(strongest([event(""), event("fireworks")])).toBeNull();
  expect(MOMENTS).toEqual(["blow", "triumph", "twist", "notice"]);
});

test("each sort is drawn over the table, hits nothing, and is not read", () => {
  still(false);
  const { table, say } = told();
  const end = stageMoments(table, () => true);
  for (const moment of MOMENTS.slice(0, 3)) say([event(moment)]);
  const scenes = [...document.querySelectorAll<HTMLElement>(".moment")];
  expect(scenes.map((scene) => scene.dataset.moment)).toEqual(MOMENTS.slice(0, 3));
  for (const scene of scenes) {
    expect(scene.getAttribute("aria-hidden")).toBe("true");
    expect(scene.style.pointerEvents).toBe("none");
    expect(scene.style.position).toBe("fixed");
  }
  say([event("notice")]);
  expect(document.querySelectorAll(".moment"), "not all at once").toHaveLength(3);
  end();
  expect(document.querySelectorAll(".moment")).toHaveLength(0);
});

test("nothing is drawn if the player does not want it, or less motion", () => {
  still(false);
  const off = told();
  stageMoments(off.table, () => false);
  off.say([event("blow")]);
  expect(document.querySelectorAll(".moment")).toHaveLength(0);
  still(true);
  const calm = told();
  stageMoments(calm.table, () => true);
  calm.say([event("blow")]);
  expect(document.querySelectorAll(".moment")).toHaveLength(0);
});

/** Counts what is synthesised: tones by their shape and pitch, and breaths of noise. */
class Ears {
  static heard: string[] = [];
  currentTime = 0;
  sampleRate = 8;
  state = "running";
  destination = {};
  #node = (): object => ({ connect: (to: object) => to, gain: { value: 0, setValueAtTime: () => 0, linearRampToValueAtTime: () => 0, exponentialRampToValueAtTime: () => 0 }, frequency: { value: 0 }, Q: { value: 0 } });
  createGain = this.#node;
  createBiquadFilter = (): object => {
    const band = { ...this.#node(), frequency: { set value(pitch: number) { Ears.heard.push(`band ${pitch}`); } } };
    return band;
  };
  createBuffer = (): object => ({ getChannelData: () => [] });
  createBufferSource = (): object => ({ ...this.#node(), start: () => Ears.heard.push("noise") });
  createOscillator = (): object => {
    const tone = { ...this.#node(), frequency: { value: 0 }, type: "", start: () => Ears.heard.push(`${tone.type} ${tone.frequency.value}`), stop: () => 0 };
    return tone;
  };
}

test("every sort of moment has a sound of its own, instead of that of the cards that come with it, and none after the end", async () => {
  vi.stubGlobal("AudioContext", Ears);
  const { hear } = await import("../src/look/sounds");
  const { table, say } = told();
  Object.assign(table, { spec: { zones: [{ id: "trick", role: "trick" }] }, view: { status: "playing", legal: [], clocks: [] }, waitsFor: () => false, onProblem: () => () => undefined, onShown: () => () => undefined });
  const end = hear(table, () => 50);
  const card = eventOf(["move", 0, 3, "hand.0", "trick", null]);
  const sounds = ["", ...MOMENTS].map((moment) => {
    Ears.heard = [];
    say(moment ? [card, event(moment)] : [card]);
    return Ears.heard.join();
  });
  expect(sounds.every((sound) => sound !== "")).toBe(true);
  expect(new Set(sounds).size).toBe(MOMENTS.length + 1);
  end();
  Ears.heard = [];
  say([event("blow")]);
  expect(Ears.heard).toEqual([]);
});
