// Which modules lie in which file of the built page. Each file costs a slow phone a request with all its headers, so
// what is needed at the same time is one file. What lies where follows from what imports what: a file holds its entries
// and all that they import at once, unless an earlier file has it.

/** The modules of a file, from the entries that are fetched together; with a second list only what both lists need. */
interface File {
  name: string;
  entries: readonly string[];
  shared?: readonly string[];
}

/** What the table page fetches by itself, after the table is shown. */
const LATE = [
  "stage/late.ts",
  "stage/marks/index.ts",
  "stage/Side.svelte",
  "pages/table/Dialogs.svelte",
  "skins/index.ts",
  "help/Explained.svelte",
  "table/tale.ts",
];

export const FILES: readonly File[] = [
  { name: "base", entries: ["main.ts", "look/index.css"] },
  { name: "base", entries: ["pages/StartPage.svelte"], shared: ["pages/TablePage.svelte"] },
  // src/stich/server/pages/preload.py looks for it
  { name: "table", entries: ["pages/TablePage.svelte", "stage/Stage.svelte"] },
  { name: "fair", entries: ["fair/adding.ts"] }, // beside the table, which does not wait for it
  { name: "french", entries: ["cards/french.ts"] }, // with what the traditional decks share
  { name: "help", entries: ["help/help.svelte.ts", "help/differing.ts"] }, // pages without a table have it, too
  { name: "several", entries: ["stage/several.ts"] }, // before the dialogs: a felt of several does not wait for them
  { name: "dialogs", entries: LATE },
  // each file named in the first one costs the table some bytes
  { name: "sums", entries: ["statistics/sums.ts", "statistics/ratings.ts"] },
  { name: "replayed", entries: ["pages/ReviewPage.svelte", "pages/PuzzlesPage.svelte", "pages/NothingPage.svelte"] },
];

/** What is known of a module: the ids of those that it imports at once. */
export type Known = (id: string) => { importedIds: readonly string[] } | null;

/** A module with everything that it imports at once, directly or not. */
function closure(entries: readonly string[], known: Known): Set<string> {
  const found = new Set<string>();
  const waiting = [...entries];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(known(id)?.importedIds ?? []));
  }
  return found;
}

/** The name of the file for each module that has one. root: the folder of the sources, with a slash. */
export function filesOf(root: string, known: Known): Map<string, string> {
  const ids = (entries: readonly string[]): string[] => entries.map((entry) => root + entry);
  const placed = new Map<string, string>();
  for (const { name, entries, shared } of FILES) {
    const both = shared ? closure(ids(shared), known) : null;
    for (const id of closure(ids(entries), known)) if (!placed.has(id) && (!both || both.has(id))) placed.set(id, name);
  }
  return placed;
}

/** The groups for the bundler, in this order. */
export function groups(root: string): { name: (id: string, context: { getModuleInfo: Known }) => string | null }[] {
  let placed: Map<string, string> | undefined;
  return [...new Set(FILES.map(({ name }) => name))].map((name) => ({
    name: (id, context) => {
      placed ??= filesOf(root, (module) => context.getModuleInfo(module));
      const place = /node_modules(?!.@noble)|rolldown.runtime/.test(id) ? "base" : placed.get(id);
      return place === name ? name : null;
    },
  }));
}
