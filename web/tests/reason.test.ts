// @vitest-environment node
import { expect, it } from "vitest";
import type { Wins } from "../src/stage/end/beside";
import { headOf, reasonOf, sharedFirst, sumOf, type Said } from "../src/stage/end/reason";
import type { TableStore } from "../src/table/table.svelte";
import type { Text } from "../src/viewer/text.svelte";
import type { FactSpec, Item, Phrase, Sheet, Tally } from "../src/wire/protocol";

const text = {
  t: (key: string, args: Record<string, unknown> = {}) => [key, ...Object.values(args)].join(" "),
  say: ([key, args]: Phrase) => [key, ...Object.values(args).flat()].join(" ").trim(),
  name: (seat: number) => ["Ann", "Bea", "Cid"][seat]!,
  number: String,
} as unknown as Text;
const spec = { game: "x", seats: 3, sides: [] as number[][], fewest: false, facts: [] as FactSpec[] };
const item = (seat: number, n: number, key: string): Item => [seat, n, [key, {}]];
const sheet = (points: number[], headline: Phrase, items: Item[] = [], tallies: Tally[] = []): Sheet => ({ deal: 1, points, totals: points, items, headline, counted: true, tallies });
const view = (winners: number[], scores: number[], ...sheets: Sheet[]) => ({ places: [], winners, scores, sheets });
const seen: Said = { words: "won", figures: "", sum: "", cards: undefined };
const around = [0, 1, 2];

it("is what the rules say of those who have won", () => {
  const won = view([1], [0, 9, 0], sheet([0, 9, 0], ["Bea out", { n: 9 }]));
  expect(reasonOf(spec, won, around, seen, text)).toBe("Bea out 9");
  expect(reasonOf(spec, view([1], [0, 9, 0], won.sheets[0]!, won.sheets[0]!), around, seen, text), "of the last deal").toBe("page.pair sheet.deal_n 1 Bea out 9");
  expect(reasonOf(spec, view([1], [0, 9, 0], sheet([0, 9, 0], ["nobody", {}])), around, seen, text), "about nobody").toBe("nobody");
});

it("is what they were compared by, where the rules speak of others or say no more", () => {
  const others = sheet([0, 3, 18], ["most for Cid", { n: 18 }]);
  expect(reasonOf({ ...spec, fewest: true }, view([0], [0, 3, 18], others), around, seen, text)).toBe("end.fewest 0");
  expect(reasonOf(spec, view([1], [2, 9, 4], sheet([2, 9, 4], ["won", {}])), around, seen, text)).toBe("end.most 9");
});

it("is the lines of the score, where two sides have figures that say the rest", () => {
  const told = (items: Item[], more: Partial<Said> = {}): string => {
    const two = view([0], [94, 60], sheet([94, 60], ["ahead", { n: 94 }], items));
    return reasonOf({ ...spec, seats: 2 }, two, [0, 1], { ...seen, figures: "94", ...more }, text);
  };
  expect(told([item(0, 94, "cards"), item(1, 60, "cards")])).toBe("cards");
  expect(told([item(0, 84, "cards"), item(0, 20, "jacks"), item(0, -10, "false")])).toBe("page.pair cards 84 + page.pair jacks 20 − page.pair false 10 =\u00a094");
  expect(told([item(0, 94, "cards")], { cards: "captured" }), "the cards lie there").toBe("");
});

it("is what tricks and the rest make, where the rules say no other figure than is seen", () => {
  const both: Tally[] = [{ name: "", seats: [0], n: 105, rest: "melds" }, { name: "", seats: [1], n: 31, rest: "melds" }];
  const two = view([0], [1, -1], sheet([1, -1], ["won", { n: 105 }], [], both));
  const wins = { sides: [[0], [1]], tricks: [[{}, {}, {}], [{}]], sums: [{ tricks: 65, rest: 40 }, { tricks: 31, rest: 0 }], told: true } as unknown as Wins;
  const sum = sumOf(wins, two, text);
  expect(sum).toBe("table.tricks_n 3 65 + melds 40 = table.points_n 105");
  expect(sumOf(wins, { ...two, winners: [1] }, text), "tricks alone").toBe("");
  expect(sumOf(wins, { ...two, sheets: [...two.sheets, ...two.sheets] }, text), "of several deals the totals are seen").toBe("");
  const told = (figures: string): string => reasonOf({ ...spec, seats: 2 }, two, [0, 1], { ...seen, figures, sum }, text);
  expect([told("105 : 31"), told("106 : 31")]).toEqual([sum, "won 105"]);
});

