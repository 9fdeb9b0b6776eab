/** Functions that are called together. */
export class Calls<A extends unknown[]> {
  readonly #all = new Set<(...args: A) => void>();

  readonly add = (fn: (...args: A) => void): (() => void) => {
    this.#all.add(fn);
    return () => void this.#all.delete(fn);
  };

  call(...args: A): void {
    for (const fn of this.#all) fn(...args);
  }
}
