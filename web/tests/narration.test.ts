import { expect, test } from "vitest";
import { eventOf, type GameEvent } from "../src/wire/objects";
import type { Sheet, TableSpec, TableView, ZoneSpec } from "../src/wire/protocol";
import { spoken } from "../src/table/spoken";
import { narration, outcome, recalled } from "../src/table/narration";
import { Tale } from "../src/table/tale";
import type { Entry } from "../src/table/table.svelte";
import { Text } from "../src/viewer/text.svelte";

const CATALOGUE = {
  "g.said.play": "{seat}: {what}",
  "g.said.play.you": "You: {what}",
  "g.combo.pair": "Pair",
  "g.combo.pair.told": "Pair with {cards}",
  "g.zone.den": "The den",
  "g.zone.hand": "Hand",
  "g.said.taken": "{seat} takes {n} cards",
  "g.event.end": "One side {n}, the other {other}",
  "table.told.picks": { one: "{seat} takes up {n} card", other: "{seat} takes up {n} cards" },
  "table.told.picks.you": { one: "You take up {n} card", other: "You take up {n} cards" },
  "table.task.turn": "your turn",
  "table.told.winning": "highest: {card}",
  "table.you": "You",
  "table.cards_left": { one: "{n} card left", other: "{n} cards left" },
  "table.told.takes": "{from}, now with {seat}: {cards}",
  "table.told.takes.you": "{from}, now in your hand: {cards}",
  "table.told.gives": "{from} gives to {seat}: {cards}",
  "table.told.gives.you": "{from} gives you: {cards}",
  "table.told.shows": "{seat} is known to hold: {cards}",
  "page.pair": "{name}: {value}",
  "sheet.stakes": "Stakes",
  "table.told.points": "{seat}: {points}, total {total}",
  "table.won_by": "{seat} wins",
  "table.won_by.you": "You win",
  "card.unknown": "{face}",
};

const zone = (id: string, name: string, owner: number, role: ZoneSpec["role"]): ZoneSpec => ({
  id, name, owner, role, ordered: false, see: "owner", shown: true, counted: true, most: 0,
});
const hand = (seat: number): ZoneSpec => zone(`hand.${seat}`, "hand", seat, "hand");
const move = (card: number, src: string, dst: string): GameEvent => eventOf(["move", -1, card, src, dst, null]);
const played = (seat: number, cards: number[]): GameEvent => eventOf(["say", seat, -1, "", "", ["g.said.play", { seat, what: "@g.combo.pair", cards }], cards]);

/** Events of one update, or of several, while P0 to P2 sat there. */
const entries = (events: readonly GameEvent[], then = { you: 1, names: ["P0", "P1", "P2"] }, v = 1): Entry[] => events.map((said, i) => ({ v, n: 100 * v + i, said, then }));

async function table(me: number, cards: number[], winners: number[] = [], stakes: number[] = []) {
  const text = new Text(() => Promise.resolve(CATALOGUE));
  await text.load("en", ["g"]);
  text.speakOf({ me, seat: (seat) => `P${seat}`, notation: (face) => `c${face}`, deck: "" });
  const zones = [zone("den", "den", -1, "pile"), ...[0, 1, 2].map(hand)];
  const view = { zones: Object.fromEntries(cards.map((n, seat) => [`hand.${seat}`, Array<number>(n).fill(255)])), winners, stakes };
  const shown = { spec: { game: "g", zones } as TableSpec, view: view as unknown as TableView, me, watching: false, around: [0, 1, 2] };
  return { text, shown };
}

test("cards that come are named with whence they come, once, and only those whose faces this viewer sees", async () => {
  const { text, shown } = await table(0, [17, 17, 17]);
  expect(narration([move(3, "den", "hand.0"), move(5, "den", "hand.0")], shown, text)).toEqual(["The den, now in your hand: c3 and c5"]);
  expect(narration([move(7, "hand.2", "hand.0"), move(255, "hand.0", "hand.2")], shown, text)).toEqual(["P2 gives you: c7"]);
  expect(narration([move(255, "den", "hand.1"), eventOf(["show", -1, 4, "hand.1", "hand.1", null])], shown, text)).toEqual(["The den, now with P1: c4"]);
  expect(narration([eventOf(["say", 0, -1, "", "", ["g.said.play.you", { card: 3 }], [3]]), move(3, "den", "hand.0")], shown, text)).toHaveLength(1);
});

test("a heap that all have seen is not recited when somebody takes it up, whether it lay in one place or in many", async () => {
  const { text, shown } = await table(0, [6, 6, 6]);
  const open = (id: string): ZoneSpec => ({ ...zone(id, id.split(".")[0]!, -1, "pair"), see: "public" });
  shown.spec.zones.push(...[0, 1, 2].map((n) => open(`pair.${n}`)), open("pile"));
  const pairs = (to: string): GameEvent[] => [0, 1, 2].flatMap((n) => [move(2 * n, `pair.${n}`, to), move(2 * n + 1, `pair.${n}`, to)]);
  const pile = [1, 2, 3, 4, 5].map((face) => move(face, "pile", "hand.0"));
  const taken = (n: number): GameEvent => eventOf(["taken", 1, -1, "", "", ["g.said.taken", { seat: 1, n }], [], n]);
  expect(narration(pairs("hand.1"), shown, text)).toEqual(["P1 takes up 6 cards"]);
  expect(narration([taken(6), ...pairs("hand.1")], shown, text)).toEqual(["P1 takes 6 cards"]);
  expect(narration(pile, shown, text)).toEqual(["You take up 5 cards"]);
  expect(narration(pile.slice(0, 2), shown, text), "few cards are named").toEqual(["g.zone.pile, now in your hand: c1 and c2"]);
  const den = [1, 2, 3, 4].map((face) => move(face, "den", "hand.0"));
  expect(narration(den, shown, text), "what nobody has seen lying is news").toEqual(["The den, now in your hand: c1, c2, c3, and c4"]);
});

