// The names of look/shapes.css in all styles: custom media, before browsers know them.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const sheet = readFileSync(resolve(import.meta.dirname, "src/look/shapes.css"), "utf8");

/** What each name stands for. */
export const SHAPES: ReadonlyMap<string, string> = new Map(
  [...sheet.matchAll(/^@custom-media (--[\w-]+) ([^;]+);/gm)].map(([, name = "", query = ""]) => [name, query]),
);

/** A media query with every name in it written out. */
export function writtenOut(query: string): string {
  return query.replaceAll(/\((--[\w-]+)\)/g, (_, name: string) => {
    const shape = SHAPES.get(name);
    if (!shape) throw new Error(`look/shapes.css has no ${name}`);
    return `(${shape})`;
  });
}

/** For PostCSS, through which Vite sends every style sheet, those of components and those that one imports as well. */
export const shapes = {
  postcssPlugin: "shapes",
  AtRule: {
    media(rule: { params: string }): void {
      const query = writtenOut(rule.params);
      if (query !== rule.params) rule.params = query;
    },
  },
};
