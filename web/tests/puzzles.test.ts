// @vitest-environment jsdom
/** Puzzles: which are solved and come next, and what a choice leads to. */
import { beforeEach, expect, test, vi } from "vitest";
import { fetchPuzzles, puzzleOf, PuzzleStore, STEP_MS } from "../src/puzzles/puzzle.svelte";
import { nextOf, rememberSolved, solvedOf } from "../src/puzzles/solved";
import { refutationOf, verdictOf } from "../src/puzzles/verdict";
import type { Text } from "../src/viewer/text.svelte";
import type { Puzzle, PuzzleTry, TableView, Update } from "../src/wire/protocol";

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});

const update = (v: number): Update => ({ t: "update", v, events: [], patch: { turn: v } }) as unknown as Update;

function tryOf(cards: number[], more: Partial<PuzzleTry> = {}): PuzzleTry {
  return {
    verb: "play", cards, to: -1, label: ["g.play", { cards }], lost: 0, why: null, replies: [[1, ["g.reply", {}]], [1, ["g.more", {}]], [0, ["g.forced", {}]]],
    steps: [update(1), update(2), update(3)], ...more,
  };
}

const view = { you: 0, status: "playing", turn: 0, deal: 1, zones: {}, occupants: [{ name: "Ada" }, { name: "Mira" }], window: null, legal: [] } as unknown as TableView;
const puzzle = {
  game: "g", number: 2, grade: 3, sure: true, goal: "points", seat: 0, cards: 6, answer: 1, spec: { seats: 2, zones: [], facts: [], faces: [] }, names: ["Ada", "Mira"],
  opening: [], view, tries: [tryOf([1], { lost: 3 }), tryOf([2], { why: ["g.why", {}] }), tryOf([3], { lost: 1, replies: [], steps: [update(1)] })],
} as unknown as Puzzle;

async function opened(): Promise<PuzzleStore> {
  const store = new PuzzleStore("g", 2, <T>() => Promise.resolve(puzzle as T));
  await store.open();
  return store;
}

const play = async (store: PuzzleStore, card: number): Promise<void> => {
  store.table.act({ verb: "play", to: -1 } as never, [card]);
  await Promise.resolve();
};

const text = { t: (key: string, args = {}) => `${key} ${JSON.stringify(args)}`, say: ([key]: [string]) => key, name: (seat: number) => `seat ${seat}` } as unknown as Text;

test("a puzzle has an address", () => {
  expect(puzzleOf("#farbe_und_wert.12")).toEqual({ game: "farbe_und_wert", number: 12 });
  for (const other of ["", "#", "#chimera", "#chimera.", "#3.1.2", "#Chimera.3", "#chimera.x"]) expect(puzzleOf(other)).toBeNull();
});

test("what is solved is kept, and how it was solved the first time", () => {
  rememberSolved("g", 3, "later");
  rememberSolved("g", 3, "first");
  rememberSolved("h", 1, "first");
  expect([...solvedOf("g")]).toEqual([[3, "later"]]);
  localStorage.setItem("stich.puzzles", "[1]");
  expect(solvedOf("g").size).toBe(0);
  localStorage.setItem("stich.puzzles", "no");
  expect(solvedOf("g").size).toBe(0);
});

test("the next one is of the same grade, not solved, and not this one", () => {
  const grades = [1, 2, 1, 1, 2];
  expect(nextOf(grades, new Map(), 1)).toBe(1);
  expect(nextOf(grades, new Map([[1, "first"]]), 1, 3)).toBe(4);
  expect(nextOf(grades, new Map(), 1, 4)).toBe(1);
  expect(nextOf(grades, new Map([[2, "first"]]), 2, 5)).toBe(0);
});

test("the answer is right at once, counted, and its line goes on to the end", async () => {
  const store = await opened();
  expect(verdictOf(store, text)).toBe("");
  await play(store, 2);
  expect(store.right).toBe(true);
  expect(refutationOf(store, text)).toBe("");
  expect(store.table.view.turn).toBe(1);
  expect(verdictOf(store, text)).toContain("puzzle.right");
  expect(verdictOf(store, text)).toContain("g.why");
  expect([...solvedOf("g")]).toEqual([[2, "first"]]);
  vi.advanceTimersByTime(10 * STEP_MS);
  expect(store.table.view.turn).toBe(1); // it waits
  store.goOn();
  vi.advanceTimersByTime(10 * STEP_MS);
  expect(store.table.view.turn).toBe(3);
  expect([store.more, store.playing]).toEqual([false, false]);
});

test("a wrong choice shows the reply that refutes it, and can be tried again", async () => {
  const store = await opened();
  await play(store, 1);
  expect(store.right).toBe(false);
  vi.advanceTimersByTime(10 * STEP_MS);
  expect(store.table.view.turn).toBe(2);
  expect(verdictOf(store, text)).toContain('puzzle.costs {"n":3}');
  const act = (n: number, what: string): string => `puzzle.act ${JSON.stringify({ name: `seat ${n}`, what })}`;
  expect(refutationOf(store, text)).toBe(`puzzle.line ${JSON.stringify({ line: `${act(1, "g.reply, g.more")}; ${act(0, "g.forced")}.` })}`);
  expect(solvedOf("g").size).toBe(0);
  await play(store, 2); // no choice while another one stands
  expect(store.right).toBe(false);
  store.again();
  expect(store.table.view.turn).toBe(0);
  expect(store.chosen).toBeNull();
  await play(store, 2);
  expect([...solvedOf("g")]).toEqual([[2, "later"]]);
});

test("an answer that was shown is not found", async () => {
  const store = await opened();
  store.answer();
  expect([store.right, store.shown]).toEqual([true, true]);
  expect(verdictOf(store, text)).toContain("puzzle.this");
  expect([...solvedOf("g")]).toEqual([[2, "later"]]);
});

test("what is no choice of this position does nothing", async () => {
  const store = await opened();
  await play(store, 9);
  store.table.undo();
  await Promise.resolve();
  expect(store.chosen).toBeNull();
});

test("a puzzle that is not there says why", async () => {
  const store = new PuzzleStore("g", 2, () => Promise.reject(new Error("down")));
  await store.open();
  expect(store.problem?.code).toBe("network");
  await expect(fetchPuzzles(<T>() => Promise.resolve({ games: [] } as T))).resolves.toEqual({ games: [] });
});
