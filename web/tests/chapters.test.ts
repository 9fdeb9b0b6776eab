import { expect, test } from "vitest";
import { about, drawn, folded, groups, inOrder, rowOf, steps } from "../src/stage/chapters";
import { lately } from "../src/table/joined";
import { eventOf } from "../src/wire/objects";
import type { Chapter, Play } from "../src/table/tale";

const then = { you: 0, names: [] };
const play = (n: number, faces: number[], pair?: string): Play => ({ n, seat: n, say: null, then, faces, laid: true, ...(pair && { pairs: faces.map(() => pair) }) });
const chapter = (plays: Play[], kind: Chapter["kind"] = "round"): Chapter => ({ n: 0, kind, plays, end: null, taker: -1, trick: false, over: false, count: 0, past: false });

test("every row fits, from one card to a pile of hundreds, from 180 to 720 px", () => {
  for (const width of [180, 240, 330, 720]) {
    for (const plays of [[play(0, [1])], Array.from({ length: 4 }, (_, n) => play(n, [n])), Array.from({ length: 12 }, (_, n) => play(n, [n])), [play(0, Array.from({ length: 200 }, (_, i) => i))],
      Array.from({ length: 3 }, (_, n) => play(n, [n, n, n, n, n])), Array.from({ length: 90 }, (_, n) => play(n, [n, n]))]) {
      const { cards, w, more } = rowOf(chapter(plays), width);
      expect(cards.length).toBeGreaterThan(0);
      expect(cards.length).toBeLessThanOrEqual(26);
      expect(w).toBeLessThanOrEqual(32);
      expect(Math.max(...cards.map(({ x }) => x)) + w).toBeLessThanOrEqual(width + 1);
      if (plays.length > 1) expect(cards.length + more).toBe(plays.reduce((sum, { faces }) => sum + faces.length, 0));
    }
  }
});

test("each play has the name of who made it below its cards, in one line or several", () => {
  for (const [plays, width] of [[4, 240], [6, 240], [12, 240], [12, 700]] as const) {
    const { cards, names, height, below } = rowOf(chapter(Array.from({ length: plays }, (_, n) => play(n, [n]))), width);
    expect(names.map((name) => name.play.seat)).toEqual(cards.map((card) => card.play.seat));
    names.forEach((name, i) => {
      expect(name.x).toBe(cards[i]!.x);
      expect(name.y).toBeGreaterThan(cards[i]!.y);
      expect(name.y).toBeLessThan(height + below);
      expect(name.width).toBeGreaterThanOrEqual(38); // px: a name can be read
      expect(name.x + name.width).toBeLessThanOrEqual(width + 2);
    });
    const places = names.map(({ x, y }) => `${x} ${y}`);
    expect(new Set(places).size, "no name lies on another").toBe(plays);
    expect(below > 0).toBe(plays === 12 && width === 240 || plays === 6);
  }
});

test("cards of one attack lie apart, each below the card that beats it", () => {
  const attack = { ...play(0, [10, 20, 30]), pairs: ["pair1", "pair2", "pair3"] };
  const plays = [attack, play(1, [31], "pair3"), play(2, [11], "pair1"), play(3, [21], "pair2")];
  const all = groups(chapter(plays));
  expect(all.map((group) => group.flatMap(({ faces }) => faces))).toEqual([[10, 11], [20, 21], [30, 31]]);
  const row = rowOf(chapter(plays), 400);
  expect(new Set(row.cards.map(({ key }) => key)).size).toBe(6);
  expect(new Set(row.names.map(({ key }) => key)).size).toBe(6);
});

test("what beats a card lies on it, in whatever order they came, with both names", () => {
  const bout = [play(0, [10], "pair1"), play(1, [20], "pair2"), play(2, [11], "pair1"), play(3, [21], "pair2"), play(4, [30], "pair3")];
  expect(drawn(chapter(bout)).map(({ faces }) => faces[0])).toEqual([10, 11, 20, 21, 30]);
  expect(groups(chapter(bout)).map((group) => group.map(({ n }) => n))).toEqual([[0, 2], [1, 3], [4]]);
  const { cards, names, w } = rowOf(chapter(bout), 240);
  const [below, above, next] = cards;
  expect(above!.x - below!.x).toBeCloseTo(w * 0.5);
  expect(above!.y).toBeGreaterThan(below!.y);
  expect(next!.x - below!.x).toBeGreaterThan(w * 1.5);
  expect(names.map(({ play: { n } }) => n)).toEqual([0, 2, 1, 3, 4]);
  expect(names[0]!.y, "above the card that it is of").toBeLessThan(below!.y);
  expect(names[1]!.y, "below the card that beats it").toBeGreaterThan(above!.y + w);
});

