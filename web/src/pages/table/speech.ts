/**
 * Announcements in order: the texts of one update joined, and whatever comes directly after an announcement joined with
 * the next one. Nothing is lost or out of order, and speech is never far behind the table.
 */
export class Speech {
  #queue: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly show: (text: string) => void,
    readonly pauseMs = 400,
  ) {}

  say(texts: readonly string[]): void {
    const text = joined(texts.filter(Boolean));
    if (!text) return;
    this.#queue.push(text);
    if (this.#timer === undefined) this.#next();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
  }

  #next(): void {
    const text = joined(this.#queue);
    this.#queue = [];
    this.#timer = undefined;
    if (!text) return;
    this.show(text);
    this.#timer = setTimeout(() => this.#next(), this.pauseMs);
  }
}

/** One after the other, each ended like a sentence. */
function joined(texts: readonly string[]): string {
  return texts.join(". ").replace(/([.!?…])\. /g, "$1 ");
}
