import type { Notice } from "./notice";
import type { Turn } from "./turn.svelte";
import type { Phrase } from "../wire/protocol";

/** The message beside the hand. */
export class Notices {
  #last = $state.raw<Notice | null>(null);

  /** advised: there is advice that is still valid. */
  constructor(
    readonly turn: Turn,
    readonly advised: () => boolean,
  ) {}

  get shown(): Notice | null {
    return this.#last?.when === this.turn.when && (this.#last.kind !== "tip" || this.advised()) ? this.#last : null;
  }

  say(kind: Notice["kind"], ...phrases: Phrase[]): void {
    this.#last = { kind, phrases, when: this.turn.when };
  }

  dismiss(): void {
    this.#last = null;
  }

  /** The player has gone on, and has read it; advice stays. */
  read(): void {
    if (this.#last?.kind !== "tip") this.#last = null;
  }
}
