// @vitest-environment node
import { expect, it } from "vitest";
import { besideGroups, besidesOf } from "../src/stage/end/beside";
import { APART, BESIDE, GAP, laidOf, lotBeside, needOf, roomOf, shareOf, SPREAD, STRIP, sumsOf, tricksOf, wideOf, type Lot } from "../src/stage/end/tricks";
import type { Chapter } from "../src/table/tale";

const trick = (n: number, taker: number, count = 2): Chapter => ({
  n,
  kind: "round",
  plays: Array.from({ length: count }, (_, i) => ({ n: n * 10 + i, seat: i, say: null, then: { you: 0, names: [] }, faces: [i], laid: true })),
  end: null,
  taker,
  trick: true,
  over: true,
  count,
  past: false,
});

const cards = (count: number, from = 0): number[] => Array.from({ length: count }, (_, i) => from + i);
const lot = (n: number, count = 2, worth = 0, best = count - 1): Lot => ({ n, no: n + 1, name: "", groups: [{ faces: cards(count), seat: -1, best }], best: -1, worth, taker: 0, end: null });
const then = { you: 0, names: [] };
const layered = (plays: [seat: number, faces: number[]][], taker: number): Chapter => ({
  ...trick(1, taker),
  plays: plays.map(([seat, faces], n) => ({ n, seat, say: null, then, faces, laid: true })),
});
const OVERLAID = { strip: STRIP, named: false };

it("gives each side its tricks, and none where somebody's are nobody's", () => {
  const tricks = [trick(1, 0), trick(2, 1), trick(3, 2)];
  expect(tricksOf(tricks, [[0, 2], [1, 3]])?.map((own) => own.map(({ n }) => n))).toEqual([[1, 3], [2]]);
  expect(tricksOf([...tricks, trick(4, -1)], [[0, 2], [1, 3]])).toBe(null);
  expect(tricksOf([], [[0], [1]])).toBe(null);
  expect(tricksOf([{ ...trick(1, 0), trick: false }], [[0], [1]])).toBe(null);
  expect(tricksOf([{ ...trick(1, 0), over: false }], [[0], [1]])).toBe(null);
});

it("knows who has taken a trick, and parts tricks further than their cards", () => {
  const [own] = tricksOf([trick(1, 0), trick(2, 2)], [[0, 2], [1, 3]])!;
  expect(own!.map(({ taker }) => taker)).toEqual([0, 2]);
  const { w, gap, ring, strip } = shareOf([own!, []], 900, 400, false)!;
  expect(gap + 2 * ring).toBeGreaterThan(2 * (strip - 1) * w + 20);
});

it("knows the card that has won a trick", () => {
  expect(tricksOf([trick(1, 1, 4)], [[0, 2], [1, 3]])?.[1]?.[0]).toMatchObject({ groups: [{ faces: [0, 1, 2, 3], best: 1 }], best: -1 });
});

it("marks the last play of who took a trick, and keeps the plays apart where somebody laid more than one card", () => {
  const again = tricksOf([layered([[2, [5]], [0, [12]], [2, [40]]], 2)], [[0], [1], [2]])![2]![0]!;
  expect([again.best, again.groups.map(({ faces }) => faces)]).toEqual([2, [[5], [12], [40]]]);
  const pairs = tricksOf([layered([[0, [3, 4]], [1, [7, 8]]], 1)], [[0], [1]])![1]![0]!;
  expect([pairs.best, pairs.groups.map(({ seat }) => seat)]).toEqual([1, [0, 1]]);
  const { w, named } = shareOf([[pairs], [again]], 900, 400, false)!;
  expect([named, w > 60]).toEqual([true, true]);
  expect(needOf(pairs, w, { ...OVERLAID, named })).toBeGreaterThan(w * 2 * (1 + STRIP) + 10);
});

it("lays every card whole where they are large enough then", () => {
  const few = [[lot(1), lot(2), lot(3)], [lot(4), lot(5)]];
  expect(shareOf(few, 700, 400, false)).toMatchObject({ strip: SPREAD, numbered: true });
  const many = [0, 1].map(() => Array.from({ length: 6 }, (_, i) => lot(i, 4)));
  expect(shareOf(many, 700, 400, true)!.strip).toBe(STRIP);
});