test("the sentence of one's own turn is one sentence, and names the winning card once", async () => {
  const { text } = await table(0, [3, 3, 3]);
  const words = { scene: "P1 led c4", task: "you must follow", note: "P2 is winning so far", asked: true };
  expect(spoken(words, text, [4, 9], 1)).toBe("Your turn: you must follow; P1 led c4; P2 is winning so far; highest: c9");
  expect(spoken({ ...words, note: "P1 is winning so far" }, text, [4], 0)).toBe("Your turn: you must follow; P1 led c4");
  expect(spoken({ ...words, task: "your turn", scene: "" }, text)).toBe("Your turn; P2 is winning so far");
  for (const said of [spoken(words, text, [4, 9], 1)]) expect(said).not.toContain(".");
});

test("screen readers get a longer text, and how many cards are left if that shows who is ahead", async () => {
  const few = await table(0, [9, 2, 12]);
  expect(narration([played(1, [3, 4])], few.shown, few.text)).toEqual(["P1: Pair with c3 and c4; 2 cards left"]);
  const even = await table(0, [3, 2, 3]);
  expect(narration([played(1, [3])], even.shown, even.text)).toEqual(["P1: Pair with c3"]);
});

test("what a match costs", async () => {
  const { text, shown } = await table(0, [1, 0, 1], [0], [2, -1, -1]);
  const sheet = { points: [1, 0, 0], totals: [5, 0, 0], headline: ["g.event.end", {}] } as unknown as Sheet;
  expect(outcome(sheet, shown, text).at(-1)).toBe("Stakes: You +2, P1 −1, and P2 −1");
});

test("the end of a round: points, totals, the winner; and a player who comes back hears what they missed", async () => {
  const { text, shown } = await table(0, [1, 0, 1], [0]);
  const sheet = { points: [-20, 40, 0], totals: [80, 60, 0], headline: ["g.event.end", { n: 115, other: 125 }] } as unknown as Sheet;
  expect(outcome(sheet, shown, text)).toEqual(["One side 115, the other 125", "You: −20, total 80", "P1: +40, total 60", "P2: 0, total 0", "You win"]);
  const now = { you: 0, names: ["P0", "P1", "P2"] };
  const before = [1, 2, 0, 1, 2, 0].map((seat, i) => played(seat, [i]));
  expect(recalled(entries(before, now), null, shown, text)).toHaveLength(4);
  expect(recalled(entries(before, now), 2, shown, text)).toEqual(["P2: Pair with c4", "You: Pair with c5"]);
  expect(recalled(entries(before, now), 0, shown, text)).toEqual([]);
});

test("the story names what one is given where no words name it, and nothing that lay in the open", async () => {
  const { text, shown } = await table(1, [3, 3, 3]);
  const told = (entries: Entry[]): string[] => new Tale({ ...shown.spec, lookback: -1 }).read(entries, 0).flatMap(({ plays }) => plays.map(({ say, then }) => (say ? text.say(say, then) : "")));
  const lines = (events: GameEvent[]): string[] => told(entries(events));
  expect(lines([move(4, "hand.0", "hand.1"), move(5, "hand.0", "hand.1"), move(255, "hand.1", "hand.2")])).toEqual(["P0 gives you: c4 and c5"]);
  expect(lines([played(0, [4]), move(4, "hand.0", "hand.1")])).toEqual(["P0: Pair"]);
  expect(lines([move(7, "den", "hand.1")])).toEqual(["The den, now in your hand: c7"]);
  shown.spec.zones[0]!.see = "public";
  expect(lines([move(7, "den", "hand.1")])).toEqual([]);
});

test("an action belongs to the player who did it, in the story and for screen readers, also when another player has the seat now", async () => {
  const { text, shown } = await table(1, [3, 3, 3]);
  const then = { you: 0, names: ["Ann", "Ben", "P2"] };
  const before = entries([played(0, [4]), played(1, [5])], then);
  const told = new Tale({ ...shown.spec, lookback: -1 }).read([...before, ...entries([played(0, [6])], undefined, 2)], 0).flatMap(({ plays }) => plays);
  expect(told.map(({ say, then }) => text.say(say!, then))).toEqual(["You: Pair", "Ben: Pair", "P0: Pair"]);
  expect(recalled(before, null, shown, text)).toEqual(["You: Pair with c4", "Ben: Pair with c5"]);
  expect(text.say(["g.said.play", { seat: 1, what: "x" }]), "now").toBe("You: x");
});
