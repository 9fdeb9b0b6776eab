// @vitest-environment node
import { expect, it } from "vitest";
import { decisionOf, deedsOf, type Dealt } from "../src/stage/end/deeds";
import type { Chapter, Play } from "../src/table/tale";
import type { Tally, ZoneSpec } from "../src/wire/protocol";
import { BACK, eventOf } from "../src/wire/objects";

const play = (n: number, seat: number, faces: number[], more: Partial<Play> = {}): Play => ({ n, seat, say: ["x", {}], then: { you: 0, names: [] }, faces, laid: true, ...more });
const chapter = (kind: Chapter["kind"], plays: Play[], more: Partial<Chapter> = {}): Chapter => ({ n: 1, kind, plays, end: null, taker: -1, trick: false, over: true, count: 0, past: false, ...more });
const faces = (of: Chapter): number[][] => deedsOf(of).map((deed) => [...deed.faces]);

it("keeps the cards of a meld and the discard after it apart", () => {
  const turn = chapter("turn", [play(1, 2, [BACK]), play(2, 2, [4, 5, 6, 7]), play(3, 2, [9]), play(4, 2, [], { say: ["x.out", {}] })]);
  expect(faces(turn)).toEqual([[4, 5, 6, 7], [9]]);
  expect(deedsOf(turn).map(({ words }) => words?.n)).toEqual([2, 3]); // not what was announced besides
});

it("shows a card once that was drawn and put away again", () => {
  expect(faces(chapter("turn", [play(1, 0, [9]), play(2, 0, [9])]))).toEqual([[9]]);
});

it("shows the last deeds that there is room for", () => {
  expect(faces(chapter("turn", [play(1, 0, [1, 2, 3, 4, 5, 6, 7, 8]), play(2, 0, [9])]))).toEqual([[9]]);
  expect(faces(chapter("turn", [play(1, 0, [1, 2, 3, 4, 5, 6, 7, 8, 9])]))).toEqual([]);
  expect(faces(chapter("round", Array.from({ length: 10 }, (_, i) => play(i, i, [i]))))).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map((i) => [i]));
});

it("names each card of a trick, and marks the one that has won it", () => {
  const deeds = deedsOf(chapter("round", [play(1, 0, [1]), play(2, 1, [2]), play(3, 2, [3])], { trick: true, taker: 1 }));
  expect(deeds.map(({ seats, best, words }) => [seats, best, words])).toEqual([[[0], false, null], [[1], true, null], [[2], false, null]]);
});

it("lays a card on the one that it beat, with both names", () => {
  const bout = chapter("round", [play(1, 0, [1], { pairs: ["p1"] }), play(2, 0, [2], { pairs: ["p2"] }), play(3, 3, [8], { pairs: ["p1"] })]);
  expect(deedsOf(bout).map(({ seats, faces }) => [seats, faces])).toEqual([[[0, 3], [1, 8]], [[0], [2]]]);
});

// -- what decided a deal

const zone = (id: string, owner: number, role: ZoneSpec["role"]): ZoneSpec => ({ id, name: id, owner, role, ordered: false, see: "public", shown: true, counted: true, most: 0 });
const ZONES = [zone("trick", -1, "trick"), ...[0, 1].flatMap((seat) => [zone(`hand.${seat}`, seat, "hand"), zone(`left.${seat}`, seat, "table"), zone(`meld.${seat}`, seat, "meld")])];
const entry = (n: number, ...said: Parameters<typeof eventOf>[0]) => ({ v: 1, n, said: eventOf(said), then: { you: 0, names: [] } });
const tallies: Tally[] = [{ name: "", seats: [0], n: 60, rest: "" }, { name: "", seats: [1], n: 30, rest: "" }];
const sheet = (points: number[], of: Tally[] = []): Dealt["sheet"] => ({ deal: 1, points, totals: points, items: [], headline: ["x", {}], counted: true, tallies: of });
const dealt = (more: Partial<Dealt> = {}): Dealt => ({ said: [], zones: ZONES, cards: () => [], plans: [], sheet: sheet([1, 0]), reached: [], winners: [0], fewest: false, losing: false, ...more });
const trick = (n: number, taker: number, worth: number, ...faces: number[]): Chapter => chapter("round", faces.map((face, i) => play(n + i, i, [face])), { n, trick: true, taker, end: play(n + 9, taker, [], { worth }) });
const shown = (chapters: Chapter[], of: Partial<Dealt>): unknown => {
  const found = decisionOf(chapters, dealt(of));
  return found && [found.kind, ...found.deeds.map(({ faces }) => [...faces])];
};

