// @vitest-environment node
import { describe, expect, it } from "vitest";
import { STRIP, cardWidth, layout, neighbour, type Layout } from "../src/choosing/hand/layout";

// a hand of twenty with every kind of group, and smaller ones
const TWENTY = [0, 0, 1, 2, 2, 2, 3, 4, 4, 5, 6, 6, 6, 6, 8, 9, 10, 12, 12, 13];
const hands = [1, 2, 3, 5, 8, 13, 17, 20].map((n) => TWENTY.slice(0, n));
const screens: [number, number][] = [
  [300, 640],
  [340, 740],
  [620, 340],
  [720, 1024],
  [1020, 900],
  [1900, 1080],
];
const cases = hands.flatMap((keys) => screens.map(([w, h]) => ({ n: keys.length, keys, w, h })));

const cards = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

describe.each(cases)("a hand of $n cards in $w px", ({ keys, w, h }) => {
  const { places, card, rows, height } = layout(keys, w, h);

  it("has a place for every card, inside the width and the height", () => {
    expect(places).toHaveLength(keys.length);
    for (const { x, y } of places) {
      expect(x).toBeGreaterThanOrEqual(-0.01);
      expect(x + card).toBeLessThanOrEqual(w + 0.01);
      expect(y + card * 1.4).toBeLessThanOrEqual(height + 0.3 * card);
    }
  });

  it("leaves a strip a finger hits, wide and high", () => {
    for (const place of places) expect(place.strip).toBeGreaterThanOrEqual(STRIP - 0.01);
    if (rows > 1) expect(card * 0.86).toBeGreaterThanOrEqual(44);
  });

  it("keeps the order, row by row", () => {
    places.slice(1).forEach((place, i) => {
      const before = places[i]!;
      expect(place.row > before.row || place.x > before.x).toBe(true);
    });
  });
});

