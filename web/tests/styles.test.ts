// @vitest-environment node
// How components are styled: each names elements of its own template only, asks for the shapes of a window by the names of look/shapes.css, and has
// few blocks of them. README.md, "How a style is written".
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, it } from "vitest";
import { shapesNow, writtenOut } from "../shapes";

const SRC = resolve(import.meta.dirname, "../src");
const SHAPES = shapesNow();
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
    ...[...css.matchAll(/@container ([^{]*\b(?:min|max)-[^{]*)\{/g)].map(([, query = ""]) => `${name}: @container ${query.trim()}`),
    ...(name.endsWith(".svelte") && blocks.length > BLOCKS ? [`${name}: ${blocks.length} blocks`] : []),
  ];
}

it("lets a component style its own elements, for shapes that have a name", () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(([name, text]) => faults(name, styleOf(name, text)))).toEqual([]);
});

/** Numbers in scripts to which the size of a window is compared. */
const numbers = (script: string): string[] => script.match(/(matchMedia|holds)\(["'`][^)]*\d+px|inner(Width|Height)\b[^;&|\n]{0,30}?[<>]=?\s*(\d|[A-Z_]{2,})/g) ?? [];
const scripts = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(svelte|ts)$/.test(entry.name))
  .map(({ parentPath, name }) => [relative(SRC, join(parentPath, name)), readFileSync(join(parentPath, name), "utf8")] as const);

it("asks in scripts, too, for shapes that have a name", () => {
  expect(scripts.length).toBeGreaterThan(200);
  expect(scripts.flatMap(([name, text]) => numbers(text).map((number) => `${name}: ${number}`))).toEqual([]);
  const asked = scripts.flatMap(([, text]) => [...text.matchAll(/from "shape:([\w-]+)"/g)].map(([, name]) => `--${name}`));
  expect(asked).toContain("--wide");
  expect(asked.filter((name) => !SHAPES.has(name))).toEqual([]);
  expect(numbers("holds('(max-width: 999px) or (height < 3px)'); open = innerWidth > 560; (innerWidth.current ?? 0) >= BESIDE; matchMedia(`(width < 9px)`)")).toHaveLength(4);
});

it("names no part of a list by its words, which can be the same, or be still on their way", () => {
  const named = scripts.flatMap(([name, text]) => [...text.matchAll(/\{#each [^}]*\((words|label|fact|text)\)\}/g)].map(([each]) => `${name}: ${each}`));
  expect(named).toEqual([]);
});

/** Sizes of type that stand in no token yet, by file. A number may only fall. */
const LITERAL: Record<string, number> = {
  "look/base.css": 2,
  "look/surfaces.css": 1,
  "pages/start/GameTile.svelte": 1,
  "stage/Countdown.svelte": 1,
  "stage/Drawn.svelte": 1,
  "stage/Nameplate.svelte": 1,
  "stage/OfferButton.svelte": 1,
  "stage/Sentence.svelte": 3,
  "stage/Totals.svelte": 1,
  "stage/end/Verdict.svelte": 4,
  "stage/sheet/Figures.svelte": 1,
};
/** The sizes of type in rem that a style sheet writes out. */
const literals = (css: string): string[] => [...css.matchAll(/(?<![\w-])font(?:-size)?:([^;}]*)/g)].flatMap(([, size = ""]) => size.match(/[\d.]+rem\b/g) ?? []);

it("takes sizes of type from the tokens", () => {
  const found = files.filter(([name]) => name !== "look/tokens.css").map(([name, text]) => [name, literals(styleOf(name, text)).length] as const);
  expect(Object.fromEntries(found.filter(([, n]) => n > 0)), "a number that has fallen is lowered here, too").toEqual(LITERAL);
  expect(literals("a { font: 600 1rem/1 var(--serif); --font-size: 2rem; } b { font-size: clamp(.5rem, var(--t-s), 3rem); width: 4rem }")).toEqual(["1rem", ".5rem", "3rem"]);
});

it("names no shape that nobody asks for", () => {
  const asked = new Set(files.flatMap(([name, text]) => queriesIn(styleOf(name, text)).flatMap((query) => query.match(/--[\w-]+/g) ?? [])));
  expect([...SHAPES.keys()].filter((name) => !asked.has(name))).toEqual([]);
  expect([...asked].filter((name) => !SHAPES.has(name))).toEqual([]);
});

/** The custom properties that a text sets, and those that it reads. One that ends in a hyphen is the beginning of several: `--tint-${suit}`. */
function properties(text: string): { set: string[]; read: string[] } {
  const found = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = ""]) => name);
  return {
    set: [...found(/(?<![\w(-])(--[\w-]+)(?=\s*:)/g), ...found(/style:(--[\w-]+)/g), ...found(/setProperty\(\s*["'`](--[\w-]+)/g)],
    read: [...found(/var\(\s*(--[\w-]+)/g), ...found(/getPropertyValue\(\s*["'`](--[\w-]+)/g)],
  };
}

/** What is only set, and what is only read. */
function halves(texts: string[]): string[] {
  const all = texts.map((text) => properties(text.replaceAll(/<!--[\s\S]*?-->/g, "").replaceAll(/\/\*[\s\S]*?\*\//g, "")));
  const [set, read] = [new Set(all.flatMap((one) => one.set)), new Set(all.flatMap((one) => one.read))];
  const begun = (names: Set<string>, name: string): boolean => [...names].some((other) => (other.endsWith("-") && name.startsWith(other)) || (name.endsWith("-") && other.startsWith(name)));
  return [
    ...[...set].filter((name) => !read.has(name) && !begun(read, name)).map((name) => `${name} is read nowhere`),
    ...[...read].filter((name) => !set.has(name) && !begun(set, name)).map((name) => `${name} is set nowhere`),
  ];
}

it("reads every custom property that is set, and sets every one that is read", () => {
  const scripts = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const texts = [...files.map(([, text]) => text), ...scripts.map((name) => readFileSync(join(SRC, name), "utf8"))];
  expect(halves(texts)).toEqual([]);
  expect(halves(["a { --one: 1px; top: var(--two, 0); }", "/* --two: 0; */", "<p style:--three={3}>", 'e.style.setProperty("--four", "");'])).toEqual([
    "--one is read nowhere",
    "--three is read nowhere",
    "--four is read nowhere",
    "--two is set nowhere",
  ]);
  expect(halves(['a { --tint-red: red; color: var(--low); }', "`var(--tint-${suit})`", 'style="--low: {n}"'])).toEqual([]);
});

it("notices a style that reaches into another component, and a break point without a name", () => {
  expect(faults("a.svelte", ".a > :global(.b) { top: 0; } @media (--phone) { .a { top: 0; } }")).toEqual(["a.svelte: :global"]);
  expect(faults("a.svelte", "@media (max-width: 600px) { } @media (--phone) and (min-height: 3px) { } @media not (--phone), print { }")).toHaveLength(2);
  expect(faults("a.svelte", "@container shelf (max-height: 119px) { } @container (width < 9px) { }")).toEqual(["a.svelte: @container shelf (max-height: 119px)"]);
  expect(faults("a.svelte", "@media (prefers-reduced-motion: reduce) { } ".repeat(9))).toEqual([]);
  expect(faults("a.svelte", "@media (--phone) { } ".repeat(BLOCKS))).toEqual([]);
  expect(faults("a.svelte", "@media (--phone) { } ".repeat(BLOCKS + 1))).toEqual([`a.svelte: ${BLOCKS + 1} blocks`]);
  expect(styleOf("a.svelte", "<p>:global</p><style>/* :global */ p { top: 0; }</style>").trim()).toBe("p { top: 0; }");
});

it("writes a name out, and knows no other", () => {
  expect(writtenOut("(--roomy) and (--flat)")).toBe("((width >= 600px) and (height >= 480px)) and ((height <= 820px))");
  expect(writtenOut("(--stacked)")).toBe("((((width <= 1100px)) and ((height > 820px))) or ((width < 900px) and (height >= 480px)))");
  expect(() => writtenOut("(--unheard-of)")).toThrow("--unheard-of");
});
