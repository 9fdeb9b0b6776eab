// @vitest-environment node
import { describe, expect, test } from "vitest";
import { Menu, offersAhead, offersFor, renamed, settled, slotsFor, slotsOf, swept, toggled, type Slot } from "../src/choosing/choose";
import type { Action } from "../src/wire/objects";
import type { VerbSpec } from "../src/wire/protocol";

// four families of thirteen ranks: face = 13 * family + rank, and any family will do
const KEYS = Array.from({ length: 52 }, (_, face) => face % 13);
const card = (rank: number, family = 0): number => 13 * family + rank;
const act = (verb: string, cards: number[], to = -1): Action => ({ verb, cards, to, say: [`game.${verb}`, {}] });
const verb = (name: string, declared: Partial<VerbSpec> = {}): VerbSpec => ({
  name, cards: [], bare: false, free: false, to: "", at: "", least: 0, most: 0, within: 0, among: [], above: 1, optional: false, away: false, ...declared,
});
const hand = (...faces: number[]): Slot[] => slotsOf("hand.0", faces, KEYS);
const of = (all: Slot[], ...faces: number[]): Slot[] => faces.map((face) => all.find((slot) => slot.face === face)!);
const faces = (slots: readonly Slot[] | null): number[] | null => slots && slots.map((slot) => slot.face);

describe("slots", () => {
  test("lie by face key, then by face, and leave out backs", () => {
    expect(faces(hand(card(5, 1), 255, card(3, 2), card(5, 0)))).toEqual([card(3, 2), card(5, 0), card(5, 1)]);
  });

  test("equal faces are distinguished, and keep their names when another card leaves", () => {
    const before = hand(card(5), card(5), card(7)).map((slot) => slot.id);
    expect(new Set(before).size).toBe(3);
    expect(hand(card(5), card(5)).map((slot) => slot.id)).toEqual(before.slice(0, 2));
  });
});

describe("when equal cards leave", () => {
  const zones = (...hand: number[]): Record<string, number[]> => ({ "hand.0": hand });
  const [one, two, three] = [0, 1, 2].map((copy) => `hand.0/5/${copy}`) as [string, string, string];

  test("the card that was sent has gone, whichever number it had", () => {
    for (const sent of [one, two]) {
      const name = renamed(zones(5, 5, 7), zones(5, 7), [sent], [sent]);
      expect([name(sent), name(sent === one ? two : one), name("hand.0/7/0")]).toEqual([null, one, "hand.0/7/0"]);
    }
  });

  test("a twin that was taken meanwhile stays, under its new name", () => {
    const name = renamed(zones(5, 5, 5), zones(5, 5), [one, three], [one]);
    expect([name(one), name(two), name(three)]).toEqual([null, one, two]);
  });

  test("a card that goes unasked was the selected one", () => {
    expect(renamed(zones(5, 5), zones(5), [one], [])(one)).toBeNull();
  });

  test("cards that come change no name", () => {
    expect(renamed(zones(5), zones(5, 5, 7), [one], [])(one)).toBe(one);
    expect(renamed({}, zones(5), [], [])(one)).toBeNull(); // there was none
  });
});