it("keeps the frame of a card that has won clear of the tricks beside and below it", () => {
  for (const [width, height] of [[340, 300], [700, 400], [1100, 500]] as const) {
    const { w, ring, strip, named } = shareOf([[lot(1, 4), lot(2, 4)], [lot(3, 4)]], width, height, true)!;
    const frame = Math.min(5, Math.max(3, w * 0.07)); // both lines of it
    expect(ring).toBeGreaterThanOrEqual(frame);
    expect(needOf(lot(1, 4), w, { strip, named })).toBeGreaterThanOrEqual(w * wideOf(lot(1, 4).groups[0]!, strip) + 2 * frame);
  }
});

it("has room for the whole card that has won, whichever it was", () => {
  const [first, ...later] = [0, 1, 2, 3].map((best) => wideOf({ faces: cards(4), best }));
  expect(wideOf({ faces: cards(4), best: -1 })).toBe(later.at(-1)); // the last card is whole anyway, and none has won a meld
  expect(first).toBeGreaterThan(later.at(-1)! + 1 - STRIP);
  expect(later.slice(0, -1)).toEqual([first, first]);
  const led = [0, 1].map(() => Array.from({ length: 6 }, (_, i) => lot(i, 4, 0, 0)));
  const { w, columns } = shareOf(led, 700, 400, true)!;
  expect(columns[0]).toBeGreaterThanOrEqual(w * first!);
});

it("adds up what a side has, of its tricks and besides them", () => {
  const side = (n: number): { name: string; seats: number[]; n: number; rest: string } => ({ name: "", seats: [0], n, rest: "x.melded" });
  const own = [lot(1, 2, 30), lot(2, 2, 35)];
  expect(sumsOf([own, [lot(3, 2, 31)]], [side(105), side(31)])).toEqual([{ tricks: 65, rest: 40 }, { tricks: 31, rest: 0 }]);
  expect(sumsOf([own, []], [side(60), side(0)])).toBe(null); // less than the tricks: it counts something else
  expect(sumsOf([own], [])).toBe(null);
  expect(sumsOf([[lot(1)], [lot(2)]], [side(1), side(1)])).toBe(null); // the tricks have no worth
});

it("draws tricks as large as the felt has room for all of them, and none where they would be too small", () => {
  const sides = [Array.from({ length: 8 }, (_, i) => lot(i, 4)), Array.from({ length: 4 }, (_, i) => lot(i, 4))];
  const sizes = [[700, 400], [348, 220], [500, 100], [200, 60], [0, 0]] as const;
  const widths = sizes.map(([width, height]) => shareOf(sides, width, height, true)?.w ?? 0);
  expect(widths).toEqual([...widths].sort((a, b) => b - a));
  expect(widths[0]).toBeGreaterThan(40);
  expect(widths.at(-1)).toBe(0);
  expect(shareOf([[], []], 700, 400, true)).not.toBe(null);
  expect(shareOf(sides, 700, 400, false)!.w).toBeGreaterThanOrEqual(widths[0]!);
});

it("writes the numbers beside the tricks where the cards are larger then", () => {
  const sides = [0, 1].map(() => Array.from({ length: 6 }, (_, i) => lot(i, 4)));
  const low = shareOf(sides, 680, 132, true)!;
  expect([low.beside, low.w > 25]).toEqual([BESIDE, true]);
  expect(shareOf(sides, 1100, 560, true)!.beside).toBe(0);
  expect(shareOf(sides, 680, 132, false)!.beside).toBe(0);
});

it("gives each row of a side about as many tricks as the others", () => {
  const { w, columns } = shareOf([Array.from({ length: 6 }, (_, i) => lot(i, 4)), [lot(9, 4)]], 600, 150, false)!;
  expect(columns[0]).toBe(Math.ceil(3 * needOf(lot(1, 4), w, OVERLAID) + 2 * GAP)); // three and three, not five and one
});

it("gives the names of a side their room, as far as there is any", () => {
  const sides = [[lot(1)], [lot(2)]];
  expect(shareOf(sides, 700, 200, true, [50, 260])!.columns[1]).toBe(260);
  expect(shareOf(sides, 300, 90, true, [50, 900])!.columns.reduce((all, one) => all + one, 0)).toBeLessThanOrEqual(300 - APART);
});

it("gives a side the room that its tricks need", () => {
  const many = Array.from({ length: 8 }, (_, i) => lot(i, 4));
  const wide = shareOf([many, []], 900, 150, false)!;
  expect(wide.columns[0]).toBeGreaterThan(2 * wide.columns[1]!);
  expect(wide.columns[0]! + wide.columns[1]! + APART).toBeLessThanOrEqual(900);
  const [w, columns] = [wide.w, wide.columns];
  expect(columns[0]).toBeGreaterThanOrEqual(w * (1 + 3 * STRIP));
});

