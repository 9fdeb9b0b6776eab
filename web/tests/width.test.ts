// @vitest-environment node
// No line of the page's sources is longer than 120 columns, but for drawings and what a generator has written.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, it } from "vitest";

const WEB = resolve(import.meta.dirname, "..");
const SRC = join(WEB, "src");
const MOST = 120;
const CONFIGS = ["vite.config.ts", "drawings.ts", "files.ts", "shapes.ts"];

/** Paths of drawings cannot be broken, and `python -m stich.server.typescript` writes the protocol. */
const APART = /^(cards|skins)\/|^parts\/icons\.ts$|^talk\/Sign\.svelte$|^look\/moments\.ts$|^wire\/protocol\.ts$/;

/**
 * Lines that are longer still, by folder, most of them in templates, where a break between two words or elements is a
 * space. There may be fewer, never more.
 */
const LEFT: Record<string, number> = {
  choosing: 37,
  help: 3,
  lesson: 10,
  pages: 33,
  parts: 1,
  review: 1,
  stage: 74,
  viewer: 1,
  wire: 1,
};

const sources = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|svelte|css)$/.test(entry.name))
  .map(({ parentPath, name }) => join(parentPath, name));
/** How many lines are too long. */
const tooLong = (text: string): number => text.split(/\r?\n/).filter((line) => line.length > MOST).length;

it("keeps every line within the width", () => {
  expect(sources.length).toBeGreaterThan(150);
  const found: Record<string, number> = {};
  for (const file of sources) {
    const name = relative(SRC, file).replaceAll("\\", "/");
    const lines = APART.test(name) ? 0 : tooLong(readFileSync(file, "utf8"));
    const folder = name.split("/")[0]!;
    if (lines > 0) found[folder] = (found[folder] ?? 0) + lines;
  }
  expect(Object.entries(found).filter(([folder, lines]) => lines > (LEFT[folder] ?? 0))).toEqual([]);
  for (const file of CONFIGS) expect(tooLong(readFileSync(join(WEB, file), "utf8")), file).toBe(0);
});

it("notices a line that is too long", () => {
  expect(tooLong(`${"a".repeat(MOST)}\n${"b".repeat(MOST)}`)).toBe(0);
  expect(tooLong(`${"a".repeat(MOST + 1)}\nb`)).toBe(1);
});
