// @vitest-environment node
// What a phone fetches before the table is laid: at most 90 kB, as browsers get it (first.e2e.ts). The page, its texts, the drawings of the cards and
// the headers are 14.3 kB of that, scripts and styles the rest. Chunks are read from the manifest of the
// page that the server shows, if it was built from the current source; otherwise it is built here.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, it, vi } from "vitest";
import { build } from "vite";
import { PYTHON } from "./pipe";

const MOST = 76_800; // bytes, compressed
const START = 44_000; // of the start page, before its first tile
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

it("keeps the first load within its budget, and the start page", { timeout: 60_000 }, async () => {
  vi.stubEnv("NODE_ENV", "production"); // otherwise this would measure the page as tests see it
  vi.stubEnv("VITEST", undefined);
  const temporary = mkdtempSync(join(tmpdir(), "stich-page-"));
  try {
    const stale = execFileSync(PYTHON, ["-c", "import hatch_build; print(hatch_build.page_is_stale())"], { cwd: resolve(web, ".."), env: { ...process.env, STICH_WEB: "" } });
    const out = String(stale).trim() === "False" ? resolve(web, "../src/stich/server/static") : temporary;
    if (out === temporary) await build({ root: web, configFile: join(web, "vite.config.ts"), logLevel: "error", build: { outDir: out, emptyOutDir: true } });
    const manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8")) as Record<string, Chunk>;
    const page = files(manifest, Object.keys(manifest).find((key) => manifest[key]?.name === "base" && manifest[key].css) ?? "");
    expect(page.size).toBeGreaterThan(1);
    const table = Object.keys(manifest).filter((key) => manifest[key]?.name === "table" && !key.endsWith(".css")); // with its page and its stage
    expect(table, "src/stich/server/pages/preload.py looks for it").toHaveLength(1);
    expect(Object.keys(manifest).filter((name) => /(pages.TablePage|stage.Stage)\.svelte$/.test(name))).toEqual([]);
    const bytesOf = (name: string, parts: readonly string[]): number => {
      const load = new Set([page, ...parts.map((part) => files(manifest, part))].flatMap((set) => [...set]));
      const bytes = [...load].reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(out, file))).length, 0);
      console.info(`${name}: ${bytes} bytes in ${load.size} files`);
      return bytes;
    };
    const dialogs = Object.values(manifest).filter(({ name, file }) => name === "dialogs" && file.endsWith(".js"));
    expect(dialogs).toHaveLength(1);
    const early = new Set(table.flatMap((part) => [...files(manifest, part)]));
    expect(early.has(dialogs[0]!.file), "a module that the first card needs imports one that files.ts puts into the dialogs").toBe(false);
    expect(bytesOf("a table", table)).toBeLessThanOrEqual(MOST);
    const start = "src/pages/StartPage.svelte";
    expect(Object.keys(manifest)).toContain(start);
    expect(bytesOf(start, [start])).toBeLessThanOrEqual(START);
    const told = (file: string): string => readFileSync(resolve(web, "..", file), "utf8");
    expect(told("docs/performance.md"), "the documents name the bounds").toContain(`at most ${MOST / 1000} kB by Brotli`);
    expect(told("docs/performance.md")).toContain(`and ${START / 1000} kB for\nthe start page`);
    expect(told("web/README.md")).toContain(`${MOST / 1000} kB of that scripts and styles`);
    const packed = readdirSync(join(out, "assets")).filter((name) => /\.(js|css)$/.test(name));
    for (const name of packed) for (const ending of ["br", "gz"]) expect(readdirSync(join(out, "assets"))).toContain(`${name}.${ending}`);
  } finally {
    vi.unstubAllEnvs();
    rmSync(temporary, { recursive: true, force: true });
  }
});
