import type { ReviewStore } from "./review.svelte";

/** How long a step is shown, ms. */
const STEP = { slow: 2600, normal: 1500, fast: 750 } as const;
type StepPace = keyof typeof STEP;
export const STEP_PACES = Object.keys(STEP) as StepPace[];
const LONGER = 2; // times as long if a trick or a round has ended

/** Plays on by itself, step by step, until the match is over or the reader stops it. */
export class Player {
  #playing = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  pace = $state<StepPace>("normal");

  constructor(readonly review: ReviewStore) {}

  get playing(): boolean {
    return this.#playing;
  }

  toggle(): void {
    if (this.#playing) this.stop();
    else this.#start();
  }

  stop(): void {
    this.#playing = false;
    clearTimeout(this.#timer);
  }

  #start(): void {
    if (this.review.atEnd) return;
    this.#playing = true;
    void this.#step();
  }

  async #step(): Promise<void> {
    const { review } = this;
    await review.forward();
    if (!this.#playing) return;
    if (review.atEnd || review.problem) return this.stop();
    const { step } = review.at;
    const ended = step === review.steps || review.parts.some((part) => part.trick > 0 && part.until === step);
    this.#timer = setTimeout(() => void this.#step(), STEP[this.pace] * (ended ? LONGER : 1));
  }
}
