/// <reference types="vitest/config" />
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { shapes } from "./shapes";

const server = process.env.STICH_URL ?? "http://127.0.0.1:8000"; // `npm run dev` beside a running `stich serve`

// What every page needs goes into one file, and what every table needs, its stage included, into another: each further file costs a slow phone a
// request with all its headers, and packs worse.
const BASE =
  /node_modules|rolldown.runtime|src.(App\.|cards.(pen|chimera|deck|index)\.|look.[a-z]+\.css|parts.(Bar|Brand|Icon|Toasts|icons|messages)\.|table.verdict\.|viewer.(fetched|settings|storage|text|visit|visited)\.|wire.(early|lobby|pause)\.)/;
const TABLE =
  /src.(pages.TablePage\.|choosing.(?!forced\.)|help.(Term|rules.svelte)\.|look.hearing|pages.table.(Narrator|SheetButton|Stuck|line|speech)\.|parts.LiveRegion\.|stage.(Stage|Actions|OfferButton|ending|WayBack|Faces?|Named|Nameplate|Strip|Tools|occupant)\.|table.(badges|table|trick)\.|wire.(connection|patch|protocol)\.)/;
// The dialogs of a table, with what is needed to interrupt, are one more file, fetched after the table is shown; loading rules belongs to it and to the pages without a table.
const DIALOGS = /src.(skins.(index|chimera)|help.Explained|choosing.forced|pages.table.(Again|Attending|ByItself|Invited|dialogs|QuestionDialog)|parts.Modal|look.(flight|moments)|stage.(Beside|Countdown|Facts|flights|Rail|Reaction|Scores|Totals|SitButton|Story|Chapter|chapters|end.\w+|late|looking|marks.\w+|sheet.(Buttons|Figures|Result|ScoreSheet|scorelines))|table.(narration|situation|turning))\./;
const HELP = /src.help.help\./;

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

/** Short names for the styles of components, because each is sent with the page. */
const scopes = new Map<string, string>();
function cssHash({ hash, css }: { hash: (text: string) => string; css: string }): string {
  const name = `s${hash(css)}`;
  let length = 5;
  while ((scopes.get(name.slice(0, length)) ?? css) !== css) length += 1;
  scopes.set(name.slice(0, length), css);
  return name.slice(0, length);
}

export default defineConfig({
  base: "/", // the page is served at /, /t/<table> and nowhere else
  plugins: [svelte({ configFile: false, compilerOptions: { cssHash, discloseVersion: false } }), packed()],
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {}, // otherwise Svelte's server build is tested
  css: { postcss: { plugins: [shapes] } },
  build: {
    outDir: "../src/stich/server/static",
    emptyOutDir: true,
    target: "es2023",
    modulePreload: { polyfill: false }, // every browser with es2023 has it
    manifest: "manifest.json", // the server reads it
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "base", test: BASE }, { name: "table", test: TABLE }, { name: "help", test: HELP }, { name: "dialogs", test: DIALOGS }] } } },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { pool: "threads", isolate: false, unstubGlobals: true, setupFiles: "tests/tidy.ts", include: ["tests/**/*.test.ts"] }, // a test that needs a document says so in its first line
});
