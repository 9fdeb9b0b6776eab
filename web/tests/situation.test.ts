import { expect, it } from "vitest";
import { arrow, chevrons, stub, type Box } from "../src/stage/marks/lines";
import { placeOf, ranking, standingOf } from "../src/stage/seating";
import { figuresOf } from "../src/table/badges";
import { grouped } from "../src/table/sides";
import { belonging, situationOf, type Situation } from "../src/table/situation";
import type { Phrase, TableView } from "../src/wire/protocol";

const known = (sides: [number[], null, number | null][]): Situation =>
  situationOf({ situation: [-1, null, -1, false, null, -1, sides, [], 0, [], []] as TableView["situation"] });

it("knows the sides of the match before the first deal, and what the view says from then on", () => {
  expect(situationOf({ situation: null }, [[0, 2], [1, 3]]).sides.map(({ seats }) => seats)).toEqual([[0, 2], [1, 3]]);
  expect(known([[[1], null, 3]]).sides).toEqual([{ seats: [1], name: null, points: 3 }]);
  expect(situationOf({ situation: null })).toMatchObject({ trump: -1, led: -1, declarer: -1, sides: [], attacks: [], direction: 0 });
});

it("says who is with the viewer and who against, and nothing of a seat whose side is not known", () => {
  const pairs = known([[[0, 2], null, 1], [[1, 3], null, 2]]);
  expect(belonging(pairs, 2, 0)).toMatchObject({ ours: true, theirs: false, n: 0 });
  expect(belonging(pairs, 2, 1)).toMatchObject({ ours: false, theirs: true, n: 1 });
  expect(belonging(pairs, 3, 1)).toMatchObject({ ours: true, n: 0 });
  expect(belonging(pairs, 3, -1)).toMatchObject({ ours: false, theirs: false, n: 1 }); // a spectator is on no side
  const secret = known([[[1], null, null]]);
  expect(belonging(secret, 0, 0)).toBeNull();
  expect(belonging(secret, 1, 0)).toMatchObject({ ours: false, theirs: false });
  expect(belonging(known([]), 0, 0)).toBeNull();
});

it("gives every side a shape of its own, for every viewer", () => {
  const three = known([[[0, 3], null, 0], [[1, 4], null, 0], [[2, 5], null, 0]]);
  for (const me of [-1, 0, 1, 2, 3, 4, 5]) {
    const shapes = [0, 1, 2].map((seat) => belonging(three, seat, me)?.n);
    expect(new Set(shapes).size, `${me}: ${shapes}`).toBe(3);
    expect([3, 4, 5].map((seat) => belonging(three, seat, me)?.n)).toEqual(shapes);
  }
});

it("gives a named side of the declarer the first shape for every viewer", () => {
  const chimera = (declarer: number, name: Phrase | null): Situation =>
    situationOf({ situation: [-1, null, -1, false, null, declarer, [[[1], name, null], [[0, 2], name, null]], [], 0, [], []] as TableView["situation"] });
  for (const me of [-1, 0, 1, 2]) expect([0, 1, 2].map((seat) => belonging(chimera(1, ["side", {}]), seat, me)?.n), `${me}`).toEqual([1, 0, 1]);
  expect(belonging(chimera(1, null), 1, 0), "partners").toMatchObject({ n: 1, theirs: true });
});

it("shows partners as one, in the order of the seats, and each seat alone without sides", () => {
  expect(grouped([2, 3, 0, 1], [[0, 2], [1, 3]])).toEqual([[2, 0], [3, 1]]);
  expect(grouped([1, 2, 0], [])).toEqual([[1], [2], [0]]);
  expect(grouped([0, 1, 2], [[0, 2]])).toEqual([[0, 2], [1]]);
});

it("gives sides that lost together the second place, and not the third", () => {
  const sides = grouped([0, 1, 2, 3], [[0, 2], [1, 3]]);
  const ranks = ranking({ places: [1, 3, 1, 3], scores: [1, -1, 1, -1] }, sides.map(([first = 0]) => first), false);
  expect(ranks).toEqual([{ seat: 0, place: 1 }, { seat: 1, place: 2 }]);
});

it("leaves to the marks what they show", () => {
  expect(figuresOf([{ name: "points", kind: "number", staged: true }], () => [0, 3], 2)).toEqual([]);
  expect(standingOf([{ name: "out", kind: "out" }], () => 2, 1)).toMatchObject({ out: true, place: 0 });
});

const box = (x: number, y: number): Box => ({ left: x - 50, right: x + 50, top: y - 20, bottom: y + 20 });
const CENTRE = { x: 300, y: 200 };
const numbers = (path: string): number[] => path.match(/-?[\d.]+/g)!.map(Number);

