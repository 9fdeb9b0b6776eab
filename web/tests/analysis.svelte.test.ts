// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AnalysisStore, type AnalysisFetcher } from "../src/review/analysis.svelte";
import { amount, plain } from "../src/review/figures";
import { Refused } from "../src/wire/lobby";
import { Text } from "../src/viewer/text.svelte";
import type { Analysis, JudgedDecision } from "../src/wire/protocol";

const choice = { label: ["x", {}], cards: [] } as JudgedDecision["chosen"];

function decision(deal: number, step: number, seat: number, more: Partial<JudgedDecision> = {}): JudgedDecision {
  return {
    deal, step, seat, phase: "play", chosen: choice, best: choice, loss: [0, 0, 0], mistake: false, luck: false,
    better: 0, worse: 0, expected: [5, 4, 6], open_best: choice, open_loss: [0, 0, 0], open_values: [10 * seat + step, -step],
    why: ["why", {}], ...more,
  };
}

/** Two deals: three decisions and one. */
const ALL = [decision(1, 0, 0), decision(1, 2, 1, { mistake: true }), decision(1, 5, 0), decision(2, 1, 1, { luck: true })];

function answer(since: number, until: number, more: Partial<Analysis> = {}): Analysis {
  return {
    id: "x", state: until === ALL.length ? "done" : "working", total: ALL.length, since, decisions: ALL.slice(since, until),
    ends: [{ deal: 1, steps: 7, values: [3, -3] }, { deal: 2, steps: 2, values: [1, -1] }],
    tallies: [], turning: [1, 3], whole: true, unit: "points", low: 0, high: 100, worlds: 30, ...more,
  };
}

const stores: AnalysisStore[] = [];
function store(fetcher: AnalysisFetcher): AnalysisStore {
  const made = new AnalysisStore("x", fetcher);
  stores.push(made);
  made.start();
  return made;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  stores.splice(0).forEach((one) => one.stop());
  vi.useRealTimers();
});

describe("what comes from the server", () => {
  test("is asked for from where it ended, until all is there", async () => {
    const asked: number[] = [];
    const analysis = store((_, since) => {
      asked.push(since);
      return Promise.resolve(answer(since, Math.min(ALL.length, since + 2)));
    });
    await vi.advanceTimersByTimeAsync(10);
    expect([analysis.state, analysis.decisions.length, analysis.total]).toEqual(["working", 2, 4]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([analysis.state, analysis.decisions.length]).toEqual(["done", 4]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toEqual([0, 2]);
  });

  test("keeps what is known when the server begins again", async () => {
    let n = 0;
    const analysis = store((_, since) => {
      n += 1;
      return Promise.resolve(n === 2 ? answer(0, 1, { state: "working" }) : answer(since, n === 1 ? 2 : ALL.length));
    });
    await vi.advanceTimersByTimeAsync(1500);
    expect(analysis.decisions).toEqual(ALL.slice(0, 2));
    await vi.advanceTimersByTimeAsync(1000);
    expect(analysis.decisions).toEqual(ALL);
  });

  test("a refusal ends it, a limit or a lost line do not", async () => {
    const faults = [
      new Refused({ t: "error", id: -1, code: "rate", args: { n: 100 } }),
      new TypeError("no line"),
      new Refused({ t: "error", id: -1, code: "no_evaluation", args: {} }),
    ];
    let n = 0;
    const analysis = store(() => Promise.reject(faults[n++]));
    await vi.advanceTimersByTimeAsync(3100);
    expect([n, analysis.problem]).toEqual([2, null]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([n, analysis.problem?.code]).toEqual([3, "no_evaluation"]);
  });
});

describe("places and numbers", () => {
  const whole = async (more: Partial<Analysis> = {}): Promise<AnalysisStore> => {
    const analysis = store(() => Promise.resolve(answer(0, ALL.length, more)));
    await vi.advanceTimersByTimeAsync(10);
    return analysis;
  };

  test("a decision belongs to the step that it made", async () => {
    const analysis = await whole();
    expect(analysis.at({ deal: 1, step: 3 })).toBe(ALL[1]);
    expect(analysis.at({ deal: 1, step: 2 })).toBeUndefined();
    expect(analysis.awaits({ deal: 2, step: 2 })).toBe(false);
  });

  test("turning points have neighbours", async () => {
    const analysis = await whole();
    expect(analysis.turn({ deal: 1, step: 0 }, 1)).toEqual({ deal: 1, step: 3 });
    expect(analysis.turn({ deal: 1, step: 3 }, 1)).toEqual({ deal: 2, step: 2 });
    expect(analysis.turn({ deal: 1, step: 3 }, -1)).toBeUndefined();
    expect(analysis.turn({ deal: 2, step: 2 }, -1)).toEqual({ deal: 1, step: 3 });
  });

  test("points add up, chances do not", async () => {
    const points = (await whole()).curve(0);
    expect(points.map(({ value }) => value)).toEqual([0, 12, 5, 3, 14, 4]);
    expect(points.map(({ known }) => known)).toEqual([5, undefined, 5, undefined, undefined, undefined]);
    expect(points.map(({ number }) => number)).toEqual([0, 1, 2, -1, 3, -1]);
    const chance = await whole({ unit: "chance", low: -10, high: 10 });
    expect(chance.curve(1).map(({ value }) => value)).toEqual([50, 40, 25, 35, 45, 45]);
    expect([chance.loss(2), chance.value(-10), chance.value(10)]).toEqual([10, 0, 100]);
  });

  test("a loss has one decimal, of a chance none, and no minus before a zero", async () => {
    const texts = { "evaluation.points": "{x} points", "evaluation.chance": "{x} % chance" };
    const text = new Text(() => Promise.resolve(texts));
    await text.load("en", []);
    const analysis = await whole();
    expect([4.26, 4, -0.01].map((x) => plain(x, analysis, text))).toEqual(["4.3", "4", "0"]);
    expect(amount(4.26, analysis, text)).toBe("4.3 points");
    const chance = await whole({ unit: "chance", low: 0, high: 1 });
    expect(amount(0.126, chance, text)).toBe("13 % chance");
  });
});
