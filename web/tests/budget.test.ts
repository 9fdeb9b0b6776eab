// @vitest-environment node
// What a phone fetches before the first card is shown: at most 90 kB of compressed scripts and styles. Built from scratch, so that
// the current source is measured; chunks are read from its manifest.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it, vi } from "vitest";
import { build } from "vite";

const MOST = 90_000; // bytes, compressed by gzip
const START = 55_000; // of the start page, before its first tile
const web = resolve(import.meta.dirname, "..");

interface Chunk {
  file: string;
  name?: string;
  css?: string[];
  imports?: string[];
}

/** The files of a chunk and of what it imports at once. */
function files(manifest: Record<string, Chunk>, name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || found.has(chunk.file)) return found;
  [chunk.file, ...(chunk.css ?? [])].forEach((file) => found.add(file));
  chunk.imports?.forEach((other) => files(manifest, other, found));
  return found;
}

it("keeps the first load within its budget, for every stage and the start page", { timeout: 60_000 }, async () => {
  vi.stubEnv("NODE_ENV", "production"); // otherwise this would measure the page as
  vi.stubEnv("VITEST", undefined);
  const out = mkdtempSync(join(tmpdir(), "stich-page-"));
  try {
    await build({ root: web, configFile: join(web, "vite.config.ts"), logLevel: "error", build: { outDir: out, emptyOutDir: true } });
    const manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8")) as Record<string, Chunk>;
    const page = files(manifest, "index.html");
    const stages = Object.keys(manifest).filter((name) => name.endsWith("Stage.svelte"));
    expect(page.size).toBeGreaterThan(1);
    expect(stages).toContain("src/skins/chimera/Stage.svelte");
    const table = Object.keys(manifest).filter((key) => manifest[key]?.name === "table" && !key.endsWith(".css")); // with the page of a table
    expect(table, "src/stich/server/pages/preload.py looks for it").toHaveLength(1);
    expect(Object.keys(manifest).filter((name) => name.endsWith("pages/TablePage.svelte"))).toEqual([]);
    const bytesOf = (name: string, parts: readonly string[]): number => {
      const load = new Set([page, ...parts.map((part) => files(manifest, part))].flatMap((set) => [...set]));
      const bytes = [...load].reduce((sum, file) => sum + gzipSync(readFileSync(join(out, file)), { level: 9 }).length, 0);
      console.info(`${name}: ${bytes} bytes in ${load.size} files`);
      return bytes;
    };
    for (const stage of stages) expect(bytesOf(stage, [...table, stage])).toBeLessThanOrEqual(MOST);
    const start = "src/pages/StartPage.svelte";
    expect(Object.keys(manifest)).toContain(start);
    expect(bytesOf(start, [start])).toBeLessThanOrEqual(START);
    const packed = readdirSync(join(out, "assets")).filter((name) => /\.(js|css)$/.test(name));
    for (const name of packed) for (const ending of ["br", "gz"]) expect(readdirSync(join(out, "assets"))).toContain(`${name}.${ending}`);
  } finally {
    vi.unstubAllEnvs();
    rmSync(out, { recursive: true, force: true });
  }
});
