// @vitest-environment node
// What the page knows of single games: a few lines for some of them in skins/, as README.md lists them, and nothing anywhere else.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, it } from "vitest";

const WEB = resolve(import.meta.dirname, "..");
const SRC = join(WEB, "src");
const MOST = 100;
const WITH_LINES = 3;

const GAMES = readdirSync(resolve(WEB, "../src/stich/games"), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() && !entry.name.startsWith("_") ? [entry.name] : []));
const linesOf = (game: string): number => {
  const file = join(SRC, "skins", `${game}.ts`);
  return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n").length : 0;
};

/** Colours and signs of a deck that is called as its game. */
const OF_DECKS = ["look/palettes.css: chimera", "parts/Preferences.svelte: chimera"];

/** The games that a text names as a word. */
const named = (text: string): string[] => GAMES.filter((game) => new RegExp(`\\b${game}\\b`, "i").test(text));

it("needs no lines for most games, and few for the others", () => {
  expect(GAMES.length).toBeGreaterThan(10);
  const own = GAMES.filter((game) => linesOf(game) > 0);
  expect(own.length).toBeLessThanOrEqual(WITH_LINES);
  expect(own.filter((game) => linesOf(game) >= MOST)).toEqual([]);
  const files = readdirSync(join(SRC, "skins")).filter((name) => name !== "index.ts" && name !== "skin.ts"); // what a skin is, and which there are
  expect(files.sort()).toEqual(own.map((game) => `${game}.ts`).sort());
});

it("lists them in README.md", () => {
  const readme = readFileSync(join(WEB, "README.md"), "utf8");
  const rows = [...readme.matchAll(/^\| (\w+) \| (\d+) \|$/gm)].map(([, game, n]) => [game!, Number(n)] as const);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(GAMES.map((game) => [game, linesOf(game)])));
});

it("names no game anywhere else", () => {
  const files = readdirSync(SRC, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && !/(cards|skins)$/.test(entry.parentPath));
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap(({ parentPath, name }) => named(readFileSync(join(parentPath, name), "utf8")).map((game) => `${relative(SRC, join(parentPath, name))}: ${game}`));
  expect(found.filter((one) => !OF_DECKS.includes(one))).toEqual([]);
  expect(named('if (game === "durak")')).toEqual(["durak"]);
});
