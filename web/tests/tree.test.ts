// @vitest-environment node
// A file that can be read at once: no component above 300 lines, no style sheet and no module above 400. And what the tree says: src/ has folders.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, it } from "vitest";

const SRC = resolve(import.meta.dirname, "../src");
const MOST: Record<string, number> = { svelte: 300, css: 400, ts: 400 };
const FLAT = ["App.svelte", "main.ts", "vite-env.d.ts"];

const GENERATED = "protocol.ts"; // as long as the protocol
const files = readdirSync(SRC, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

const ending = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** The files that are longer than they may be. */
function tooLong(sources: readonly (readonly [name: string, text: string])[]): string[] {
  return sources
    .map(([name, text]) => ({ name, lines: text.trimEnd().split("\n").length, most: MOST[ending(name)] ?? 0 }))
    .filter(({ lines, most }) => lines > most)
    .map(({ name, lines, most }) => `${name}: ${lines} lines, at most ${most}`);
}

it("keeps every file within its limit", () => {
  expect(files.length).toBeGreaterThan(150);
  expect(new Set(files.map(({ name }) => ending(name)))).toEqual(new Set(["svelte", "css", "ts"]));
  expect(tooLong(files.filter(({ name }) => name !== GENERATED).map(({ parentPath, name }) => [relative(SRC, join(parentPath, name)), readFileSync(join(parentPath, name), "utf8")]))).toEqual([]);
});

it("notices a file that is too long", () => {
  const lines = (n: number): string => "a\n".repeat(n);
  expect(tooLong([["a.svelte", lines(300)], ["b.css", lines(400)], ["c.svelte.ts", lines(400)]])).toEqual([]);
  expect(tooLong([["a.svelte", lines(301)], ["b.css", lines(401)], ["c.svelte.ts", lines(401)]])).toHaveLength(3);
});

it("has every module in a folder", () => {
  expect(files.filter(({ parentPath }) => parentPath === SRC).map(({ name }) => name).sort()).toEqual(FLAT);
});

it("lets no component read what stands at a place of a message", () => {
  const protocol = readFileSync(join(SRC, "wire/protocol.ts"), "utf8");
  const tuples = [...protocol.matchAll(/^export type (\w+) = \[/gm)].map(([, name]) => name!).filter((name) => name !== "Phrase"); // which Text says as it is
  expect(tuples).toContain("Said");
  const reads = (text: string): string[] =>
    [...text.matchAll(/import (?:type )?\{([^}]*)\} from "[./]*wire\/protocol"/g)].flatMap(([, names]) => names!.match(/\w+/g) ?? []).filter((name) => tuples.includes(name));
  const components = files.filter(({ name }) => ending(name) === "svelte");
  expect(components.flatMap(({ parentPath, name }) => reads(readFileSync(join(parentPath, name), "utf8")).map((type) => `${name}: ${type}`))).toEqual([]);
  const others = files.filter(({ parentPath }) => !parentPath.endsWith("wire"));
  expect(others.filter(({ parentPath, name }) => reads(readFileSync(join(parentPath, name), "utf8")).includes("Legal")).map(({ name }) => name)).toEqual([]);
  expect(reads('import type { Legal, Phrase } from "../wire/protocol";')).toEqual(["Legal"]);
  const at = /\b(?:said|action|legal|answers?|barred|bookmark|item|preset|prompt|situation)(?:\[\w+\])?(?:\?\.)?\[\d\]/;
  expect(components.filter(({ parentPath, name }) => at.test(readFileSync(join(parentPath, name), "utf8"))).map(({ name }) => name)).toEqual([]);
  expect(["said[5]", "action[0]", "table.view.answers[seat]?.[0]", "preset[0]", "table.view.prompt?.[3]"].every((text) => at.test(text))).toBe(true);
});
