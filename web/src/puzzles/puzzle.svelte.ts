import type { Listener } from "../wire/connection";
import { refusalOf, Refused } from "../wire/lobby";
import { thenOf } from "../wire/objects";
import type { Problem, Puzzle, Puzzles, PuzzleTry, TableView } from "../wire/protocol";
import { TableStore, type Source } from "../table/table.svelte";
import { rememberSolved } from "./solved";

export type Fetcher = <T>(path: string) => Promise<T>;

async function fetched<T>(path: string): Promise<T> {
  const answer = await fetch(path);
  if (!answer.ok) throw await refusalOf(answer);
  return (await answer.json()) as T;
}

export const fetchPuzzles = (fetcher: Fetcher = fetched): Promise<Puzzles> => fetcher<Puzzles>("/api/puzzles");

/** A puzzle in an address: "#" with the name of its game, a point and its number. */
export function puzzleOf(hash: string): { game: string; number: number } | null {
  const found = /^#([a-z_]{1,40})\.(\d{1,4})$/.exec(hash);
  return found ? { game: found[1]!, number: Number(found[2]) } : null;
}

export const STEP_MS = 1100;

/**
 * One puzzle. `table` shows the position, and every stage can draw it: it is a table like any other. A choice goes to
 * the line that follows it, which came with the puzzle; nothing is sent.
 */
export class PuzzleStore {
  #data = $state.raw<Puzzle | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #chosen = $state(-1);
  #step = $state(0);
  #tries = $state(0);
  #shown = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request = 0;
  #listener: Listener | undefined;
  readonly table: TableStore;

  constructor(
    readonly game: string,
    readonly number: number,
    readonly fetcher: Fetcher = fetched,
  ) {
    const source: Source = {
      have: 0,
      request: (message) => this.#asked(message),
      nudge: () => {},
      close: () => {},
    };
    this.table = new TableStore(`puzzle-${game}-${number}`, undefined, (listener) => {
      this.#listener = listener;
      return source;
    });
  }

  get data(): Puzzle | null {
    return this.#data;
  }

  /** Why the puzzle cannot be shown. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** What was chosen, null while the player thinks. */
  get chosen(): PuzzleTry | null {
    return this.#data?.tries[this.#chosen] ?? null;
  }

  get right(): boolean {
    return this.#chosen >= 0 && this.#chosen === this.#data?.answer;
  }

  /** The answer was shown, and not found. */
  get shown(): boolean {
    return this.#shown;
  }

  /** There is more of the line to show. */
  get more(): boolean {
    return this.chosen !== null && this.#step < this.chosen.steps.length;
  }

  get playing(): boolean {
    return this.#timer !== undefined;
  }

  async open(): Promise<void> {
    try {
      this.#data = await this.fetcher<Puzzle>(`/api/puzzles/${encodeURIComponent(this.game)}/${this.number}`);
      this.#problem = null;
      this.#lay();
    } catch (error) {
      this.#problem = error instanceof Refused ? error.problem : { t: "error", id: -1, code: "network", args: {} };
    }
  }

  /** Back to the position. */
  again(): void {
    this.stop();
    this.#chosen = -1;
    this.#step = 0;
    this.#shown = false;
    this.#lay();
  }

  /** Show the answer, and what follows. */
  answer(): void {
    if (!this.#data) return;
    this.again();
    this.#shown = true;
    this.#tries += 1;
    this.#choose(this.#data.answer);
  }

  /** Show how the deal goes on to its end, act by act. */
  goOn(): void {
    if (this.playing || !this.more) return;
    this.#forward();
    this.#timer = this.more ? setTimeout(() => ((this.#timer = undefined), this.goOn()), STEP_MS) : undefined;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #lay(): void {
    const data = this.#data;
    if (!data) return;
    const goal = data.goal === "win" ? "puzzle.goal_win" : "puzzle.goal_points";
    const [, task = null, note = null, best = -1] = data.view.prompt ?? [];
    const view: TableView = { ...data.view, prompt: [[goal, {}], task, note, best] }; // the table itself asks
    this.#listener?.welcome(data.spec, 0);
    this.#listener?.whole({ t: "view", v: 0, view }, [{ v: 0, events: [...data.opening], then: thenOf(view) }]);
    this.#listener?.state("live");
  }

  #asked(message: Parameters<Source["request"]>[0]): number {
    const id = (this.#request += 1);
    if (message.t !== "act" || this.#chosen >= 0 || message.ask) return id;
    const { verb, cards = [], to = -1 } = message;
    const at = this.#find(verb, cards, to);
    if (at >= 0)
      queueMicrotask(() => {
        this.#tries += 1;
        this.#choose(at);
        this.#listener?.done?.(id);
      });
    return id;
  }

  /** Which of the tries an action is: with these cards, or the only one of its meaning. */
  #find(verb: string, cards: readonly number[], to: number): number {
    const tries = this.#data?.tries ?? [];
    const key = (faces: readonly number[]): string => [...faces].sort((a, b) => a - b).join(" ");
    const same = tries.flatMap((each, i) => (each.verb === verb && each.to === to ? [i] : []));
    const exact = same.find((i) => key(tries[i]!.cards) === key(cards));
    return exact ?? (same.length === 1 ? same[0]! : -1);
  }

  #choose(at: number): void {
    this.#chosen = at;
    this.#step = 0;
    this.#forward();
    if (this.right) rememberSolved(this.game, this.number, this.#tries === 1 && !this.#shown ? "first" : "later");
    // the reply that refutes a wrong choice belongs to it
    else if (this.more) this.#timer = setTimeout(() => ((this.#timer = undefined), this.#forward()), STEP_MS);
  }

  #forward(): void {
    const next = this.chosen?.steps[this.#step];
    if (!next) return;
    this.#step += 1;
    if (next.t === "update") this.#listener?.update(next);
  }
}
