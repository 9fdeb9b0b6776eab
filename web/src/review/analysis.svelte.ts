import { Refused, refusalOf } from "../wire/lobby";
import type { Analysis, DealEnd, JudgedDecision, PlayerTally, Problem } from "../wire/protocol";
import type { Position } from "./review.svelte";

/** A point of the graph: what a player could expect after a decision, or what a deal has brought them. */
export interface Point extends Position {
  value: number;
  /** what the player could expect by what they knew, after a decision of their own */
  known: number | undefined;
  /** the number of the decision; −1: the end of a deal */
  number: number;
}

export type AnalysisFetcher = (id: string, since: number) => Promise<Analysis>;

export const fetchAnalysis: AnalysisFetcher = async (id, since) => {
  const answer = await fetch(`/api/reviews/${encodeURIComponent(id)}/analysis?from=${since}`);
  if (!answer.ok) throw await refusalOf(answer);
  return (await answer.json()) as Analysis;
};

const AGAIN_MS = 1000;
const LATER_MS = 3000; // after a failure of the line

/** The decisions of a match, judged one after the other by the server; they are fetched as they come. */
export class AnalysisStore {
  #decisions = $state.raw<readonly JudgedDecision[]>([]);
  #last = $state.raw<Analysis | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #on = false;

  constructor(
    readonly id: string,
    readonly fetcher: AnalysisFetcher = fetchAnalysis,
  ) {}

  get decisions(): readonly JudgedDecision[] {
    return this.#decisions;
  }

  /** Of all decisions; −1: not known yet. */
  get total(): number {
    return this.#last?.total ?? -1;
  }

  /** "working", "waiting", "done", "failed"; "" before the first answer. */
  get state(): string {
    return this.#last?.state ?? "";
  }

  get problem(): Problem | null {
    return this.#problem;
  }

  /** The match came to its end. */
  get whole(): boolean {
    return this.#last?.whole ?? true;
  }

  get tallies(): readonly PlayerTally[] {
    return this.#last?.tallies ?? [];
  }

  get turning(): readonly number[] {
    return this.#last?.turning ?? [];
  }

  get ends(): readonly DealEnd[] {
    return this.#last?.ends ?? [];
  }

  get worlds(): number {
    return this.#last?.worlds ?? 0;
  }

  /** "points", "chance" or "places". */
  get unit(): string {
    return this.#last?.unit ?? "points";
  }

  start(): void {
    if (this.#on) return;
    this.#on = true;
    void this.#ask();
  }

  stop(): void {
    this.#on = false;
    clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    let wait = AGAIN_MS;
    try {
      const found = await this.fetcher(this.id, this.#decisions.length);
      // the server was started again: what is known here has the same numbers, and it comes to them
      if (found.since === this.#decisions.length) this.#decisions = [...this.#decisions, ...found.decisions];
      this.#last = found;
      this.#problem = null;
      const all = this.#decisions.length >= found.total;
      if (found.state === "failed" || (found.state === "done" && all)) this.#on = false;
    } catch (error) {
      wait = LATER_MS;
      if (error instanceof Refused) {
        const later = error.problem.code === "rate";
        this.#on &&= later;
        this.#problem = later ? null : error.problem;
      }
    }
    if (this.#on) this.#timer = setTimeout(() => void this.#ask(), wait);
  }

  // -- places

  /** The decision that was made in this step, if there was a choice. */
  at({ deal, step }: Position): JudgedDecision | undefined {
    return this.#decisions.find((one) => one.deal === deal && one.step + 1 === step);
  }

  /** Whether the step can still be judged. */
  awaits({ deal, step }: Position): boolean {
    const last = this.#decisions.at(-1);
    const beyond = !last || last.deal < deal || (last.deal === deal && last.step + 1 < step);
    return beyond && this.#decisions.length !== this.total;
  }

  /** The next turning point after a position, or the last one before it. */
  turn({ deal, step }: Position, way: 1 | -1): Position | undefined {
    const places = this.turning.flatMap((number) => {
      const one = this.#decisions[number];
      return one ? [{ deal: one.deal, step: one.step + 1 }] : [];
    });
    const side = (to: Position): number => to.deal - deal || to.step - step;
    return way > 0 ? places.find((to) => side(to) > 0) : places.findLast((to) => side(to) < 0);
  }

  // -- numbers

  /** A loss as it is shown: of a chance in per cent. */
  loss(x: number): number {
    return this.unit === "chance" ? (100 * x) / this.#range : x;
  }

  /** A value as it is shown: of a chance in per cent. */
  value(x: number): number {
    return this.unit === "chance" ? (100 * (x - (this.#last?.low ?? 0))) / this.#range : x;
  }

  get #range(): number {
    return (this.#last?.high ?? 100) - (this.#last?.low ?? 0);
  }

  /** The graph of a player: with open cards, after each decision and at the end of each deal. Points add up. */
  curve(seat: number): Point[] {
    const points: Point[] = [];
    let before = 0;
    this.#decisions.forEach((one, number) => {
      const { deal, step } = one;
      const known = one.seat === seat ? this.value(before + one.expected[0]) : undefined;
      points.push({ number, deal, step: step + 1, value: this.value(before + (one.open_values[seat] ?? 0)), known });
      const next = this.#decisions[number + 1];
      const end = next?.deal === deal ? undefined : this.ends.find((end) => end.deal === deal);
      if (!end || (!next && this.#decisions.length !== this.total)) return;
      const value = this.value(before + (end.values[seat] ?? 0));
      points.push({ number: -1, deal, step: end.steps, value, known: undefined });
      if (this.unit !== "chance") before += end.values[seat] ?? 0;
    });
    return points;
  }
}
