/// <reference types="vitest/config" />
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, minifySync, type Plugin } from "vite";
import { drawnCards } from "./drawings.ts";
import { groups } from "./files.ts";
import { shapeModules, shapes } from "./shapes.ts";

const server = process.env.STICH_URL ?? "http://127.0.0.1:8000"; // `npm run dev` beside a running `stich serve`

/** Write compressed copies beside the files, so that the server compresses nothing while people play. */
function packed(): Plugin {
  let folder = "";
  return {
    name: "packed",
    apply: "build",
    configResolved: ({ root, build }) => void (folder = join(resolve(root, build.outDir), build.assetsDir)),
    writeBundle() {
      for (const name of readdirSync(folder)) {
        const content = readFileSync(join(folder, name));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
      }
    },
  };
}

/** The script in index.html as small as the others: it comes with each page. */
function smallScript(): Plugin {
  return {
    name: "small-script",
    apply: "build",
    transformIndexHtml: (html) =>
      html.replace(/(?<=<script>)[^]+?(?=<\/script>)/g, (script) => minifySync("early.js", script).code),
  };
}

/** Short names for the styles of components, because each is sent with the page: the number of the component. */
const components = readdirSync(join(import.meta.dirname, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".svelte"))
  .map((name) => name.replaceAll("\\", "/"))
  .sort();
function cssHash({ hash, filename }: { hash: (text: string) => string; filename: string }): string {
  const number = components.findIndex((name) => `/${filename.replaceAll("\\", "/")}`.endsWith(`/src/${name}`));
  return number < 0 ? `_${hash(filename)}` : `_${number.toString(36)}`;
}

export default defineConfig({
  base: "/", // the page is served at /, /t/<table> and nowhere else
  plugins: [
    svelte({ configFile: false, compilerOptions: { cssHash, discloseVersion: false } }),
    shapeModules(),
    smallScript(),
    packed(),
    drawnCards(),
  ],
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {}, // otherwise Svelte's server build is tested
  css: { postcss: { plugins: [shapes] } },
  build: {
    outDir: "../src/stich/server/static",
    emptyOutDir: true,
    target: "es2023",
    modulePreload: { polyfill: false }, // every browser with es2023 has it
    manifest: "manifest.json", // the server reads it
    rolldownOptions: {
      output: {
        codeSplitting: { groups: groups(`${import.meta.dirname}/src/`) },
        // the first file names all others
        entryFileNames: "assets/[name]-[hash:6].js",
        chunkFileNames: "assets/[name]-[hash:6].js",
        assetFileNames: "assets/[name]-[hash:6][extname]",
      },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: {
    pool: "threads",
    isolate: false,
    unstubGlobals: true,
    setupFiles: "tests/tidy.ts",
    include: ["tests/**/*.test.ts"],
  }, // a test that needs a document says so in its first line
});