describe("a click filters the legal list", () => {
  const all = hand(card(3), card(4), card(4, 1), card(5), card(5, 1), card(5, 2), card(9));
  const menu = new Menu(
    [act("play", [card(3)]), act("play", [card(4), card(4, 1)]), act("play", [card(5), card(5, 1), card(4), card(3)]), act("pass", [])],
    KEYS,
  );

  test("lit is what occurs in an action that contains the selection", () => {
    expect([...menu.open([])].sort()).toEqual([3, 4, 5]);
    expect([...menu.open(of(all, card(4)))].sort()).toEqual([3, 4, 5]);
    expect([...menu.open(of(all, card(4), card(4, 1)))]).toEqual([]);
    expect([...menu.open(of(all, card(5, 2), card(5)))].sort()).toEqual([3, 4]);
  });

  test("copies count: a third five is no longer lit", () => {
    expect(menu.open(of(all, card(5), card(5, 1), card(4))).has(5)).toBe(false);
  });

  test("a selection equals an action by its face keys, whichever family was taken", () => {
    expect(menu.exactly(of(all, card(4, 1), card(4)))).toHaveLength(1);
    expect(menu.exactly(of(all, card(5, 2), card(5), card(4), card(3)))).toHaveLength(1);
    expect(menu.exactly(of(all, card(4)))).toHaveLength(0);
    expect(menu.exactly([])).toHaveLength(0);
  });

  test("of actions that differ only in which of equal cards they name, the cards that were taken decide; readings stay open", () => {
    const gifts = [0, 1, 2].flatMap((family) => [act("give", [card(4, family), card(9)]), act("give", [card(4, family), card(9)], 7)]);
    const giving = new Menu(gifts, KEYS);
    const fours = hand(card(4), card(4, 1), card(4, 2), card(4, 3), card(9));
    expect(giving.exactly(of(fours, card(9), card(4, 1)))).toEqual([gifts[2], gifts[3]]);
    expect(giving.exactly(of(fours, card(9), card(4, 3)))).toEqual(gifts); // none names that one
    const mixed = new Menu([act("lay", [card(4)]), act("lay", [card(4, 1)]), act("lay", [card(4, 1)], 3)], KEYS);
    expect(mixed.exactly(of(fours, card(4))).map((action) => action.to)).toEqual([-1, 3]);
  });

  test("one tap completes the only combination there is, and keeps the card that was tapped", () => {
    expect(faces(toggled(menu, all, [], of(all, card(5, 2))[0]!))?.sort()).toEqual([card(3), card(4), card(5), card(5, 2)].sort());
  });

  test("several ways: nothing is completed", () => {
    expect(faces(toggled(menu, all, [], of(all, card(4))[0]!))).toEqual([card(4)]);
  });

  test("a selected card is put back alone", () => {
    const selected = of(all, card(4), card(4, 1));
    expect(faces(toggled(menu, all, selected, selected[0]!))).toEqual([card(4, 1)]);
  });

  test("a card that does not fit starts a new selection after a complete one, and changes nothing while one is growing", () => {
    expect(faces(toggled(menu, all, of(all, card(4), card(4, 1)), of(all, card(3))[0]!))).toEqual([card(3)]);
    expect(faces(toggled(menu, all, of(all, card(4), card(5)), of(all, card(4, 1))[0]!))).toEqual([card(4), card(5)]);
    expect(faces(toggled(menu, all, of(all, card(4), card(5)), of(all, card(9))[0]!))).toEqual([card(4), card(5)]);
  });

  test("where one card is played the next one takes the place of the first, whatever it is", () => {
    const singles = new Menu([act("play", [card(3)]), act("play", [card(4)]), act("pass", [])], KEYS);
    expect([singles.single(all), menu.single(all), singles.single(of(all, card(9))), new Menu([], KEYS).single(all)]).toEqual([true, false, false, false]);
    for (const next of [card(4), card(9)]) expect(faces(toggled(singles, all, of(all, card(3)), of(all, next)[0]!, "one"))).toEqual([next]);
    expect(faces(toggled(singles, all, of(all, card(3)), of(all, card(3))[0]!, "one"))).toEqual([]);
  });

  test("a selection that can become nothing is given up by the next tap", () => {
    expect(faces(toggled(menu, all, of(all, card(9), card(3)), of(all, card(4))[0]!))).toEqual([card(4)]);
  });

  test("melds are chosen freely: unlisted cards join, and any cards in the right number can be tried", () => {
    const laid: Action = { verb: "lay", cards: [card(3), card(4), card(5)], to: 7, say: ["game.lay", { cards: [card(3), card(4), card(5)] }] };
    const single = KEYS.map((_, face) => face);
    const melds = new Menu([laid, act("discard", [card(9)]), act("discard", [card(5, 1)])], single, [verb("lay", { free: true })]);
    const all = slotsOf("hand.0", [card(3), card(4), card(5), card(5, 1), card(9)], single);
    const two = toggled(melds, all, of(all, card(3)), of(all, card(4))[0]!);
    expect(faces(two)?.sort()).toEqual([card(3), card(4), card(5)].sort()); // there is one way only: it is completed
    const other = toggled(melds, all, of(all, card(3), card(4)), of(all, card(5, 1))[0]!);
    expect(faces(other)).toEqual([card(3), card(4), card(5, 1)]);
    const [lay] = offersFor(melds, all, other);
    expect(lay?.actions).toEqual([{ verb: "lay", cards: [card(3), card(4), card(5, 1)], to: -1, say: ["game.lay", { cards: [card(3), card(4), card(5, 1)] }] }]);
    expect(faces(toggled(melds, all, of(all, card(9)), of(all, card(5, 1))[0]!))).toEqual([card(5, 1)]); // another one is to be discarded
  });

  test("a card that leads nowhere can be selected to learn why", () => {
    expect(faces(toggled(menu, all, [], of(all, card(9))[0]!))).toEqual([card(9)]);
    expect(faces(toggled(menu, all, of(all, card(3)), of(all, card(9))[0]!))).toEqual([card(9)]);
    expect(faces(toggled(menu, all, of(all, card(3)), of(all, card(9))[0]!, "any"))).toEqual([card(3), card(9)]); // any cards can be tried
  });

  test("while nothing can be done cards are laid ready", () => {
    const idle = new Menu([], KEYS);
    expect(faces(toggled(idle, all, of(all, card(9)), of(all, card(3))[0]!))).toEqual([card(9), card(3)]);
  });

  test("a hint takes what is selected first, then the faces it names", () => {
    const pair = act("play", [card(5), card(5, 1)]);
    expect(faces(slotsFor(pair, menu, all, of(all, card(5, 2))))).toEqual([card(5, 2), card(5)]);
    expect(faces(slotsFor(pair, menu, all, []))).toEqual([card(5), card(5, 1)]);
  });
});

