// @vitest-environment jsdom
// Motion that does not stutter, as far as the source shows it: only transforms and opacity are animated, which the browser does without layout and
// paint, and no component reads its size from the page while it is being updated. benchmarks/motion.py measures the rest.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { flightOver } from "../src/look/flight";
import type { GameEvent } from "../src/wire/objects";

const SRC = resolve(import.meta.dirname, "../src");
const MOVING = ["opacity", "rotate", "scale", "transform", "translate"];
const CLOCK = "stage/Countdown.svelte: stroke-dashoffset"; // the ring of a countdown, which is seldom there

const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => [relative(SRC, join(parentPath, name)).replaceAll("\\", "/"), readFileSync(join(parentPath, name), "utf8")] as const);

/** What the style sheets animate besides what moves for nothing. */
function animated(name: string, css: string): string[] {
  const frames = [...css.matchAll(/@keyframes [\w-]+ \{((?:[^{}]*\{[^{}]*\})*)\s*\}/g)].flatMap(([, body = ""]) => [...body.matchAll(/([\w-]+):/g)].map(([, property]) => property!));
  const gliding = [...css.matchAll(/\btransition:([^;]+);/g)].flatMap(([, list = ""]) => list.replaceAll(/\([^()]*\)/g, "").split(",").map((one) => one.trim().split(/\s/)[0]!));
  return [...frames, ...gliding].filter((property) => property !== "none" && !MOVING.includes(property)).map((property) => `${name}: ${property}`);
}

/** The properties in the frames of scripts: `[{ … }, { … }]` beside a call of `animate`. */
function scripted(name: string, code: string): string[] {
  if (!code.includes(".animate")) return [];
  const lists = [...code.matchAll(/\[\s*(\{[^[\]]*\})\s*,?\s*\]/g)].map(([, list = ""]) => list);
  const frames = lists.flatMap((list) => [...list.replaceAll(/`[^`]*`|"[^"]*"/g, "").matchAll(/(\w+):/g)].map(([, property]) => property!));
  return frames.filter((property) => !["easing", "offset", ...MOVING].includes(property)).map((property) => `${name}: ${property}`);
}

it("animates transforms and opacity, and nothing that costs layout or paint", () => {
  expect(files.flatMap(([name, text]) => animated(name, text))).toEqual([CLOCK, CLOCK]);
  expect(files.flatMap(([name, text]) => (name.endsWith(".css") ? [] : scripted(name, text)))).toEqual([]);
  expect(files.filter(([, text]) => text.includes(".animate")).length).toBeGreaterThan(2);
});

it("notices what does not move for nothing", () => {
  expect(animated("a", "@keyframes x { from { opacity: 0; } to { left: 3px; box-shadow: none; } }")).toEqual(["a: left", "a: box-shadow"]);
  expect(animated("a", "p { transition: transform var(--fast) cubic-bezier(0, 0, 1, 1), width 1s; }")).toEqual(["a: width"]);
  expect(scripted("a", 'card.animate([{ translate: "0 0" }, { width: `${w}px`, offset: 0.5 }], { duration: 3 })')).toEqual(["a: width"]);
});

it("reads no size of an element while the page is updated", () => {
  const reading = files.filter(([, text]) => /bind:(client|offset)(Width|Height)/.test(text)).map(([name]) => name);
  expect(reading).toEqual(["review/Controls.svelte"]); // which is set up once
});

afterEach(() => vi.restoreAllMocks());

it("lets cards fly by transform, and measures where they have come to in the frame that is drawn anyway", async () => {
  const style: string[] = [];
  Element.prototype.animate = function (frames) {
    for (const frame of frames as Keyframe[]) style.push(...Object.keys(frame));
    return { finished: new Promise(() => undefined) } as unknown as Animation;
  };
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const root = document.createElement("div");
  document.body.append(root);
  root.innerHTML = `<p data-zones="hand.1"></p><p data-zones="won.1"></p><p data-card="3"><svg class="card"></svg></p>`;
  let moved = 0;
  const measured = vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(() => new DOMRect((moved += 50), 0, 40, 56));
  const move = (card: number, src: string, dst: string): GameEvent => ({ kind: "move", card, src, dst }) as GameEvent;
  await flightOver(root, () => `<svg class="card"></svg>`).follow([move(3, "hand.1", "trick"), move(4, "hand.1", "won.1")], Promise.resolve());
  const before = measured.mock.calls.length;
  await new Promise(requestAnimationFrame);
  expect(measured.mock.calls.length).toBeGreaterThan(before);
  expect(before).toBe(3); // each card and each zone, once
  expect([...new Set(style)].filter((property) => !["easing", "offset"].includes(property)).sort()).toEqual(["opacity", "rotate", "scale", "translate"]);
  const air = root.lastElementChild as HTMLElement;
  expect(air.style.contain).toBe("strict"); // what flies without a place is in a layer of its own
  expect(air.children).toHaveLength(1);
});
