/** The start page's own logic: what is found, how the cards of a tile lie. */
import { describe, expect, test } from "vitest";
import { choicesAmong, filtered, fits, MANY, NO_FILTER, seatsFit } from "../src/pages/start/filter";
import { lying } from "../src/pages/start/poses";
import type { GameSpec } from "../src/wire/protocol";

const game = (name: string, seats: number[], minutes: number, kind: GameSpec["kind"] = ""): GameSpec => ({
  game: name, version: 1, seats, minutes, deck: "french", showcase: [], options: [], bots: [], lessons: [], help: false, decks: [], conflicts: [],
  presets: [], pose: "fan", kind,
});
const GAMES = [game("ecarte", [2], 15, "tricks"), game("durak", [4, 2, 12], 10, "shedding"), game("long", [3, 4], 90, "melds"), game("guest", [3], 30)];
const names = (filter: Partial<typeof NO_FILTER>, words = (one: GameSpec) => one.game): string[] =>
  GAMES.filter((one) => fits(one, words(one), { ...NO_FILTER, ...filter })).map(({ game }) => game);

describe("games are found", () => {
  test("all of them, if nothing is asked", () => {
    expect(filtered(NO_FILTER)).toBe(false);
    expect(names({})).toHaveLength(4);
  });

  test("by the number of players; 5 stands for more as well", () => {
    expect(names({ players: 2 })).toEqual(["ecarte", "durak"]);
    expect(names({ players: 3 })).toEqual(["long", "guest"]);
    expect(names({ players: MANY })).toEqual(["durak"]);
    expect(seatsFit([5], MANY) && seatsFit([9], MANY) && !seatsFit([4], MANY)).toBe(true);
  });

  test("by time and kind, and all of it together", () => {
    expect(names({ time: "short" })).toEqual(["ecarte", "durak"]);
    expect(names({ time: "medium" })).toEqual(["ecarte", "durak", "guest"]);
    expect(names({ time: "long" })).toEqual(["long"]);
    expect(names({ kind: "tricks" })).toEqual(["ecarte"]);
    expect(names({ players: 2, time: "short", kind: "shedding" })).toEqual(["durak"]);
    expect(names({ players: 3, time: "short" })).toEqual([]);
  });

  test("by words, without case and accents, in any order, soft hyphens aside", () => {
    const say = ({ game: name }: GameSpec): string => (name === "ecarte" ? "Écarté Kártya\u00adjáték, Fünf Stiche" : name);
    for (const words of ["ecarte", "ÉCARTÉ", " stiche  fünf ", "kartyajatek"]) expect(names({ words }, say), words).toEqual(["ecarte"]);
    expect(names({ words: "ecarte durak" }, say)).toEqual([]);
    expect(names({ words: "(" }, say)).toEqual([]);
    expect(filtered({ ...NO_FILTER, words: "  " })).toBe(false);
  });

  test("only by what makes a difference here", () => {
    expect(choicesAmong(GAMES)).toEqual({ players: [2, 3, 4, 5], times: ["short", "medium", "long"], kinds: ["melds", "shedding", "tricks"] });
    expect(choicesAmong([GAMES[0]!])).toEqual({ players: [], times: [], kinds: [] });
  });
});

describe("the cards of a tile", () => {
  const POSES: GameSpec["pose"][] = ["fan", "trick", "pairs", "row", "pile", "turned", "guess"];
  const FACES = ["S6", "SJ", "H6", "DA", "CK"];

  test("lie within its width and on different places, from none to five of them in every pose", () => {
    for (const pose of POSES)
      for (let n = 0; n <= FACES.length; n += 1) {
        const cards = lying(FACES.slice(0, n), pose);
        const places = cards.map(({ x, y, turn }) => `${x} ${y} ${turn}`);
        expect(new Set(places).size, `${pose} ${n}`).toBe(places.length);
        for (const { x, y } of cards) expect(Math.abs(x) <= 1.01 && Math.abs(y) <= 0.3, `${pose} ${n} ${x} ${y}`).toBe(true);
      }
  });

  test("are those that the game declares, and a back where one is hidden", () => {
    for (const pose of POSES.slice(0, 5)) expect(lying(FACES, pose).map(({ face }) => face)).toEqual(FACES);
    expect(lying(FACES, "turned").map(({ face }) => face)).toEqual(["back", "back", "back", "S6"]);
    expect(lying(FACES, "guess").map(({ face }) => face)).toEqual(["S6", "SJ", "back"]);
    expect(lying([], "guess").every(({ face }) => face === "back")).toBe(true);
  });

  test("an unknown pose of a newer server is a fan", () => {
    expect(lying(FACES, "spiral" as never)).toEqual(lying(FACES, "fan"));
  });
});