test("attack cards that nothing has beaten yet lie in a row without a gap below", () => {
  const attack = [play(0, [10], "pair1"), play(1, [20], "pair2")];
  const { height } = rowOf(chapter(attack), 240);
  expect(height).toBe(rowOf(chapter([play(0, [10]), play(1, [20])]), 240).height);
  expect(height).toBeLessThan(rowOf(chapter([...attack, play(2, [11], "pair1")]), 240).height);
});

test("the cards of a play lie as on the felt, a joker in the gap that it fills", () => {
  const keys = [0, 1, 2, 3, 9, 10];
  const faces = (...laid: number[]) => inOrder(chapter([play(0, laid)]), keys).plays[0]!.faces;
  const joker = [8, 9, 10, 12, 30];
  expect(inOrder(chapter([play(0, [0, 1, 2, 4, 5])]), [8, 9, 10, 11, 12, 30]).plays[0]!.faces).toEqual([0, 1, 2, 5, 4]);
  expect(inOrder(chapter([play(0, [4, 0, 1, 2, 3])]), joker).plays[0]!.faces).toEqual([0, 1, 2, 4, 3]);
  expect(faces(1, 0), "two cards stay as they were laid").toEqual([1, 0]);
  const pairs = chapter([play(0, [3, 1, 2], "pair1")]);
  expect(inOrder(pairs, keys)).toBe(pairs);
});

test("a turn has a step for all that was done, a round for what was not laid into its middle", () => {
  const drew: Play = { ...play(7, [40]), laid: false };
  const said: Play = { ...play(8, []), laid: false };
  expect(steps(chapter([play(0, [1]), drew, said]))).toEqual([drew]);
  expect(steps(chapter([drew, said], "turn"))).toEqual([drew, said]);
});

test("equal deeds in a row are one, if words say which cards or how many", () => {
  const deed = (n: number, faces: number[], args: Record<string, number | number[]>, moved = faces.length): Play =>
    ({ n, seat: 0, say: ["g.said.x", { seat: 0, ...args }], then: { you: 0, names: ["Ann"] }, faces, laid: false, moved });
  const told = (...plays: Play[]) => folded(plays).map(({ say, faces }) => [say?.[1].cards ?? say?.[1].n, faces.length]);
  expect(told(deed(0, [1], { cards: [1] }), deed(1, [2], { cards: [2] }), deed(2, [3], { cards: [3] }))).toEqual([[[1, 2, 3], 3]]);
  expect(told(deed(0, [255], { n: 1 }), deed(1, [255], { n: 1 }))).toEqual([[2, 2]]);
  expect(told(deed(0, [], { n: 18 }, 0), deed(1, [], { n: 18 }, 0)), "a bid is no number of cards").toEqual([[18, 0], [18, 0]]);
  expect(told(deed(0, [1], { cards: [1] }), { ...deed(1, [2], { cards: [2] }), seat: 1 })).toHaveLength(2);
  expect(told(deed(0, [1], { cards: [1] }), { ...deed(1, [2], { cards: [2] }), then: { you: 0, names: ["Ben"] } })).toHaveLength(2);
  expect(told(deed(0, [1], { cards: [1] }), { ...deed(1, [2], { cards: [2] }), laid: true })).toHaveLength(2);
});

test("the last lines use the same words as the story", () => {
  let n = 0;
  const entry = (...said: Parameters<typeof eventOf>[0]) => ({ v: 1, n: n++, said: eventOf(said), then: { you: 0, names: ["Ann"] } });
  const put = () => [entry("say", 0, -1, "", "", ["g.said.put", { seat: 0, n: 1 }], [], 1), entry("move", -1, 255, "hand.0", "won.0", null)];
  const said = [entry("say", 0, -1, "", "", ["g.said.bid", { seat: 0, n: 1 }], [], 1), ...put(), ...put(), ...put()];
  expect(lately(said, 3).map(({ say }) => say[1].n)).toEqual([3, 1]);
  expect(lately(said, 1).map(({ say }) => say[1].n)).toEqual([3]);
});

test("a step with many cards is as high as its rows", () => {
  const shown = (faces: number) => about(chapter([{ ...play(0, Array.from({ length: faces }, (_, i) => i)), laid: false }], "turn"), 240);
  expect(shown(6)).toBe(shown(1));
  expect(shown(12)).toBeGreaterThan(shown(6));
  expect(shown(26)).toBeGreaterThan(shown(12));
});
