// @vitest-environment node
/**
 * The arrow of the page's folders: each folder imports only those before it, and no two modules import each other, directly or through others.
 * Imports of types, of whole modules and those that are fetched later (`import(…)`) all count. `tests/test_imports.py` does the same for the engine.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, it } from "vitest";

const SRC = resolve(import.meta.dirname, "../src");

/** From the bottom to the top; "" is what is in no folder: `App.svelte` and `main.ts`. README.md draws it. */
const FOLDERS = ["wire", "cards", "viewer", "table", "choosing", "look", "skins", "daily", "help", "statistics", "parts", "fair", "talk", "lesson", "stage", "review", "puzzles", "pages", ""];

type Graph = ReadonlyMap<string, readonly string[]>;

const withoutComments = (text: string): string => text.replace(/\/\*.*?\*\/|<!--.*?-->/gs, "").replace(/^\s*\/\/.*$/gm, "");

/** What a file imports, as it is written there. */
const imports = (text: string): string[] =>
  [...withoutComments(text).matchAll(/\b(?:from|import)\s*\(?\s*["'](\.[^"']*)["']/g)].map(([, path]) => path!).filter((path) => !path.endsWith(".css"));

/** The file that an import names, relative to `src`; "" if there is none. */
function fileOf(from: string, path: string, there: (file: string) => boolean): string {
  const at = join(dirname(from), path);
  return [at, `${at}.ts`, join(at, "index.ts")].find(there) ?? "";
}

function graphOf(): Graph {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf-8", withFileTypes: true })
    .filter(({ name }) => /(?<!\.d)\.ts$|\.svelte$/.test(name))
    .map(({ parentPath, name }) => relative(SRC, join(parentPath, name)));
  const there = (file: string): boolean => files.includes(file) || (existsSync(join(SRC, file)) && /\.(ts|svelte)$/.test(file));
  return new Map(files.map((file) => [file, imports(readFileSync(join(SRC, file), "utf-8")).map((path) => fileOf(file, path, there) || `${file}: ${path}`)]));
}

const folderOf = (file: string): string => (file.includes("/") ? file.slice(0, file.indexOf("/")) : "");

/** Imports of a folder above; and of folders that have no place. */
function against(graph: Graph): string[] {
  const floor = (file: string): number => FOLDERS.indexOf(folderOf(file));
  return [...graph].flatMap(([file, used]) => used.filter((other) => floor(other) < 0 || floor(file) < 0 || floor(other) > floor(file)).map((other) => `${file} imports ${other}`));
}

/** The groups of modules that import each other. */
function circles(graph: Graph): string[] {
  const reach = (from: string): Set<string> => {
    const found = new Set<string>();
    const open = [...(graph.get(from) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(...(graph.get(next) ?? []));
    }
    return found;
  };
  const reached = new Map([...graph.keys()].map((file) => [file, reach(file)]));
  const round = [...graph.keys()].filter((file) => reached.get(file)!.has(file));
  return [...new Set(round.map((file) => round.filter((other) => reached.get(file)!.has(other) && reached.get(other)!.has(file)).join(" ↔ ")))];
}

it("imports along the arrow", () => {
  const graph = graphOf();
  expect(graph.size).toBeGreaterThan(200);
  expect([...graph.values()].flat().length).toBeGreaterThan(900);
  expect(against(graph)).toEqual([]);
});

it("has no two modules that import each other", () => expect(circles(graphOf())).toEqual([]));

it("has no place in the arrow for a folder that is not there", () => {
  const there = new Set([...graphOf().keys()].map(folderOf));
  expect(FOLDERS.filter((folder) => !there.has(folder))).toEqual([]);
});

it("draws the same arrow in the README", () => {
  const drawn = /^ {4}(wire ← .*(?:\n {4}.*)*)/m.exec(readFileSync(resolve(SRC, "../README.md"), "utf-8"))?.[1] ?? "";
  expect(drawn.split(/\s*←\s*/).map((folder) => folder.trim())).toEqual([...FOLDERS.slice(0, -1), "App.svelte"]);
});

it("finds what goes against it", () => {
  expect(against(new Map([["wire/a.ts", ["table/b.ts"]], ["stage/a.ts", ["wire/a.ts", "new/c.ts"]], ["pages/a.ts", ["App.svelte"]]]))).toEqual([
    "wire/a.ts imports table/b.ts",
    "stage/a.ts imports new/c.ts",
    "pages/a.ts imports App.svelte",
  ]);
  expect(circles(new Map([["a", ["b"]], ["b", ["c"]], ["c", ["b"]], ["d", ["a", "d"]]]))).toEqual(["b ↔ c", "d"]);
  expect(imports('import type { A } from "./a";\nexport * from "../b";\nimport "./c.css";\n/* from "./no" */\nconst d = () => import("./d");\ntype E = typeof import("./e");\nimport {\n  f,\n} from "./f";')).toEqual(["./a", "../b", "./d", "./e", "./f"]);
});
