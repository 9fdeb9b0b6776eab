// @vitest-environment node
// The accent means "you are asked, act here", so only what asks the person may wear it: the list below says who does, and why.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, it } from "vitest";

const SRC = resolve(import.meta.dirname, "../src");

/** File → selectors that wear the accent. */
const WEARERS: Record<string, readonly string[]> = {
  "look/controls.css": [".button.primary", ".button.primary:hover"], // the main button
  "parts/Brand.svelte": ["fill"], // the sign of the product, beside the table
  "stage/Sentence.svelte": [".asked"], // the task, if it is the viewer's own
  "stage/Trick.svelte": [".empty.mine"], // where their card will lie, on their turn
  "stage/Combination.svelte": [".mine"], // the same where several cards are laid
  "stage/Exchange.svelte": [".mine"], // the same where cards are given
  "pages/start/Unfinished.svelte": [".mine b"], // a table that waits for the viewer
  "pages/table/DealAgain.svelte": [".asked"], // the same, while they look at a round again
  "stage/Pairs.svelte": ["button.fits > .card-0", ".mine"], // what the selected card would beat, and the place beside the others
  "stage/Row.svelte": ["button.below"], // a card face down that can be turned now
  "stage/Grip.svelte": [".grip", ".grip:hover"], // what can be done with a pile now
  "stage/Meld.svelte": ["button"], // where the selected card can be added
  "stage/OfferButton.svelte": [".tipped"], // what the advice names
  "stage/marks/Lines.svelte": [".arrow.you"], // an attack on them, while they defend
  "lesson/Coach.svelte": [".ring", ".ring::after", ".coach"], // a lesson asks for one action
};
function wornIn(file: string): string[] {
  const text = readFileSync(join(SRC, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, (comment) => " ".repeat(comment.length));
  const worn = new Set<string>();
  for (const found of text.matchAll(/var\(--accent(?:-ink|-soft)?\)|--on-accent\)|chip accent/g)) {
    const before = text.slice(0, found.index);
    if (/fill="$/.test(before)) worn.add("fill");
    else if (found[0] === "chip accent") worn.add("chip accent");
    else worn.add(selectorOf(before));
  }
  return [...worn].sort();
}

/** The selector of the rule that is open at the end of a style sheet; of a step of an animation its name. */
function selectorOf(before: string): string {
  const open: string[] = [];
  for (const [, head = "", mark] of before.matchAll(/([^{};>]*(?:>[^{};]*)*)([{};])/g)) {
    if (mark === "{") open.push(head.replace(/^[\s\S]*<style>/, "").trim().replace(/\s+/g, " "));
    else if (mark === "}") open.pop();
  }
  return open.find((one) => one.startsWith("@keyframes")) ?? open.at(-1) ?? "";
}

const files = (readdirSync(SRC, { recursive: true }) as string[]).filter((file) => /\.(svelte|css|ts)$/.test(file)).map((file) => relative(".", file));

it("finds the accent in styles", () => {
  expect(selectorOf("a { b: c; } @media (x) { .one > .two { color: ")).toBe(".one > .two");
  expect(selectorOf("@keyframes pulse { 50% { color: ")).toBe("@keyframes pulse");
});

it("is worn only where the person is asked to act", () => {
  const worn = Object.fromEntries(files.map((file) => [file, wornIn(file)] as const).filter(([, some]) => some.length > 0));
  const listed = Object.fromEntries(Object.entries(WEARERS).map(([file, some]) => [file, [...some].sort()]));
  expect(worn).toEqual(listed);
});
