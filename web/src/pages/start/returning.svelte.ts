/** What the start page knows of a visitor who was here before: tables to go back to, and what was counted. */
import { part } from "../../viewer/fetched.svelte";
import { askAbout, remembered, type Waiting } from "../unfinished";
import { forgetVisit, visitedTables } from "../../viewer/visited";

export class Returning {
  tables = $state.raw<readonly Waiting[]>(remembered());
  /** rises when what this browser remembers may have changed */
  version = $state(0);
  readonly #own: { readonly here: typeof import("./own") | null };

  /** Call while a component is set up. settled: everything that the page needs to be drawn is there. */
  constructor(settled: () => boolean) {
    this.#own = part(() => import("./own"), settled);
  }

  /** What is shown of the visitor's own, null until it has arrived. */
  get own(): typeof import("./own") | null {
    return this.#own.here;
  }

  /** Ask the server what became of the tables, and count the matches that were finished meanwhile. */
  async refresh(): Promise<void> {
    this.tables = remembered();
    this.version += 1;
    const { countMatches } = await import("../../statistics/sync");
    const [asked] = await Promise.allSettled([askAbout(visitedTables()), countMatches()]);
    if (asked.status === "fulfilled") this.tables = asked.value; // else what this browser remembers is shown
    this.version += 1;
  }

  /** Rejects if the server does not answer. */
  async leave(table: string): Promise<void> {
    const { leaveTable } = await import("../leave");
    await leaveTable(table);
    forgetVisit(table);
    this.tables = this.tables.filter((one) => one.table !== table);
  }
}