it("shows the last trick that counted for who has won, not a worthless one after it", () => {
  const tricks = [trick(10, 0, 20, 1, 2), trick(20, 1, 11, 3, 4), trick(30, 0, 0, 5, 6)];
  expect(shown(tricks, { sheet: sheet([1, 0], tallies) })).toEqual(["round", [1], [2]]);
  expect(shown(tricks, { sheet: sheet([0, 1], tallies), winners: [1] })).toEqual(["round", [3], [4]]);
  expect(shown(tricks, {}), "where nothing compares what tricks are worth, the last one").toEqual(["round", [5], [6]]);
});

it("shows a meld that came after the last trick, but not what was only drawn", () => {
  const meld = chapter("turn", [play(40, 0, [8, 9], { worth: 40, laid: false })]);
  const drawn = chapter("turn", [play(40, 0, [8], { say: ["table.told.draws", {}], laid: false })]);
  const tricks = [trick(10, 0, 20, 1, 2)];
  expect(shown([...tricks, meld], { sheet: sheet([1, 0], tallies) })).toEqual(["turn", [8, 9]]);
  expect(shown([...tricks, drawn], { sheet: sheet([1, 0], tallies) })).toEqual(["round", [1], [2]]);
});

it("shows the heaviest trick of those who have lost by what they took", () => {
  expect(shown([trick(10, 1, 14, 1, 2), trick(20, 1, 1, 3, 4), trick(30, 0, 0, 5, 6)], { sheet: sheet([0, 15]), fewest: true })).toEqual(["round", [1], [2]]);
});

it("shows the cards that the loser is left with where a game names who has lost", () => {
  const held = (zone: string): number[] => (zone === "hand.1" ? [3, BACK] : []);
  expect(shown([trick(10, 0, 0, 1, 2)], { cards: held, losing: true })).toEqual(["left", [3, BACK]]);
  expect(shown([trick(10, 0, 0, 1, 2)], { cards: held })).toEqual(["round", [1], [2]]);
});

it("shows the hand that was laid open to end the deal, and the one that was better", () => {
  const act = entry(1, "say", 1, -1, "", "", ["knock", {}], [7]);
  const open = [1, 2].map((face) => entry(2, "show", -1, face, "", "hand.1", null)).concat([3, 4].map((face) => entry(2, "show", -1, face, "", "hand.0", null)));
  const turn = chapter("turn", [play(1, 1, [7, 1, 2, 3, 4])]);
  expect(shown([turn], { said: [act, ...open], sheet: sheet([0, 9]), winners: [1] })).toEqual(["hands", [1, 2], [3, 4]]);
  expect(shown([turn], { said: [act, ...open], sheet: sheet([9, 0]) }), "the best first").toEqual(["hands", [3, 4], [1, 2]]);
  expect(decisionOf([turn], dealt({ said: [act, ...open], plans: [[], [[2]]] }))?.deeds.map(({ faces, melds }) => [faces, melds]), "melds apart").toEqual([[[3, 4], []], [[2, 1], [1]]]);
  const laid = [1, 2, 3].map((face) => entry(3, "move", -1, face, "hand.1", "left.1", null)).concat([2, 3].map((face) => entry(3, "move", -1, face, "left.1", "meld.1", null)));
  expect(shown([turn], { said: [act, ...laid], sheet: sheet([0, 9]), winners: [1] }), "melds first").toEqual(["hands", [2, 3, 1]]);
});

it("shows no hand that all had to lay open because the deal was over", () => {
  const act = entry(1, "say", 1, -1, "", "", ["discard", {}], [7]);
  const own = entry(1, "open", -1, -1, "", "", ["open", {}]);
  const open = [1, 2, 3, 4].map((face) => entry(1, "show", -1, face, "hand.1", "hand.1", null));
  const turn = chapter("turn", [play(1, 1, [7])]);
  expect(shown([turn], { said: [act, ...open], winners: [1] })).toEqual(["hands", [1, 2, 3, 4]]);
  expect(shown([turn], { said: [act, own, ...open], winners: [1] })).toEqual(["turn", [7]]);
});

it("shows the last turn of who has won, each deed with how it came off", () => {
  const turns = [0, 1].map((seat) => chapter("turn", [play(1 + 10 * seat, seat, [1 + seat]), play(2 + 10 * seat, seat, [], { moment: seat ? "blow" : "triumph" })]));
  const luck = (...moments: string[]): number[] | undefined => decisionOf(turns, dealt({ said: moments.map((moment, n) => entry(n, "turned", 0, -1, "", "", null, [], 0, moment)) }))?.deeds.map((deed) => deed.luck);
  expect(luck("triumph", "blow")).toEqual([1]);
  expect(luck("triumph"), "what only ever comes off is not marked").toEqual([0]);
  expect(shown(turns, { sheet: sheet([0, 1]), winners: [1] })).toEqual(["turn", [2]]);
});