describe("the layout", () => {
  it("shows twenty cards at 360 and at 320 px in two rows", () => {
    expect(layout(TWENTY, 340, 740).rows).toBe(2);
    expect(layout(TWENTY, 300, 640).rows).toBe(2);
  });

  it("breaks two rows between suits where a few cards more or less fit", () => {
    const suits = [0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 3, 3, 3];
    const rows = (packed: boolean): number[] => layout(suits, 348, 740, packed).places.map(({ row }) => row);
    expect(rows(true)).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(rows(false).filter((row) => row === 0)).toHaveLength(7);
  });

  it("takes one row where the index of every card stays free", () => {
    const wide = layout(TWENTY, 1300, 900);
    expect(wide.rows).toBe(1);
    for (const place of wide.places) expect(place.strip).toBeGreaterThan(wide.card * 0.3);
  });

  it("keeps the hands of twelve cards and fewer in one row at 360 px, so that no row goes in the middle of a deal", () => {
    for (let n = 1; n <= 12; n++) expect(layout(cards(n), 348, 740).rows).toBe(1);
    for (const { strip, row } of layout(cards(12), 348, 740).places) expect([row, strip >= STRIP]).toEqual([0, true]);
  });

  it("takes a third row when a page is enlarged until two do not hold the hand", () => {
    const enlarged = layout(TWENTY, 170, 370);
    expect(enlarged.rows).toBeGreaterThan(2);
    for (const place of enlarged.places) expect(place.strip).toBeGreaterThanOrEqual(STRIP - 0.01);
  });

  it("holds thirty cards at 360 px in three rows, each as wide and as high as a finger hits", () => {
    const thirty = [...TWENTY, ...TWENTY.slice(0, 10).map((key) => key + 14)];
    for (const packed of [false, true]) {
      const { places, rows, card, height } = layout(packed ? thirty.map((key) => key >> 1) : thirty, 340, 780, packed);
      expect(rows).toBe(3);
      expect(height).toBeLessThan(200);
      for (const place of places) expect(place.strip).toBeGreaterThanOrEqual(STRIP - 0.01);
      expect(places.at(-1)!.y / 2).toBeGreaterThanOrEqual(44);
      for (const { x } of places) expect(x + card).toBeLessThanOrEqual(340.01);
    }
  });

  it("draws equal ranks together", () => {
    const { places } = layout([1, 1, 2], 400, 700);
    expect(places[0]!.strip).toBeLessThan(places[1]!.strip);
  });

  it.each([
    [348, 740],
    [620, 360],
    [740, 1024],
    [1100, 900],
  ])("covers no card of a hand of five in %i px, sorted by suits or by ranks", (w, h) => {
    for (const keys of [[0, 1, 1, 2, 2], [0, 0, 0, 0, 0], cards(5), [0, 0, 0, 1, 1]])
      for (const packed of [false, true]) {
        const { places, card } = layout(keys, w, h, packed);
        for (const { strip } of places) expect(strip).toBeGreaterThanOrEqual(card);
      }
  });

  it("covers no card of a hand of eight on a wide table, and keeps its suits apart", () => {
    const { places, card } = layout([0, 0, 1, 1, 1, 1, 2, 2], 1100, 900, true);
    for (const { strip } of places) expect(strip).toBeGreaterThanOrEqual(card);
    expect(places[1]!.strip).toBeGreaterThan(places[0]!.strip * 1.08);
  });

  it("shows most of each card of six at 360 px, from edge to edge", () => {
    const { places, card } = layout([0, 0, 1, 1, 2, 2], 348, 740, true);
    for (const { strip } of places) expect(strip).toBeGreaterThan(card * 0.7);
    expect([places[0]!.x, places.at(-1)!.x + card].map(Math.round)).toEqual([0, 348]);
  });

  it("spreads a hand that grows smaller step by step", () => {
    const wide = Array.from({ length: 13 }, (_, n) => layout(cards(n + 1).map((i) => i >> 1), 1300, 900, true));
    const strips = wide.map(({ places, card }) => (places[0]?.strip ?? 0) / card).slice(1);
    strips.slice(1).forEach((strip, i) => expect(strips[i]! - strip).toBeLessThan(0.15));
  });

  it("does not break a rank over two rows when a card more in one of them avoids it", () => {
    const keys = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 10, 11, 12, 12, 13, 14];
    const rowsOfNines = new Set(layout(keys, 340, 740).places.slice(9, 12).map((place) => place.row));
    expect(rowsOfNines.size).toBe(1);
  });

  it("makes cards neither wider than the hand nor higher than a low screen allows", () => {
    expect(cardWidth(40, 700)).toBeGreaterThanOrEqual(40);
    expect(cardWidth(800, 360)).toBeLessThan(70);
    expect(cardWidth(2000, 900)).toBe(116);
    expect(cardWidth(2000, 1440)).toBe(158); // people sit further away from a very large screen
  });

  it("takes no cards at all", () => {
    expect(layout([], 340, 740).places).toEqual([]);
  });
});

describe("arrow keys", () => {
  const { places } = layout(TWENTY, 340, 740);
  const front = places.findIndex((place) => place.row === 1);

  it("walk along the row and into the next", () => {
    expect(neighbour(places, 0, 1, 0)).toBe(1);
    expect(neighbour(places, front - 1, 1, 0)).toBe(front);
    expect(neighbour(places, 0, -1, 0)).toBe(0);
    expect(neighbour(places, 19, 1, 0)).toBe(19);
  });

  it("change rows to the nearest card and back", () => {
    const below = neighbour(places, 4, 0, 1);
    expect(places[below]!.row).toBe(1);
    expect(Math.abs(places[below]!.x - places[4]!.x)).toBeLessThan(40);
    expect(neighbour(places, 0, 0, -1)).toBe(0);
    expect(neighbour(places, 19, 0, 1)).toBe(19);
  });
});

it("packs lie further apart than ranks, and no strip is narrower for it", () => {
  const packs = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2];
  for (const w of [340, 720, 1016]) {
    const [loose, packed] = [layout(packs, w, 800), layout(packs, w, 800, true)];
    const gap = ({ places }: Layout, i: number): number => places[i + 1]!.x - places[i]!.x;
    if (packed.rows === 1) expect(gap(packed, 3) / gap(packed, 0)).toBeGreaterThan(gap(loose, 3) / gap(loose, 0));
    expect(Math.min(...packed.places.map((place) => place.strip))).toBeGreaterThanOrEqual(24);
  }
});
