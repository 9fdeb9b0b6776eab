// @vitest-environment node
/** Phrases are prose: nothing in the page but what writes them in words reads their keys or parameters. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const READS = [
  /\b(?:say|headline|words)\??\.?\[[01]\]/, // the key, or the parameters
  /\bsay: \[, \{/, // the same, taken apart
  /\[5\]\??\.?\[[01]\]/, // of the sixth part of an event
  /\bargs\??\.(?:seats?|cards?|n|what)\b/,
  /(?:startsWith|endsWith|includes)\("[a-z]+\.(?:(?:said|event|verb|combo)\b|")/, // a phrase known by its key
  /[=!]== "[a-z]+\.(?:said|event|verb|combo)\./,
  /\/\^?[a-z]+\\\.(?:said|event)\\\./,
];
/** It writes phrases in words, and draws the cards that they name. */
const WRITER = /text\.svelte\.ts$/;

/** Here `say[0]` and `say[1]` are handed on to be written, or to a phrase with other cards. */
const HANDED = /\bt\(say\[0\], say\[1\]\)|\bsay: \[like\.say\[0\],/g;

test("no module reads what stands in a phrase", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf-8" }).filter((file) => /\.(ts|svelte)$/.test(file) && !WRITER.test(file));
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) => {
    const lines = readFileSync(`src/${file}`, "utf-8").replace(HANDED, "").split("\n");
    return lines.flatMap((line, i) => (READS.some((reads) => reads.test(line)) ? [`${file}:${i + 1} ${line.trim()}`] : []));
  });
  expect(found).toEqual([]);
});

test("the patterns find what stood in the page once", () => {
  const once = [
    'const args = said.findLast((entry) => entry.said[5]?.[0].startsWith("chimera.said.play"))?.said[5]?.[1];',
    'typeof say?.[1].seat === "number"',
    'n: last.said[5]?.[1].n ?? 0',
    '/^chimera\\.said\\.(bid|pass)/.test(key)',
    "return { seat: Number(args.seat) };",
    'if (say[0] === "table.said.undo") this.#held = true;',
    'else if (!key.startsWith("table.")) this.#held = false;',
    'events.some(({ say }) => say?.[0] === "table.said.sit")',
    'const held = key === "table.said.undo";',
    "const kind = action.say[0];",
    "function meldsIn({ say: [, { cards, sizes }] }: Action): number[][] {",
  ];
  for (const line of once) expect(READS.some((reads) => reads.test(line)), line).toBe(true);
});

/** A comment of one line that stops in the middle of a sentence, unless the next line goes on with it. */
const CUT = /(?:\/\*\* .*?(?:,|\b(?:a|an|and|as|because|close to|has|if|in|instead of|of|or|Returns|that|the|they|what each|which|while|who|without a))\s*\*\/|^\s*\/\/ .*(?:,|\b(?:a|and|it|the|they))$)/;
/** These are sentences, or parts of one that ends there. */
const ENDS = /(?:no longer in|belongs to|explains|in sight above) it|as they are/;

test("no comment stops in the middle of a sentence", () => {
  const files = ["src", "tests"].flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf-8" }).map((file) => `${folder}/${file}`));
  const found = files.filter((file) => /\.(ts|svelte)$/.test(file) && !/prose\.test/.test(file)).flatMap((file) => {
    const lines = readFileSync(file, "utf-8").split("\n");
    return lines.flatMap((line, i) => (CUT.test(line) && !ENDS.test(line) && !/^\s*\/\//.test(lines[i + 1] ?? "") ? [`${file}:${i + 1} ${line.trim()}`] : []));
  });
  expect(found).toEqual([]);
  for (const cut of ["/** There are windows at this table: one has */", "  /** Call a function with each tip. Returns */", "/** Which are offered, */", "  // they stay, and they"]) expect(CUT.test(cut), cut).toBe(true);
});

/** The paragraphs of the comments of a file, each with its line; lines of `//` that follow each other are one comment. */
function paragraphs(source: string): [line: number, text: string][] {
  const found: [number, string][] = [];
  let open: string[] = [];
  const close = (line: number): void => {
    if (open.length > 0) found.push([line - open.length, open.join(" ")]);
    open = [];
  };
  const take = (line: number, text: string): void => void (text === "" ? close(line) : open.push(text));
  for (const match of source.matchAll(/\/\*(.*?)\*\/|<!--(.*?)-->/gs)) {
    const first = source.slice(0, match.index).split("\n").length;
    const lines = (match[1] ?? match[2] ?? "").split("\n").map((line) => line.replace(/^\s*\*+\s?/, "").trim());
    lines.forEach((line, i) => take(first + i, line));
    close(first + lines.length);
  }
  const lines = source.split("\n");
  for (const [i, line] of lines.entries()) {
    const [, code = "", text] = /^(.*?)(?<![:"'`/\w*])\/\/(?:\s(.*))?$/.exec(line) ?? [];
    if (text === undefined || code.trim() !== "") close(i + 1);
    if (text !== undefined) take(i + 1, text.trim());
    if (code.trim() !== "") close(i + 2);
  }
  close(lines.length + 1);
  return found;
}

/** Does a paragraph begin as a sentence and not end as one? A colon ends it before code. */
const unfinished = (text: string): boolean => /^["“(]*\p{Lu}/u.test(text) && !/[.?!:…`][)"”’']*$/.test(text);

test("every paragraph of a comment that begins with a capital letter is finished", () => {
  const files = ["src", "tests", "dev"].flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf-8" }).map((file) => `${folder}/${file}`));
  const read = files
    .filter((file) => /\.(ts|svelte|css)$/.test(file) && !/prose\.test/.test(file))
    .flatMap((file) => paragraphs(readFileSync(file, "utf-8")).map(([line, text]) => [`${file}:${line}`, text] as const));
  expect(read.length).toBeGreaterThan(1500);
  expect(read.filter(([, text]) => unfinished(text)).map((one) => one.join(" "))).toEqual([]);
});

test("an unfinished paragraph is found in each kind of comment", () => {
  const cut = (source: string): string[] => paragraphs(source).filter(([, text]) => unfinished(text)).map(([line, text]) => `${line} ${text}`);
  expect(cut("<!-- Totals, and how far each has come if -->")).toEqual(["1 Totals, and how far each has come if"]);
  expect(cut("a;\n/**\n * One. Only\n *\n * Two.\n */")).toEqual(["3 One. Only"]);
  expect(cut("// One\n// two.\na; // Three\n// four.")).toEqual(["3 Three"]);
  expect(cut("// Of a hand\na;\n\n// Of a pile\n\n// -- a heading\nb; // half a line")).toEqual(["1 Of a hand", "4 Of a pile"]);
  expect(cut('const at = "http://Host/x"; // "Re", or the next\n/* Card: `x` */ /* How: */')).toEqual(['1 "Re", or the next']);
});