it("shows the last turn of a winner that came off, where some do not", () => {
  const turns = ["triumph", "blow"].map((moment, i) => chapter("turn", [play(1 + 10 * i, 0, [1 + i]), play(2 + 10 * i, 0, [], { moment })]));
  const said = ["triumph", "blow"].map((moment, n) => entry(n, "turned", 0, -1, "", "", null, [], 0, moment));
  expect(shown(turns, { said })).toEqual(["turn", [1]]);
});

it("shows no turn as what decided if others ended the deal", () => {
  const turns = [0, 1].map((seat) => chapter("turn", [play(1 + seat, seat, [1 + seat])]));
  expect(shown(turns, {})).toBeNull();
  expect(shown(turns.toReversed(), {})).toEqual(["turn", [1]]);
});

it("shows the last trick of who has won, not one that others took after it", () => {
  expect(shown([trick(10, 0, 0, 1, 2), trick(20, 1, 0, 3, 4)], {})).toEqual(["round", [1], [2]]);
});

it("shows a card that was turned up where none was played", () => {
  const up = entry(1, "deal", 0, -1, "", "", ["x.deal_king", {}], [11], -1, "triumph", "");
  expect(shown([], { said: [up] })).toEqual(["turn", [11]]);
  expect(shown([], { said: [up], winners: [1], sheet: sheet([0, 1]) })).toBeNull();
});

const need = (goal: number, ...seats: number[]): Dealt["reached"][number] => ({ seats, n: 0, goal, added: false, say: null, name: null });
const passed = (tricks: Chapter[], of: Partial<Dealt>): unknown[] => {
  const found = decisionOf(tricks, dealt(of));
  return [found?.passed, found?.deeds.flatMap(({ faces }) => faces)];
};

it("shows the trick with which a side had what the rules ask of it, which need not be more than half", () => {
  const of = (n: number, rest = ""): Tally[] => [{ ...tallies[0]!, n: 240 - n }, { name: "", seats: [1], n, rest }];
  const kontra = [trick(10, 0, 98, 1, 2), trick(20, 1, 90, 3, 4), trick(30, 1, 30, 5, 6), trick(40, 1, 22, 7, 8)];
  const lost = { winners: [1], sheet: sheet([-1, 1], of(142)) };
  expect(passed(kontra, { ...lost, reached: [need(121, 0), need(120, 1)] }), "exactly half of 240").toEqual([120, [5, 6]]);
  expect(passed(kontra, { ...lost, reached: [need(121, 0), need(0, 1)] }), "no goal").toEqual([0, [7, 8]]);
  expect(passed(kontra, lost), "nothing is known").toEqual([0, [7, 8]]);
  const defence = [trick(10, 1, 40, 1, 2), trick(20, 1, 15, 3, 4), trick(30, 1, 13, 5, 6)];
  expect(passed(defence, { winners: [1], sheet: sheet([-2, 2], of(68)), reached: [need(66, 0), need(55, 1)] })).toEqual([55, [3, 4]]);
  const gained = { winners: [1], sheet: sheet([1, 2], of(68)), reached: [need(55, 1)] };
  expect(passed(defence, gained), "where both have gained, another measure decides").toEqual([0, [5, 6]]);
});

it("shows a card of a hand that was shown and declared where none was played, with what was said", () => {
  const show = (seat: number): ReturnType<typeof entry> => entry(5, "show", -1, 11, "", `hand.${seat}`, null);
  const said = (seat: number): Dealt["said"] => [show(seat), entry(6, "king", 1, -1, "", "", ["x.king", {}])];
  const won = { winners: [1], sheet: sheet([0, 1]) };
  const found = decisionOf([], dealt({ ...won, said: said(1) }));
  expect(found?.deeds.map(({ faces, seats, words }) => [faces, seats, words?.say])).toEqual([[[11], [1], ["x.king", {}]]]);
  expect(decisionOf([], dealt({ ...won, said: said(0) })), "another hand").toBeNull();
  const exchange = (n: number): Chapter[] => [chapter("turn", [play(n, 0, [4])])];
  expect(shown(exchange(2), { ...won, said: said(1) }), "after an exchange").toEqual(["turn", [11]]);
  expect(shown(exchange(8), { ...won, said: said(1) }), "before one").toEqual(["turn", [4]]);
});

