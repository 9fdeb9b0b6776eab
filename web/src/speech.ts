/**
 * One polite live region that says what happens, in order. Several events of one update are joined, and a region that
 * is written twice in a row is only read once by some screen readers: hence the queue with a pause between two texts.
 */
export class Speech {
  #queue: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly show: (text: string) => void,
    readonly pauseMs = 400,
  ) {}

  say(texts: readonly string[]): void {
    const text = texts.filter(Boolean).join(". ");
    if (!text) return;
    this.#queue.push(text);
    if (this.#queue.length > 12) this.#queue = [this.#queue.slice(0, -1).join(". "), text];
    if (this.#timer === undefined) this.#next();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
  }

  #next(): void {
    const text = this.#queue.shift();
    if (text === undefined) {
      this.#timer = undefined;
      return;
    }
    this.show(text);
    this.#timer = setTimeout(() => this.#next(), this.pauseMs);
  }
}
