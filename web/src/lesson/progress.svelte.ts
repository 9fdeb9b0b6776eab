import type { Action } from "../wire/objects";
import type { Lesson, Step } from "../wire/protocol";
import type { TableStore } from "../table/table.svelte";

/**
 * Where a learner is in a lesson. The current step follows from the number of actions in the deal, so a reload only
 * loses what was read.
 */
export class LessonProgress {
  /** steps of the same moment that have been read */
  #read = $state.raw({ acts: -1, n: 0 });
  /** steps gone back, to read again */
  #back = $state(0);

  constructor(
    readonly table: TableStore,
    readonly lesson: Lesson,
  ) {}

  get steps(): readonly Step[] {
    return this.lesson.steps;
  }

  get #acts(): number {
    return this.table.view.acts;
  }

  readonly #group = $derived.by(() => this.steps.flatMap((step, i) => (step.at === this.#acts ? [i] : [])));

  /** The step that the deal has reached; −1 while the others play. */
  get now(): number {
    const n = this.#read.acts === this.#acts ? this.#read.n : 0;
    return this.#group[Math.min(n, this.#group.length - 1)] ?? -1;
  }

  /** The step that is shown; while the others play, the one before. */
  get at(): number {
    return Math.max(0, this.#latest - this.#back);
  }

  get step(): Step | undefined {
    return this.steps[this.at];
  }

  get waiting(): boolean {
    return this.now < 0;
  }

  get rereading(): boolean {
    return this.#back > 0;
  }

  get mayBack(): boolean {
    return this.at > 0;
  }

  /** There is more to read before the next action. */
  get mayNext(): boolean {
    return this.rereading || (this.now >= 0 && this.steps[this.now]?.verb === "" && this.#group.includes(this.now + 1));
  }

  get last(): boolean {
    return this.at === this.steps.length - 1;
  }

  /** What the learner does next at this point, as the table lists it; also while they still read. */
  get action(): Action | null {
    const step = this.#group.map((i) => this.steps[i]).find((one) => one && one.verb !== "");
    if (!step) return null;
    return this.table.legal.find((action) => this.#is(action, step)) ?? null;
  }

  next(): void {
    if (this.#back > 0) this.#back -= 1;
    else if (this.mayNext) this.#read = { acts: this.#acts, n: this.#group.indexOf(this.now) + 1 };
  }

  back(): void {
    if (this.mayBack) this.#back += 1;
  }

  /** Call it after an action: a learner who rereads comes back to the table. */
  moved(): void {
    this.#back = 0;
  }

  get #latest(): number {
    if (this.now >= 0) return this.now;
    return this.steps.findLastIndex((step) => step.at < this.#acts);
  }

  #is({ verb, cards, to }: Action, step: Step): boolean {
    const keys = (faces: readonly number[]): string =>
      faces
        .map((face) => this.table.spec.keys[face] ?? -1)
        .sort((a, b) => a - b)
        .join(" ");
    return (
      verb === step.verb && keys(cards) === keys(step.cards) && (step.to < 0 || to === step.to || cards.length > 0)
    );
  }
}
