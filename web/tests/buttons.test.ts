// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { Offer } from "../src/choosing/offer";
import type { Phrase } from "../src/wire/protocol";
import { afterOf, moreOf, placesOf } from "../src/stage/buttons";

const offer = (id: string): { id: string; cards: boolean; aside: boolean } => ({ id, cards: id.endsWith("+"), aside: id.startsWith("!") });
const after = (...turns: string[][]): string[] => turns.reduce((before, ids) => placesOf(ids.map(offer), before), [] as string[]);

describe("the places of the buttons", () => {
  it("puts what needs cards at the end, the first of it last, and what takes no turn in front", () => {
    expect(after(["beat+", "pass+", "take", "!say"])).toEqual(["!say", "take", "pass+", "beat+"]);
  });

  it("leaves the place of one that has gone empty, and gives it back", () => {
    expect(after(["beat+", "pass+", "take"], ["beat+", "take"])).toEqual(["take", "pass+", "beat+"]);
    expect(after(["lay+", "discard+"], ["discard+"], ["lay+", "discard+"])).toEqual(["discard+", "lay+"]);
    expect(placesOf([offer("pass")], [], true)).toEqual(["pass", ""]);
    expect(placesOf([offer("play+"), offer("pass")], ["pass", ""], true)).toEqual(["pass", "play+"]);
  });

  it("moves nothing when another one comes", () => {
    expect(after(["discard+"], ["close+", "discard+"])).toEqual(["close+", "discard+"]);
    expect(after(["take", "beat+"], ["take", "pass+", "beat+"])).toEqual(["pass+", "take", "beat+"]);
    expect(after(["take", "beat+", "pass+"], ["pass+", "take"], ["pass+", "take", "done"])).toEqual(["take", "pass+", "done"]);
  });

  it("begins again when nothing has stayed, and lists many as they come", () => {
    expect(after(["beat+", "take"], ["attack+"])).toEqual(["", "attack+"]);
    expect(after(["1", "2"], ["1", "2", "3", "4"], ["2", "4"])).toEqual(["1", "2", "3", "4"].filter((id) => id === "2" || id === "4"));
  });

  it("keeps every offer exactly once", () => {
    const ids = ["a", "b+", "c", "!d", "e+", "f"];
    let before: string[] = [];
    for (let turn = 0; turn < 500; turn++) {
      const now = ids.filter((_, i) => (turn * 7919 + i * 104729 + ((turn * turn) >> (i % 3))) % 3 === 0);
      before = placesOf(now.map(offer), before);
      for (const id of now) expect(before.filter((there) => there === id)).toHaveLength(1);
    }
  });
});

describe("what a button says of the selection", () => {
  const more = (label: string, say: string): string => moreOf({ label, say } as Offer);

  it("does not repeat its verb", () => {
    expect(more("Beat", "Beat the 6 with the 9")).toBe("the 6 with the 9");
    expect(more("ausspielen", "Karo-Ass ausspielen")).toBe("Karo-Ass");
    expect(more("Play", "a straight")).toBe("a straight");
    expect(more("Play", "")).toBe("");
  });

  it("says nothing that would be cut", () => {
    expect(more("Beat", "Beat the 2 of hearts with the 6 of clubs")).toBe("");
  });
});

it("says what the selected cards would leave, in a game that has words for it", () => {
  const say = (verb: string): Offer => ({ cards: true, actions: [{ say: [`game.verb.${verb}`, { n: 7 }] }] }) as unknown as Offer;
  const text = { form: ([key, args]: Phrase, name: string) => (key === "game.verb.drop" ? `${key}.${name} ${JSON.stringify(args)}` : "") };
  expect(afterOf([say("knock"), say("drop")], text)).toBe('game.verb.drop.after {"n":7}');
  expect(afterOf([say("knock")], text)).toBe("");
  expect(afterOf([{ ...say("drop"), actions: [] }], text)).toBe("");
});