it("leads an arrow from the edge of one seat to the edge of the other, and never to what is said below it", () => {
  for (let n = 3; n <= 12; n++) {
    const seats = Array.from({ length: n }, (_, i) => placeOf(i, n)).map(({ x, s }, i) => (i === 0 ? { left: 260, right: 340, top: 398, bottom: 400 } : box(300 + x * 250, 20 + (1 - s) * 180)));
    for (const from of seats) {
      for (const to of seats.filter((other) => other !== from)) {
        const [x = 0, y = 0, , , toX = 0, toY = 0] = numbers(arrow(from, to, CENTRE, false));
        expect(x > 0 && x < 600 && toX > 0 && toX < 600, "on the felt").toBe(true);
        for (const [seat, at, high] of [[from, x, y], [to, toX, toY]] as const) expect(at < seat.left || at > seat.right ? high > seat.top && high < seat.bottom : high < seat.top).toBe(true);
      }
    }
  }
});

it("leads an arrow through the gap between neighbours of a strip, and over nothing else", () => {
  const [a, b, far, below] = [box(60, 20), box(166, 20), box(290, 20), box(60, 80)];
  expect(numbers(arrow(a, b, CENTRE, true))).toEqual([106, 20, 115, 20]);
  expect(numbers(arrow(b, a, CENTRE, true))).toEqual([120, 20, 111, 20]);
  expect([arrow(a, far, CENTRE, true), arrow(a, below, CENTRE, true)]).toEqual(["", ""]);
});

it("ends an arrow between a seat and the viewer in the felt beside the seat, where nothing lies", () => {
  const seat = box(60, 200);
  const [x = 0, y, , , toX = 0, toY = 0] = numbers(stub(seat, CENTRE, [], false));
  expect([x, y]).toEqual([117, 200]);
  expect([toX - x, toY]).toEqual([64, 238.4]);
  expect(numbers(stub(seat, CENTRE, [], true))).toEqual([toX, toY, toX, 200, x, y]);
  const slots = { left: 170, right: 400, top: 100, bottom: 300 };
  const short = numbers(stub(seat, CENTRE, [slots], false));
  expect(short[4]).toBe(x + 30);
  expect(stub(seat, CENTRE, [{ ...slots, left: 130 }], false)).toBe("");
  expect(numbers(stub(box(540, 200), CENTRE, [], false))[4]).toBe(483 - 64);
});

it("points in the direction of play between neighbours, and turns round with it", () => {
  const ring = [box(300, 399), box(50, 200), box(300, 20), box(550, 200)];
  const on = chevrons(ring, 1, CENTRE, false);
  expect(on).toHaveLength(4);
  const back = chevrons(ring, -1, CENTRE, false);
  on.forEach(({ x, y, angle }, i) => {
    const [a, b] = [ring[i]!, ring[(i + 1) % 4]!];
    const towards = Math.cos((angle * Math.PI) / 180) * (b.left - a.left) + Math.sin((angle * Math.PI) / 180) * (b.top - a.top);
    expect(towards).toBeGreaterThan(0);
    expect(back[i]).toEqual({ x, y, angle: angle + 180, small: false });
  });
  const strip = [box(60, 20), box(180, 20), box(60, 80), box(180, 80)];
  expect(chevrons(strip, 1, CENTRE, true).map(({ x, y }) => [x, y])).toEqual([[120, 20], [120, 80]]);
});

it("keeps the signs of the direction on the felt and off the seats, and puts small ones between seats that stand close in a row", () => {
  for (let n = 4; n <= 12; n++) {
    const seats = Array.from({ length: n }, (_, i) => placeOf(i, n)).map(({ x, s }, i) => (i === 0 ? { left: 260, right: 340, top: 398, bottom: 400 } : box(300 + x * 250, 20 + (1 - s) * 180)));
    const signs = chevrons(seats, 1, CENTRE, false, seats);
    expect(signs.length, `${n} seats`).toBeGreaterThan(2);
    for (const { x, y, small } of signs) {
      expect(y).toBeGreaterThanOrEqual(0);
      if (!small) expect(seats.filter(({ left, right, top, bottom }) => x > left && x < right && y > top && y < bottom)).toEqual([]);
    }
  }
  const low = { x: 300, y: 60 }; // a strip on a low window is near its middle
  expect(chevrons([box(250, 20), box(350, 20)], 1, low, true)).toHaveLength(1);
  const row = [box(100, 20), box(190, 20), box(280, 20), box(300, 399)];
  expect(chevrons(row, 1, CENTRE, false, row).slice(0, 2)).toEqual([{ x: 145, y: 20, angle: 0, small: true }, { x: 235, y: 20, angle: 0, small: true }]);
});
