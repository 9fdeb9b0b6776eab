// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from "vitest";
import { DECKS, card, cardKey, facesOf, knowsDeck, loadDeck, rankOf, shownDeck, sign } from "../src/cards";

const parse = (svg: string) => new DOMParser().parseFromString(svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"'), "image/svg+xml");

describe.each([...DECKS])("the %s deck", (deck) => {
  it("draws every face in both sizes, well-formed, without inline style, and no two alike", async () => {
    await loadDeck(deck);
    const faces = [...facesOf(deck), "back"];
    expect(faces.length).toBeGreaterThan(35);
    for (const size of ["m", "s"] as const) {
      const drawings = faces.map((face) => card(face, { deck, size }));
      for (const svg of drawings) {
        expect(parse(svg).querySelector("parsererror")).toBeNull();
        expect(svg).not.toMatch(/style=|NaN|undefined|<text/);
      }
      expect(new Set(drawings).size).toBe(faces.length);
    }
  });

  it("names every face by a text key", async () => {
    await loadDeck(deck);
    const names = facesOf(deck).map((face) => cardKey(face, deck));
    for (const name of names) expect(name.key).toMatch(new RegExp(`^card\\.${deck}\\.`));
  });
});

it("has the star of a joker beside its index where it stands for others, and is the same card", async () => {
  await loadDeck("french");
  for (const size of ["m", "s"] as const) {
    const star = parse(card("S2*", { deck: "french", size })).querySelectorAll(".ink-wild path");
    expect(star).toHaveLength(1);
    expect(parse(card("S2", { deck: "french", size })).querySelectorAll(".ink-wild path")).toHaveLength(0);
  }
  expect(rankOf("S2*", "french").startsWith(rankOf("S2", "french"))).toBe(true);
});

it("has its whole index in the part that a close neighbour leaves free, if it is small", async () => {
  const FREE = 0.45 * 250; // of the drawing; melds lie no closer (laid.ts)
  for (const deck of ["french", "german", "spanish"] as const) {
    await loadDeck(deck);
    for (const face of facesOf(deck).filter((face) => /\d/.test(face) && !face.startsWith("X"))) {
      const [, rank = "", sign = ""] = /^<g transform="(.*?)<\/g>(.*)$/.exec(card(face, { deck, size: "s" }).replace(/^.*?<\/?rect[^>]*>/, "")) ?? [];
      const [left, , scale] = [...rank.matchAll(/-?[\d.]+/g)].map(Number) as [number, number, number];
      const [, from = ""] = [...rank.matchAll(/translate\(([\d.]+)\)/g)].at(-1) ?? [];
      const last = Number(from) + (/1$/.test(face) ? 13 : /4$/.test(face) ? 31 : 28) + 5.5; // the last digit, and half a line
      expect(left + last * scale, `${deck} ${face}`).toBeLessThan(FREE);
      const at = /translate\(([\d.]+) [\d.]+\) scale\(([\d.]+)\)/.exec(sign);
      if (at) expect(Number(at[1]) + 47 * Number(at[2]), `the sign of ${deck} ${face}`).toBeLessThan(FREE);
    }
  }
});

describe("a card", () => {
  beforeAll(() => loadDeck("chimera"));

  it("has 54 faces in Chimera, the treasures marked in their names", () => {
    expect(facesOf("chimera")).toHaveLength(54);
    expect(cardKey("J2", "chimera").key).toBe("card.chimera.jade.toad");
    expect(cardKey("T11", "chimera")).toMatchObject({ key: "card.chimera.star.cat", plain: "card.chimera.star.number" });
    expect(cardKey("S7", "chimera")).toEqual({ key: "card.chimera.sword.number", args: { rank: "7" } });
  });

  it("is found by what is printed in its corner", () => {
    expect(["S12", "TH", "PI", "CH"].map((face) => rankOf(face, "chimera"))).toEqual(["12", "h", "p", "c"]);
  });

  it("of a game for either deck is drawn and named as the German deck has it", async () => {
    await loadDeck("german");
    const pairs = [["SQ", "LO"], ["DJ", "BU"], ["CA", "EA"], ["HT", "H10"], ["D9", "B9"]] as const;
    for (const [french, german] of pairs) {
      expect(card(french, { deck: "german" })).toBe(card(german, { deck: "german" }));
      expect(cardKey(french, "german")).toEqual(cardKey(german, "german"));
      expect(rankOf(french, "german")).toBe(rankOf(german, "german"));
    }
  });

  it("is found by the letter in its corner, in each language", async () => {
    await Promise.all([loadDeck("german"), loadDeck("french")]);
    const typed = (deck: string, lang: string): string => ["J", "Q", "K", "A", "T"].map((rank) => rankOf(`S${rank}`, deck, lang)).join(" ");
    expect(["de", "fr", "hu", "en"].map((lang) => typed("french", lang))).toEqual(["b d k a 10", "v d r a 10", "b d k a 10", "j q k a 10"]);
    expect(["de", "fr", "hu", "en"].map((lang) => typed("german", lang))).toEqual(["u o k a 10", "u o r a 10", "a f k a 10", "u o k a 10"]);
  });

  it("of a pack with several drawings is drawn as the player prefers, otherwise as the game has it", () => {
    const either = { deck: "german", decks: ["german", "french"] };
    expect(["", "french", "german"].map((wanted) => shownDeck(either, wanted))).toEqual(["german", "french", "german"]);
    expect(shownDeck({ deck: "chimera", decks: ["chimera"] }, "german")).toBe("chimera");
  });

  it("has the letters of its language in the corner", async () => {
    await Promise.all([loadDeck("german"), loadDeck("french")]);
    for (const [deck, faces] of [["german", ["EU", "EO", "EA"]], ["french", ["SQ", "SJ", "SA"]]] as const) {
      const ours = faces.map((face) => card(face, { deck, lang: "en", size: "s" }));
      const theirs = faces.map((face) => card(face, { deck, lang: "hu", size: "s" }));
      theirs.forEach((svg, i) => expect(svg).not.toBe(ours[i]));
      expect(new Set(theirs).size).toBe(faces.length);
    }
  });

  it("of an unknown family shows its notation and nothing that could be markup", () => {
    expect(card("<b>", { deck: "tarot" })).toContain(">b</text>");
    expect(card("J13", { deck: "chimera" })).toContain(">J13</text>");
  });

  it("says nothing by itself: its button does", () => {
    expect(card("J7", { deck: "chimera" })).toContain('aria-hidden="true"');
    expect(sign("toad")).toContain('aria-hidden="true"');
  });
});

it("a deck has names for its cards once it is here, and one without drawings has none to wait for", async () => {
  knowsDeck("spanish");
  await loadDeck("spanish");
  expect(["spanish", "no such deck"].map(knowsDeck)).toEqual([true, true]);
});

it("the line round a Spanish card is broken as often as its suit says", async () => {
  await loadDeck("spanish");
  const breaks = (face: string): number => (/<path d="([^"]*)"[^>]*stroke-width="3"/.exec(card(face, { deck: "spanish" }))?.[1]?.match(/M\d+ 7H/g)?.length ?? 0) - 1;
  expect(["O7", "C7", "E12", "B1"].map(breaks)).toEqual([0, 1, 2, 3]);
});

it("a joker is drawn and named whether a pack has one kind of it or two", async () => {
  await loadDeck("french");
  for (const face of ["X", "X1", "X2"]) expect(cardKey(face, "french").key).toBe("card.french.joker");
  expect(card("X", { deck: "french" })).toBe(card("X1", { deck: "french" }));
});
