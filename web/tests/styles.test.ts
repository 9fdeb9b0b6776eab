// @vitest-environment node
// How components are styled: each names elements of its own template only, asks for the shapes of a window by the names of look/shapes.css, and has
// few blocks of them. README.md, "How a style is written".
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, it } from "vitest";
import { SHAPES, writtenOut } from "../shapes";

const SRC = resolve(import.meta.dirname, "../src");
const BLOCKS = 6; // of a component, for shapes of a window

const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(svelte|css)$/.test(entry.name))
  .map(({ parentPath, name }) => [relative(SRC, join(parentPath, name)).replaceAll("\\", "/"), readFileSync(join(parentPath, name), "utf8")] as const)
  .filter(([name]) => name !== "look/shapes.css");

const bare = (css: string): string => css.replaceAll(/\/\*[\s\S]*?\*\//g, "");
const styleOf = (name: string, text: string): string => bare(name.endsWith(".css") ? text : (/<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? ""));
const queriesIn = (css: string): string[] => [...css.matchAll(/@media ([^{]+)\{/g)].map(([, query = ""]) => query.trim());
/** A query without the names, and without what asks for a device or a wish and not for a size. */
const rest = (query: string): string => query.replaceAll(/\(--[\w-]+\)|\((prefers-[\w-]+|forced-colors|hover)[^)]*\)|\b(print|screen|and|or|not)\b|[\s,()]/g, "");

/** What is wrong with a style sheet. */
function faults(name: string, css: string): string[] {
  const reaches = css.match(/:global\b/g) ?? [];
  const blocks = queriesIn(css).filter((query) => query.includes("(--") || rest(query) !== "");
  return [
    ...reaches.map(() => `${name}: :global`),
    ...queriesIn(css).filter((query) => rest(query) !== "").map((query) => `${name}: @media ${query}`),
    ...(name.endsWith(".svelte") && blocks.length > BLOCKS ? [`${name}: ${blocks.length} blocks`] : []),
  ];
}

it("lets a component style its own elements, for shapes that have a name", () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(([name, text]) => faults(name, styleOf(name, text)))).toEqual([]);
});

it("names no shape that nobody asks for", () => {
  const asked = new Set(files.flatMap(([name, text]) => queriesIn(styleOf(name, text)).flatMap((query) => query.match(/--[\w-]+/g) ?? [])));
  expect([...SHAPES.keys()].filter((name) => !asked.has(name))).toEqual([]);
  expect([...asked].filter((name) => !SHAPES.has(name))).toEqual([]);
});

it("notices a style that reaches into another component, and a break point without a name", () => {
  expect(faults("a.svelte", ".a > :global(.b) { top: 0; } @media (--phone) { .a { top: 0; } }")).toEqual(["a.svelte: :global"]);
  expect(faults("a.svelte", "@media (max-width: 600px) { } @media (--phone) and (min-height: 3px) { } @media not (--phone), print { }")).toHaveLength(2);
  expect(faults("a.svelte", "@media (prefers-reduced-motion: reduce) { } ".repeat(9))).toEqual([]);
  expect(faults("a.svelte", "@media (--phone) { } ".repeat(BLOCKS))).toEqual([]);
  expect(faults("a.svelte", "@media (--phone) { } ".repeat(BLOCKS + 1))).toEqual([`a.svelte: ${BLOCKS + 1} blocks`]);
  expect(styleOf("a.svelte", "<p>:global</p><style>/* :global */ p { top: 0; }</style>").trim()).toBe("p { top: 0; }");
});

it("writes a name out, and knows no other", () => {
  expect(writtenOut("(--roomy) and (--flat)")).toBe("((min-width: 600px) and (min-height: 480px)) and ((max-height: 820px))");
  expect(() => writtenOut("(--unheard-of)")).toThrow("--unheard-of");
});
