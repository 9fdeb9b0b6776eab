/** Pictures of what is played, by kind, in a folder that knows what it has: an interrupted run continues. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";

const LATER = 6; // a kind is also taken at this occurrence: by then piles have grown and hands have shrunk

export class Album {
  readonly #done = new Set<string>();
  readonly #met = new Map<string, number>();

  /** folder: "" for no pictures */
  constructor(readonly folder: string) {
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    if (existsSync(this.#list)) readFileSync(this.#list, "utf-8").split("\n").forEach((name) => this.#done.add(name));
  }

  get #list(): string {
    return join(this.folder, "done.txt");
  }

  /** Has this been played to its end, in this run or an earlier one? */
  has(name: string): boolean {
    return this.#done.has(name);
  }

  done(name: string): void {
    if (this.folder) appendFileSync(this.#list, `${name}\n`);
  }

  async keep(page: Page, name: string, kind: string): Promise<void> {
    if (!this.folder) return;
    const picture = `${name}-${kind.replace(/\W+/g, "_")}`;
    const times = (this.#met.get(picture) ?? 0) + 1;
    this.#met.set(picture, times);
    if (times !== 1 && times !== LATER) return;
    const path = join(this.folder, `${picture}${times === 1 ? "" : "-later"}.png`);
    await page.screenshot({ path, animations: "disabled", caret: "initial" });
  }
}