it("lays the sides one below the other on a narrow felt, where their cards are larger then", () => {
  const sides = [[lot(1, 12)], [lot(2, 6), lot(3, 6)], []];
  expect(shareOf(sides, 400, 480, false)?.columns).toHaveLength(1);
  expect(shareOf(sides, 900, 120, false)?.columns).toHaveLength(3);
});

it("finds a size for every number of tricks and cards on every felt", () => {
  for (let tricks = 0; tricks <= 20; tricks++) {
    for (let cards = 1; cards <= 6; cards++) {
      const sides = [Array.from({ length: tricks }, (_, i) => lot(i, cards)), [lot(99, cards + 1)]];
      for (const [width, height] of [[280, 160], [337.5, 211.25], [700, 90], [1240, 480]] as const) {
        const share = shareOf(sides, width, height, true);
        if (share) expect(share.columns.reduce((all, one) => all + one, 0)).toBeLessThanOrEqual(width);
      }
    }
  }
});

it("takes what counts besides tricks from what was captured otherwise, else from a fact for each seat, else from what was shown", () => {
  const zone = (id: string, owner: number, role: string) => ({ id, owner, role });
  const zones = [zone("trick", -1, "trick"), zone("stock", -1, "stock"), zone("won.0", 0, "captured")];
  const spec = { seats: 2, zones, facts: [{ name: "used", kind: "cards" }] } as never;
  const move = (card: number, src: string) => ({ said: { kind: "move", card, src, dst: "won.0" } });
  const shown = { ...trick(1, 0), plays: [{ ...trick(1, 0).plays[1]!, shown: [7, 8] }] };
  const of = (said: unknown[], fact: unknown) => ({ spec, said, fact: () => fact }) as never;
  expect(besidesOf(of([move(1, "trick"), move(2, "stock")], [[3], [4, 5]]), [shown], [0])).toEqual([2]);
  expect(besidesOf(of([], [[3], [4, 5]]), [shown], [1])).toEqual([4, 5]);
  expect(besidesOf(of([], [3, 4]), [shown], [1])).toEqual([7, 8]);
  expect(besidesOf(of([], [3, 4]), [shown], [0])).toEqual([]);
  const named = [[8, 7], [1, 2, 3], [4]].map((cards) => ({ said: { kind: "meld", cards } }));
  const used = of(named, [[], [8, 3, 2, 7, 1, 4]]);
  const groups = besideGroups(used, [], [1]);
  expect(groups, "each declaration for itself").toEqual([[8, 7], [3, 2, 1], [4]]);
  const [apart, glued] = [groups, [groups.flat()]].map((parts) => lotBeside(parts, 60, "declared", 0));
  const gaps = needOf(apart!, 40, { strip: 1, named: false }) - needOf(glued!, 40, { strip: 1, named: false });
  expect(gaps, "with a gap").toBeGreaterThan(2 * 0.25 * 40);
});

it("gives what counts besides tricks the room of its words", () => {
  const beside = lotBeside([[1, 2]], 14, "discards", 90);
  expect(needOf(beside, 20, { strip: STRIP, named: false })).toBe(90);
  const share = shareOf([[lot(1, 2, 5), beside], [lot(2, 2, 5)]], 300, 90, true)!;
  expect(share.columns[0]).toBeGreaterThanOrEqual(needOf(lot(1), share.w, share) + share.gap + 90);
});

it("lays tricks of as many cards in even columns, whichever card has won them, and what is wider over several", () => {
  const own = [lot(1, 2, 5, 0), lot(2, 2, 5, 1), lot(3, 2, 5, 0), lotBeside([cards(8)], 80, "declared", 60)];
  const share = shareOf([own, [lot(4, 2, 5, 1)]], 340, 300, true)!;
  const [first, second, third, beside] = own.map((one) => roomOf(one, share));
  expect([second, third]).toEqual([first, first]);
  expect((beside! + share.gap) % (first! + share.gap)).toBe(0);
  const plays = [[lot(1, 1), lot(2, 5)]];
  expect(shareOf(plays, 700, 200, false)!.cell, "as wide as its cards").toBe(0);
});

