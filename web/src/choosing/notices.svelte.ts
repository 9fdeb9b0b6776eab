import type { Notice } from "./notice";
import type { Turn } from "./turn.svelte";
import type { Phrase } from "../wire/protocol";

/** The message in the place of the sentence. */
export class Notices {
  #last = $state.raw<Notice | null>(null);
  #legal = ""; // what can be done, as it was said last

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

  /** Another view is shown: a new decision of the player begins with what is asked. */
  follow(): void {
    const legal = JSON.stringify(this.turn.table.view.legal);
    if (this.turn.active && legal !== this.#legal) this.read();
    this.#legal = legal;
  }

  /** The player has gone on, and has read it; advice stays. */
  read(): void {
    if (this.#last?.kind !== "tip") this.#last = null;
  }
}
