import { describe, expect, it } from "vitest";
import { eventOf } from "../src/wire/objects";
import type { Said, TableSpec, TableView } from "../src/wire/protocol";
import { combination, doneBy, inRows, laidOut, lastPlay, roundOf, toBeat, worth, type Turn } from "../src/skins/chimera/round";

const FAMILIES = [..."JSPT"];
const NAMES = [...Array.from({ length: 13 }, (_, r) => FAMILIES.map((f) => f + (r < 12 ? r + 1 : "H"))).flat(), "PI", "CH"];
const cards = (text: string): number[] => text.split(" ").map((name) => NAMES.indexOf(name));
const names = (faces: readonly number[]): string => faces.map((face) => NAMES[face]).join(" ");
const keyOf = (face: number): number => (face < 52 ? face >> 2 : face - 39);

const SPEC = { seats: 3, tables: { plays: "pass single pair pairs triple triples triple1 triple2 triples1 triples2 straight quad1 quad2 trap attack".split(" ") } };

const view = (facts: object, trick = ""): TableView =>
  ({ status: "playing", facts, zones: { trick: trick ? cards(trick) : [] } }) as unknown as TableView;

describe("a round", () => {
  it("before anybody has bid has neither roles nor marks", () => {
    const round = roundOf(view({ bid: 0, chimera: -1, up: 5, upholder: 2 }), SPEC);
    expect(round).toMatchObject({ chimera: -1, up: 5, upholder: 2, idle: [], turns: [], past: [] });
    expect(toBeat(round)).toBeUndefined();
  });

  it("cuts the trick into turns, passes among them", () => {
    const plays = [
      [1, 2, 2, 3, 1],
      [2, 0, 0, 0, 0],
      [0, 2, 2, 9, 1],
      [1, 0, 0, 0, 0],
    ];
    const round = roundOf(view({ bid: 20, chimera: 1, holder: 0, played: 0b011, plays }, "J3 S3 P9 T9"), SPEC);
    expect(round.turns.map((turn) => names(turn.cards))).toEqual(["J3 S3", "", "P9 T9", ""]);
    expect(toBeat(round)?.seat).toBe(0);
    expect(doneBy(round, 1)).toMatchObject({ passed: true, play: { seat: 1, rank: 3 } });
    expect(doneBy(round, 2)).toEqual({ passed: true, play: undefined });
    expect(round.idle).toEqual([2]);
  });

  it("finds the play that ended it in what was said, when its cards have been won already", () => {
    const said = [
      ["say", 2, -1, "", "", ["chimera.said.play", {}], cards("J5 S6 PI J8 T9"), 5],
      ["trick", 2, 0, "", "", ["chimera.event.trick", { seat: 2, n: 5 }]],
    ] satisfies Said[];
    const plays = [[1, 0, 0, 0, 0], [2, 5, SPEC.tables.plays.indexOf("straight"), 9, 5]];
    const round = roundOf({ ...view({ chimera: 1, plays }), status: "deal_over" } as TableView, SPEC);
    expect(round.turns).toEqual([]);
    const play = lastPlay(round, said.map((one) => ({ said: eventOf(one) })));
    expect(play).toMatchObject({ seat: 2, type: "straight", rank: 9, length: 5 });
    expect(names(laidOut(play!, keyOf).main)).toBe("J5 S6 PI J8 T9");
    expect(lastPlay(round, [])).toBeUndefined();
  });

  it("reads the tricks that players can look into", () => {
    const round = roundOf(view({ chimera: 0, past: [[2, 1, 1, 9, 1, 0, 0, 0, 0, 0, 1, 4, 13, 2, 1, -1, ...cards("J9 J2 S2 P2 T2")]] }), SPEC);
    expect(round.past[0]?.map((turn) => `${turn.seat} ${turn.type} ${names(turn.cards)}`)).toEqual(["2 single J9", "0 pass ", "1 trap J2 S2 P2 T2"]);
  });

  it("is worth twice the bid and 25 for each bonus, for idle Hunters once or for each", () => {
    const round = roundOf(view({ bid: 30, chimera: 2, traps: 2, attack: 1, played: 0b100 }), SPEC);
    expect(worth(round, false)).toBe(60 + 50 + 25 + 25);
    expect(worth(round, true)).toBe(60 + 50 + 25 + 50);
  });
});

describe("a play", () => {
  const lay = (type: Turn["type"], rank: number, length: number, text: string): string[] => {
    const { main, attached } = laidOut({ seat: 0, type, rank, length, cards: cards(text) }, keyOf);
    return [names(main), names(attached)];
  };

  it("is named by its type and rank", () => {
    expect(combination({ seat: 0, type: "straight", rank: 9, length: 5, cards: cards("J5") })[1]).toMatchObject({ low: 5, high: 9 });
    expect(combination({ seat: 0, type: "trap", rank: 13, length: 1, cards: [] })).toMatchObject(["chimera.combo.trap", { rank: "@chimera.rank.13" }]);
  });

  it("shows what counts before what is attached", () => {
    expect(lay("triple1", 8, 1, "S7 J8 S8 P8")).toEqual(["J8 S8 P8", "S7"]);
    expect(lay("triples1", 4, 2, "J2 J3 S3 P3 J4 S4 P4 PI")).toEqual(["J3 S3 P3 J4 S4 P4", "J2 PI"]);
    expect(lay("quad2", 3, 1, "J2 S2 J3 S3 P3 T3 J4 S4")).toEqual(["J3 S3 P3 T3", "J2 S2 J4 S4"]);
    expect(lay("attack", 15, 1, "PI CH")).toEqual(["PI CH", ""]);
  });

  it("keeps a fourth equal card apart from its triple where house rules attach it", () => {
    expect(lay("triple1", 7, 1, "J7 S7 P7 T7")).toEqual(["J7 S7 P7", "T7"]);
  });

  it("puts Pi Ya in its place in a straight", () => {
    expect(lay("straight", 12, 5, "J8 J9 J10 J12 PI")[0]).toBe("J8 J9 J10 PI J12");
    expect(lay("straight", 9, 5, "J5 J6 J7 J8 PI")[0]).toBe("J5 J6 J7 J8 PI");
    expect(lay("straight", 8, 5, "J5 J6 J7 J8 PI")[0]).toBe("PI J5 J6 J7 J8");
  });

  it("takes two rows when it is long, broken between two ranks", () => {
    const long = cards("J6 S6 P6 J7 S7 P7 J8 S8 P8 J9 S9 P9 J12 TH PI S1");
    const rows = inRows(long, keyOf);
    expect(rows.map(names)).toEqual(["J6 S6 P6 J7 S7 P7 J8 S8 P8", "J9 S9 P9 J12 TH PI S1"]);
    expect(inRows(cards("J1 S1"), keyOf)).toHaveLength(1);
  });
});
