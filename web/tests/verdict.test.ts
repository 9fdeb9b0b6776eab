import { expect, test } from "vitest";
import { Text } from "../src/viewer/text.svelte";
import { namesLosers, verdict } from "../src/table/verdict";

const CATALOGUE = {
  "table.won_by": "{seat} wins",
  "table.won": "{seats} win",
  "table.won_n": "{n} of {of} players win",
  "table.ended": "It was ended",
  "fool.over": "{seats} is the fool",
  "fool.over.all": "Nobody is the fool",
};

test("who has won, or who has lost where the game says it so", async () => {
  const text = new Text(() => Promise.resolve(CATALOGUE));
  await text.load("en", []);
  text.speakOf({ me: -1, deck: "", seat: (seat) => "ABC"[seat] ?? "?", notation: () => "" });
  expect(verdict([1], [0, 1, 2], "game", text)).toBe("B wins");
  expect(verdict([0, 1], [0, 1, 2], "game", text)).toBe("A and B win");
  expect(verdict([0, 1, 2, 3, 4], [0, 1, 2, 3, 4, 5], "game", text)).toBe("5 of 6 players win"); // names would fill a phone
  expect(verdict([0, 1], [0, 1, 2], "fool", text)).toBe("C is the fool");
  expect(verdict([0, 1, 2], [0, 1, 2], "fool", text)).toBe("Nobody is the fool");
  expect(verdict([0], [0, 1, 2], "fool", text, [1, 2, 3])).toBe("C is the fool"); // of several games: who has lost most of them
  expect(verdict([0], [0, 1, 2], "fool", text, [1, 2, 2])).toBe("B and C is the fool");
  for (const game of ["game", "fool"]) expect(verdict([], [0, 1, 2], game, text)).toBe("It was ended");
  expect([namesLosers("game", text), namesLosers("fool", text)]).toEqual([false, true]); // nobody is crowned for having lost
});