it("is nothing where figures and the row of the winners say it", () => {
  const two = (row: string): string => {
    const end = view([0], [1, -1], sheet([1, -1], ["won", { n: 115 }], [item(0, 1, row), item(1, -1, "lost")]));
    return reasonOf({ ...spec, seats: 2 }, end, [0, 1], { ...seen, figures: "115 : 57" }, text);
  };
  expect([two("won with 115"), two("won")]).toEqual(["", "won 115"]);
});

it("is where the stake of the only deal comes from, if the rules say it with both figures", () => {
  const told = (headline: Phrase, ...more: Sheet[]): string => {
    const won = sheet([6, -6], headline, [item(0, 8, "right"), item(0, -2, "paid")]);
    return reasonOf({ ...spec, seats: 2 }, view([0], [6, -6], won, ...more), [0, 1], { ...seen, figures: "8 : 2", cards: "captured" }, text);
  };
  expect(told(["ahead", { n: 6, more: 8, less: 2 }])).toBe("ahead 6 8 2");
  expect(told(["ahead", { n: 8, less: 2 }]), "the figures are seen").toBe("");
});

it("says nothing of a draw", () => {
  expect(reasonOf(spec, view([0, 1, 2], [1, 1, 1], sheet([1, 1, 1], ["won", {}])), around, seen, text)).toBe("");
});

it("tells several who have won each for themselves from a side", () => {
  const tally = (...seats: number[]): Tally => ({ name: "", seats, n: 1, rest: "" });
  const one = sheet([2, 2, -4], ["x", {}], [], [tally(2), tally(0, 1)]);
  expect(sharedFirst(spec, view([0, 1], [2, 2, -4], one), around), "a side of the only deal").toBe(false);
  expect(sharedFirst(spec, view([0, 1], [2, 2, -4], one, one), around), "after several").toBe(true);
  expect(sharedFirst({ sides: [[0, 1], [2]] }, view([0, 1], [2, 2, -4], one, one), around)).toBe(false);
  expect(sharedFirst(spec, view([0], [2, 1, 0], one), around)).toBe(false);
  expect(sharedFirst(spec, view([0, 1, 2], [2, 2, 2], one), around)).toBe(false);
});

it("says to those who are not the loser that they are not, and what wins only where several deals were counted", () => {
  const words = { ...text, has: (key: string) => key.startsWith("x.over") } as unknown as Text;
  const at = (me: number, winners: number[], deals = 1): string[] => {
    const sheets = Array.from({ length: deals }, () => sheet([0, 1, 0], ["x", {}]));
    const end = { ...view(winners, [0, 1, 0], ...sheets), status: "match_over" };
    const { lede, aim } = headOf({ spec: { ...spec, fewest: true, options: {} }, view: end, me, around } as unknown as TableStore, words);
    return [lede, aim];
  };
  expect(at(0, [0, 2])).toEqual(["x.over.not", ""]);
  expect(at(0, [0, 2], 2)).toEqual(["x.over.not", "table.fewest"]);
  for (const [me, winners] of [[1, [0, 2]], [0, [0, 1, 2]], [15, [0, 2]], [0, []]] as const) expect(at(me, [...winners])).toEqual(["", ""]);
});

it("leaves out by how much a side is behind where the scene shows what both have", () => {
  const words = { ...text, has: () => false } as unknown as Text;
  const at = (me: number, scores: number[]): string => {
    const deals = [1, 2].map(() => sheet(scores, ["x", {}]));
    const end = { ...view([0], scores, ...deals), status: "match_over" };
    const seats = scores.map((_, seat) => seat);
    return headOf({ spec: { ...spec, sides: [], options: {} }, view: end, me, around: seats } as unknown as TableStore, words).lede;
  };
  expect(at(1, [70, 20])).not.toContain("end.behind");
  expect(at(0, [70, 20])).toBe("");
  const ended = { ...view([], [70, 20], sheet([70, 20], ["x", {}])), status: "match_over" };
  const table = { spec: { ...spec, sides: [], options: {} }, view: ended, me: 1, around: [0, 1] } as unknown as TableStore;
  expect(headOf(table, words), "nobody has lost what its players have ended").toEqual({ lede: "", aim: "" });
  expect(at(1, [70, 20, 30])).toContain("end.behind");
  expect(at(0, [70, 20, 30])).toContain("end.ahead");
});
