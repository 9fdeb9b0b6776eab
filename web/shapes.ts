// The names of look/shapes.css in the styles of components: custom media, before browsers know them.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const sheet = readFileSync(resolve(import.meta.dirname, "src/look/shapes.css"), "utf8");

/** What each name stands for. */
export const SHAPES: ReadonlyMap<string, string> = new Map([...sheet.matchAll(/^@custom-media (--[\w-]+) ([^;]+);/gm)].map(([, name = "", query = ""]) => [name, query]));

/** A style sheet with every name in its media queries written out. */
export function writtenOut(css: string): string {
  return css.replaceAll(/@media [^{]+/g, (query) =>
    query.replaceAll(/\((--[\w-]+)\)/g, (_, name: string) => {
      const shape = SHAPES.get(name);
      if (!shape) throw new Error(`look/shapes.css has no ${name}`);
      return `(${shape})`;
    }),
  );
}

/** For the Svelte plugin. */
export const shapes = { name: "shapes", style: ({ content }: { content: string }): { code: string } => ({ code: writtenOut(content) }) };