it("counts what was laid aside from the start, and a meld when it was declared", () => {
  const of = (n: number): Partial<Dealt> => ({ sheet: sheet([1, -1], [{ name: "", seats: [0], n, rest: "x.rest" }, { ...tallies[1]!, n: 9 }]), reached: [need(66, 0)] });
  const tricks = [trick(10, 0, 30, 1, 2), trick(20, 0, 20, 3, 4), trick(30, 0, 10, 5, 6)];
  expect(passed(tricks, of(76))).toEqual([66, [3, 4]]);
  const deal = chapter("words", [play(1, 0, [7], { worth: 3, laid: false })]);
  expect(passed([deal, ...tricks], of(76)), "the number of a deal is no meld").toEqual([66, [3, 4]]);
  const meld = chapter("turn", [play(15, 0, [8, 9], { worth: 40, laid: false })]);
  expect(passed([tricks[0]!, meld, ...tricks.slice(1)], of(100))).toEqual([70, [8, 9]]);
  expect(passed([tricks[0]!, meld, ...tricks.slice(1)], of(101)), "it does not add up").toEqual([0, [5, 6]]);
});

it("shows the last cards laid on a pile, no matter who took the piles, and no more than fit", () => {
  const pile = (n: number, taker: number, ...faces: number[]): Chapter => chapter("round", faces.map((face, i) => play(n + i, i, [face])), { n, taker, over: taker >= 0 });
  const zones = [zone("pile", -1, "pile"), ...ZONES.slice(1)];
  expect(shown([pile(10, 0, 1, 2), pile(20, 1, 3, 4), pile(30, -1, 5)], { zones })).toEqual(["pile", [1], [2], [3], [4], [5]]);
  expect(shown([pile(10, 0, 1, 2, 3, 4), pile(20, -1, 5, 6)], { zones })).toEqual(["pile", [2], [3], [4], [5], [6]]);
});

it("shows what each has captured where nothing is played into the middle, the winner first", () => {
  const zones = [0, 1].flatMap((seat) => [zone(`stack.${seat}`, seat, "stock"), zone(`won.${seat}`, seat, "captured")]);
  const cards = (id: string): number[] => ({ "won.0": [1], "won.1": [2, 3] })[id] ?? [];
  expect(shown([], { zones, cards, sheet: sheet([-1, 1]), winners: [1] })).toEqual(["captured", [2, 3], [1]]);
  expect(shown([], { zones: [...zones, zone("trick", -1, "trick")], cards }), "tricks say it").toBeNull();
});

it("says how much the taker of the last trick has with it, even if that was too little", () => {
  const held = (zone: string): number[] => (zone === "hand.1" ? [9] : []);
  const made = (...tricks: Chapter[]): unknown[] => {
    const found = decisionOf(tricks, dealt({ sheet: sheet([0, 3], tallies), winners: [1], cards: held }));
    return [found?.makes, found?.deeds.flatMap(({ faces }) => faces)];
  };
  expect(made(trick(10, 0, 30, 1, 2), trick(20, 1, 10, 3, 4))).toEqual([30, [3, 4]]);
  expect(made(trick(10, 0, 30, 1, 2), trick(20, 0, 10, 3, 4))).toEqual([60, [3, 4]]);
  expect(made(trick(10, 1, 30, 1, 2), trick(20, 0, 10, 3, 4)), "it is not the last one").toEqual([0, [1, 2]]);
});

it("shows the card with which a player ended the deal beside the hands", () => {
  const act = entry(1, "say", 1, -1, "", "", ["knock", {}], [7]);
  const zones = [...ZONES, zone("discard", -1, "discard")];
  const said = [act, entry(1, "move", -1, 7, "hand.1", "discard", null), ...[1, 2].map((face) => entry(2, "show", -1, face, "", "hand.1", null))];
  expect(decisionOf([], dealt({ zones, said, winners: [1] }))?.thrown).toEqual({ seat: 1, face: 7, zone: "discard" });
});

it("shows what players have laid before themselves, and what they are left with", () => {
  const cards = (zone: string): number[] => ({ "meld.0": [1, 2, 3], "hand.1": [8, 9], "meld.1": [4, 5] })[zone] ?? [];
  const out = chapter("turn", [play(1, 0, [7])]);
  expect(shown([out], { cards })).toEqual(["hands", [1, 2, 3], [4, 5, 8, 9]]);
  expect(decisionOf([out], dealt({ cards }))?.deeds.map(({ melds }) => melds)).toEqual([[3], [2]]);
  expect(shown([out], { cards: (zone) => (zone === "hand.1" ? [BACK] : cards(zone)) }), "a hand that is not seen").toEqual(["turn", [7]]);
});