describe("a strip that is swept over", () => {
  const all = hand(card(3), card(4), card(4, 1), card(5), card(6), card(7), card(9));
  const run = [3, 4, 5, 6, 7].map((rank) => card(rank));
  const menu = new Menu([act("play", [card(3)]), act("play", [card(4), card(4, 1)]), act("play", run), act("pass", [])], KEYS);
  const strip = (from: number, to: number): Slot[] => all.slice(from, to);

  test("is taken as a whole, but for cards that lead nowhere, and put back as a whole", () => {
    const before = of(all, card(4, 1));
    expect(faces(swept(menu, before, strip(0, 7), true))).toEqual([card(4, 1), card(3), card(4), card(5), card(6), card(7)]);
    expect(faces(swept(menu, strip(0, 4), strip(1, 3), false))).toEqual([card(3), card(5)]);
    expect(swept(new Menu([], KEYS), [], strip(0, 7), true)).toHaveLength(7);
  });

  test("becomes the longest action within it when it leads nowhere as it is", () => {
    expect(faces(settled(menu, strip(0, 6)))).toEqual(run);
    expect(faces(settled(menu, of(all, card(4), card(4, 1), card(5))))).toEqual([card(4), card(4, 1)]);
    expect(faces(settled(menu, strip(3, 5)))).toEqual([card(5), card(6)]); // on its way to the run
    expect(faces(settled(menu, of(all, card(5), card(9))))).toEqual([card(5), card(9)]); // nothing lies in it
  });
});

describe("offers", () => {
  const all = hand(card(3), card(4), card(4, 1));

  test("an action without cards is a button; a verb with cards waits for its selection", () => {
    const menu = new Menu([act("pass", []), act("play", [card(3)]), act("play", [card(4), card(4, 1)])], KEYS);
    expect(offersFor(menu, all, [])).toEqual([
      { id: "play+", verb: "play", cards: true, actions: [] },
      { id: "pass -1", verb: "pass", cards: false, actions: [act("pass", [])] },
    ]);
    expect(offersFor(menu, all, of(all, card(3)))[0]!.actions).toEqual([act("play", [card(3)])]);
  });

  test("ahead of the turn they are those of the turn itself, and have the same names", () => {
    const legal = [act("pass", []), act("play", [card(3)])];
    const own = offersFor(new Menu(legal, KEYS), hand(card(3)), []);
    expect(offersAhead([verb("pass"), verb("play", { cards: ["hand"] })]).map(({ id, cards }) => [id, cards])).toEqual(own.map(({ id, cards }) => [id, cards]));
  });

  test("readings of the same cards are offered together", () => {
    const menu = new Menu([act("play", [card(3), card(4)], 1), act("play", [card(3), card(4)], 2)], KEYS);
    expect(offersFor(menu, all, of(all, card(3), card(4, 1)))[0]!.actions.map((action) => action.to)).toEqual([1, 2]);
  });

  test("cards that cannot be selected anywhere make a button of their own", () => {
    const menu = new Menu([act("take", [card(11)])], KEYS);
    expect(offersFor(menu, all, [])).toEqual([{ id: "take -1 11", verb: "take", cards: false, actions: [act("take", [card(11)])] }]);
  });

  test("many actions of one verb share one button", () => {
    const menu = new Menu(Array.from({ length: 20 }, (_, n) => act("bid", [], n)), KEYS);
    const offers = offersFor(menu, all, []);
    expect(offers).toHaveLength(1);
    expect(offers[0]!.actions).toHaveLength(20);
  });
});

test("the cards of two thousand actions are looked at twice, however often it is asked", () => {
  const many = Array.from({ length: 2000 }, (_, i) => act("play", Array.from({ length: 12 }, (_, j) => card((i + j) % 13, j % 4))));
  const all = hand(...Array.from({ length: 20 }, (_, i) => card(i % 13, i % 4)));
  let looks = 0;
  const menu = new Menu(many, new Proxy(KEYS, { get: (keys, at) => (looks++, Reflect.get(keys, at)) }));
  expect(looks).toBe(2000 * 12);
  for (let n = 0; n < 5; n++) menu.open(all.slice(0, n));
  expect(looks).toBe(2000 * 12);
  offersFor(menu, all, all.slice(0, 3));
  expect(looks).toBe(2 * 2000 * 12);
});