it("leaves out first what was worth nothing, then all cards but those that have won, until they can be read", () => {
  const sides = [[lot(1, 4, 0), lot(2, 4, 13)], [lot(3, 4, 0), lotBeside([[1, 2]], 20, "melds", 60)]];
  const fitting = (most: number) => (lots: readonly (readonly Lot[])[]) => {
    const n = lots.flat().flatMap(({ groups }) => groups.flatMap(({ faces }) => faces)).length;
    return n > most ? null : shareOf(lots, 700, 400, true);
  };
  const drawn = (most: number) => laidOf(sides, fitting(most))!.lots.map((own) => own.map(({ groups }) => groups[0]!.faces.length));
  expect(drawn(14)).toEqual([[4, 4], [4, 2]]);
  expect(drawn(6)).toEqual([[4], [2]]);
  expect(drawn(5)).toEqual([[4], []]);
  expect(drawn(3)).toEqual([[1, 1], [1]]);
  expect(drawn(2)).toEqual([[1], []]);
  expect(laidOf(sides, () => null)).toBe(null);
  const won = laidOf([[lot(1, 4, 3, 2)]], fitting(1))!.lots[0]![0]!;
  expect(won.groups).toEqual([{ faces: [2], seat: -1, best: -1 }]);
});

it("lays each row on the one above it before it leaves out a card, and the last one whole", () => {
  const sides = [cards(6).map((n) => lot(n, 4, 5)), cards(6).map((n) => lot(6 + n, 4, n % 3))];
  const [width, height] = [340, 290];
  const ways: boolean[] = [];
  const laid = laidOf(sides, (lots, covered) => {
    ways.push(covered);
    return shareOf(lots, width, height, true, [], undefined, BESIDE, covered);
  })!;
  expect([laid.part, ways, laid.lots.flat().every(({ groups }) => groups[0]!.faces.length === 4)]).toEqual([0, [false, true], true]);
  const { w, over, ring } = laid.share;
  expect(w).toBeGreaterThanOrEqual(28);
  expect(over).toBeLessThan(w * (1.4 - 0.9) + ring); // the rank and the suit of what is below are seen
  expect(shareOf(sides, 1000, 700, true)!.over).toBe(0);
  const small = (height: number) => laidOf(sides, (lots, covered) => shareOf(lots, width, height, true, [], undefined, BESIDE, covered))!;
  const less = small(236);
  expect([less.share.w < 28, less.share.w >= 24, less.lots[0]![0]!.groups[0]!.faces.length], `smaller first: ${less.share.w} px`).toEqual([true, true, 4]);
  expect(small(150).lots[0]![0]!.groups[0]!.faces.length).toBe(1);
  const several = [[{ ...lot(1), groups: [{ faces: [1, 2], seat: 0, best: -1 }, { faces: [3, 4], seat: 1, best: -1 }] }]];
  expect(shareOf(several, 300, 100, false, [], undefined, BESIDE, true), "names stand below plays").toBe(null);
});

it("lays four sides two in a line on a narrow felt, where their cards are larger then", () => {
  const four = [[lot(1, 4)], [lot(2, 4)], [lot(3, 4), lot(4, 4), lot(5, 4)], [lot(6, 4)]];
  const { w, columns, over } = shareOf(four, 340, 280, true)!;
  expect([columns.length, over]).toEqual([2, 0]);
  expect(columns[0]! + columns[1]! + APART).toBeLessThanOrEqual(340);
  expect(w).toBeGreaterThanOrEqual(28);
  expect(shareOf(four.slice(0, 3), 340, 280, true)!.columns.length).not.toBe(2);
});

it("draws the play that has won where players laid several cards", () => {
  const [own] = tricksOf([layered([[0, [3, 4]], [1, [7, 8]]], 1)], [[1], [0]])!;
  const laid = laidOf([own!], (lots) => (lots[0]![0]!.groups.length > 1 ? null : shareOf(lots, 300, 100, false)))!;
  expect(laid.lots[0]![0]!.groups.map(({ faces }) => faces)).toEqual([[7, 8]]);
});

it("gives who has taken a trick its room", () => {
  const named = { ...lot(1, 1, 5, 0), words: 60 };
  expect(roomOf(named, shareOf([[named]], 300, 400, true)!)).toBeGreaterThanOrEqual(60);
  const six = Array.from({ length: 6 }, (_, i) => ({ ...lot(i, 4, 5), words: 60 }));
  const share = shareOf([six, six], 680, 132, true, [], 24, 32)!;
  expect(share.beside).toBe(32);
  expect(needOf(six[0]!, share.w, share)).toBeCloseTo(needOf(lot(1, 4), share.w, OVERLAID) + 32);
});
