/** Phrases are prose: nothing in the page but what writes them in words reads their keys or parameters. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const READS = [
  /\bsay\??\.?\[1\]/, // the parameters
  /\bsay: \[, \{/, // the same, taken apart
  /\[5\]\??\.?\[[01]\]/, // of the sixth part of an event
  /\bargs\??\.(?:seats?|cards?|n|what)\b/,
  /\.startsWith\("[a-z]+\.(?:said|event)\./, // a phrase known by its key
  /\/\^?[a-z]+\\\.(?:said|event)\\\./,
];
/** It writes phrases in words, and draws the cards that they name. */
const WRITER = /text\.svelte\.ts$/;

/** Here `say[0]` and `say[1]` are handed on to be written. */
const HANDED = /\bt\(say\[0\], say\[1\]\)/g;

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
    "function meldsIn({ say: [, { cards, sizes }] }: Action): number[][] {",
  ];
  for (const line of once) expect(READS.some((reads) => reads.test(line)), line).toBe(true);
});
