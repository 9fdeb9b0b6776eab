// @vitest-environment node
// Which modules lie in which file of the built page: from their imports alone. What comes of it is held by budget.test.ts.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { FILES, filesOf, groups, type Known } from "../files";

const SRC = `${resolve(import.meta.dirname, "../src")}/`;

/** A graph of modules, each with those that it imports at once. */
const graph = (imports: Record<string, string[]>): Known => (id) => {
  const named = imports[id.replace(SRC, "")];
  return named ? { importedIds: named.map((name) => SRC + name) } : null;
};

const TREE = {
  "main.ts": ["App.svelte"],
  "App.svelte": ["viewer/text.svelte.ts"],
  "pages/StartPage.svelte": ["parts/Bar.svelte", "start.ts"],
  "pages/TablePage.svelte": ["parts/Bar.svelte", "table.ts"],
  "stage/Stage.svelte": ["table.ts", "stage/Faces.svelte", "stage/Ring.svelte"],
  "stage/late.ts": ["stage/Faces.svelte", "stage/Ending.svelte"],
  "stage/Ending.svelte": ["stage/Standing.svelte"],
  "help/Explained.svelte": ["help/help.svelte.ts"],
};

describe("the files of the page", () => {
  it("are named by entries that exist", () => {
    const entries = FILES.flatMap(({ entries, shared = [] }) => [...entries, ...shared]);
    expect(entries.filter((entry) => !existsSync(SRC + entry))).toEqual([]);
    expect(new Set(FILES.map(({ name }) => name))).toEqual(new Set(["base", "table", "fair", "french", "help", "several", "dialogs", "sums", "replayed"]));
  });

  it("hold what their entries import, an earlier file before a later one", () => {
    const placed = filesOf(SRC, graph(TREE));
    const files = Object.fromEntries([...placed].map(([id, name]) => [id.replace(SRC, ""), name]));
    expect(files).toMatchObject({ "viewer/text.svelte.ts": "base", "parts/Bar.svelte": "base", "table.ts": "table", "help/help.svelte.ts": "help", "stage/Standing.svelte": "dialogs" });
    expect(files["stage/Faces.svelte"], "the stage needs it, too, and comes first").toBe("table");
    expect(files["start.ts"], "only the start page needs it: it stays in its file").toBeUndefined();
  });

  it("are the groups of the bundler, each module in one at most", () => {
    const all = groups(SRC);
    const of = (id: string): (string | null)[] => all.map(({ name }) => name(id, { getModuleInfo: graph(TREE) })).filter(Boolean);
    expect(of(`${SRC}table.ts`)).toEqual(["table"]);
    expect(of(`${SRC}start.ts`)).toEqual([]);
    expect(of("/somewhere/node_modules/svelte/index.js")).toEqual(["base"]);
  });
});
