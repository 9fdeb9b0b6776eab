import { describe, expect, it } from "vitest";
import { turnsFact } from "../src/table/badges";
import { laidOut, layoutOf, combinationsIn } from "../src/table/combinations";
import type { FactSpec, TableSpec, TableView } from "../src/wire/protocol";

const FAMILIES = [..."JSPT"];
const NAMES = [...Array.from({ length: 13 }, (_, r) => FAMILIES.map((f) => f + (r < 12 ? r + 1 : "H"))).flat(), "PI", "CH"];
const cards = (text: string): number[] => text.split(" ").map((name) => NAMES.indexOf(name));
const names = (faces: readonly number[]): string => faces.map((face) => NAMES[face]).join(" ");
const keyOf = (face: number): number => (face < 52 ? face >> 2 : face - 39);

const SPEC = { seats: 3, tables: { plays: "pass single pair pairs triple triples triple1 triple2 triples1 triples2 straight quad1 quad2 trap attack".split(" ") } };
const view = (facts: object): TableView => ({ status: "playing", facts, zones: { trick: [] } }) as unknown as TableView;

describe("a trick of combinations", () => {
  const played = (seat: number, text: string) => cards(text).map((face) => ({ seat, face }));

  it("is declared by the kind of a fact", () => {
    const facts = (kinds: string): FactSpec[] => kinds.split(" ").map((kind, i) => ({ name: `f${i}`, kind }) as FactSpec);
    expect([turnsFact(facts("plain turns")), turnsFact(facts("plain number"))]).toEqual(["f1", ""]);
  });

  it("is cut into plays by the fact, and passes are none", () => {
    const rows = [[1, 2, 2, 3, 1], [2, 0, 0, 0, 0], [0, 2, 2, 9, 1], [1, 0, 0, 0, 0]];
    const turns = combinationsIn(rows, [...played(-1, "J3 S3"), ...played(-1, "P9 T9")]);
    expect(turns.map(({ seat, cards }) => `${seat} ${names(cards)}`)).toEqual(["1 J3 S3", "0 P9 T9"]);
  });

  it("is cut by who played once it has been taken", () => {
    const turns = combinationsIn([], [...played(1, "J3 S3"), ...played(0, "P9 T9")]);
    expect(turns.map(({ seat, cards }) => `${seat} ${names(cards)}`)).toEqual(["1 J3 S3", "0 P9 T9"]);
    expect(combinationsIn(undefined, [])).toEqual([]);
  });
});

describe("a play", () => {
  const lay = (text: string): string[] => laidOut(cards(text), keyOf).map(names);

  it("shows what counts before what is attached", () => {
    expect(lay("S7 J8 S8 P8")).toEqual(["J8 S8 P8", "S7"]);
    expect(lay("J2 J3 S3 P3 J4 S4 P4 PI")).toEqual(["J3 S3 P3", "J4 S4 P4", "J2", "PI"]);
    expect(lay("J2 S2 J3 S3 P3 T3 J4 S4")).toEqual(["J3 S3 P3 T3", "J2 S2", "J4 S4"]);
  });

  it("has the card that fills a gap of a straight in the gap", () => {
    expect(lay("J8 J9 J10 J12 PI").join(" ")).toBe("J8 J9 J10 PI J12");
    expect(lay("J5 J6 J7 J8 PI").join(" ")).toBe("J5 J6 J7 J8 PI");
    expect(lay("J5 J9")).toEqual(["J5", "J9"]);
  });

  it("has a place for each card in one row and in two, and none beyond them", () => {
    for (const text of ["J1", "J1 S1", "J3 J4 J5 J6 J7 J8 J9 J10 J11 J12", "J6 S6 P6 J7 S7 P7 J8 S8 P8 J9 S9 P9 J12 TH PI S1", "J1 S1 J2 S2 J3 S3 J4 S4 J5 S5 J6 S6 J7 S7 J8 S8 J9 S9 J10 S10"]) {
      const { spots, one, two, rows } = layoutOf(laidOut(cards(text), keyOf));
      expect(spots.map(({ face }) => face).sort((a, b) => a - b)).toEqual(cards(text).sort((a, b) => a - b));
      expect(Math.max(...spots.map((spot) => spot.one)) + 1).toBeCloseTo(one);
      expect(Math.max(...spots.map((spot) => spot.two)) + 1).toBeLessThanOrEqual(two + 1e-9);
      expect(Math.max(...spots.map(({ row }) => row)) + 1).toBe(rows);
      expect(two).toBeLessThanOrEqual(one);
      const places = spots.map((spot) => `${spot.row} ${spot.two.toFixed(3)}`);
      expect(new Set(places).size).toBe(spots.length);
    }
    expect(layoutOf([])).toMatchObject({ spots: [], one: 1, two: 1, rows: 1 });
    expect(layoutOf(laidOut(cards("J1 S1"), keyOf)).rows).toBe(1);
  });
});
