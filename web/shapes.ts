// The names of look/shapes.css in all styles and scripts: custom media, before browsers know them.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const SHEET = resolve(import.meta.dirname, "src/look/shapes.css");
const MODULE = "shape:";

/** What each name stands for, as the sheet says now: it can change while the page is served. */
export function shapesNow(): ReadonlyMap<string, string> {
  const sheet = readFileSync(SHEET, "utf8");
  return new Map(
    [...sheet.matchAll(/^@custom-media (--[\w-]+) ([^;]+);/gm)].map(([, name = "", query = ""]) => [name, query]),
  );
}

/** A media query with every name in it written out. */
export function writtenOut(query: string, known = shapesNow()): string {
  return query.replaceAll(/\((--[\w-]+)\)/g, (_, name: string) => {
    const shape = known.get(name);
    if (!shape) throw new Error(`look/shapes.css has no ${name}`);
    return `(${writtenOut(shape, known)})`;
  });
}

interface Sheet {
  messages: { type: string; plugin?: string; [what: string]: unknown }[];
  opts: { from?: string };
}

/** For PostCSS, through which Vite sends every style sheet, those of components and those that one imports as well. */
export const shapes = {
  postcssPlugin: "shapes",
  AtRule: {
    media(rule: { params: string }, { result }: { result: Sheet }): void {
      if (!rule.params.includes("(--")) return;
      rule.params = writtenOut(rule.params);
      result.messages.push({ type: "dependency", plugin: "shapes", file: SHEET, parent: result.opts.from });
    },
  },
};

/** For Vite: `import wide from "shape:wide"` is the media query of `--wide`, for scripts that ask for it. */
export function shapeModules(): Plugin {
  return {
    name: "shapes",
    resolveId: (id) => (id.startsWith(MODULE) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${MODULE}`)) return null;
      this.addWatchFile(SHEET);
      return `export default ${JSON.stringify(writtenOut(`(--${id.slice(MODULE.length + 1)})`))};`;
    },
    hotUpdate({ file, modules }) {
      if (file !== SHEET) return undefined;
      const all = [...this.environment.moduleGraph.idToModuleMap.values()];
      return [...modules, ...all.filter(({ id }) => id?.startsWith(`\0${MODULE}`))];
    },
  };
}
