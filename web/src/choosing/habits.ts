import type { Action } from "../wire/objects";

/** What each phase has shown of itself: is only one card played at a time, and what is the verb? */
export class Habits {
  readonly #known = new Map<string, { single: boolean; verb: string }>();

  /** taking: the phase's actions that take cards. */
  learn(phase: string, taking: readonly Action[]): void {
    const [first] = taking;
    if (!first) return;
    const single = (this.single(phase) ?? true) && taking.every(({ cards }) => cards.length === 1);
    this.#known.set(phase, { single, verb: first.verb });
  }

  single(phase: string): boolean | undefined {
    return this.#known.get(phase)?.single;
  }

  /** A verb that takes cards; undefined as long as the phase has shown none. */
  verb(phase: string): string | undefined {
    return this.#known.get(phase)?.verb;
  }
}
