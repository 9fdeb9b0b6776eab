// @vitest-environment jsdom
import { flushSync } from "svelte";
import { beforeAll, describe, expect, test } from "vitest";
import { loadDeck } from "../src/cards";
import { firstLanguage, joined, pluralOf, Text, type Catalogue } from "../src/viewer/text.svelte";

beforeAll(() => loadDeck("chimera")); // whose cards the texts name

const ENGLISH: Catalogue = {
  "table.you": "You",
  "table.seat_n": "Player {n}",
  "card.chimera.jade.number": "jade {rank}",
  "game.gift": "Without {cards}",
  "card.chimera.sword.number": "sword {rank}",
  "card.chimera.sword.cat": "sword 11, cat",
  "card.back": "hidden card",
  "card.unknown": "{face}",
  "game.said.pass": "{seat} passes",
  "game.said.pass.you": "You pass",
  "game.said.play": "{seat}: {what}, {cards}",
  "game.combo.straight": "straight {low}–{high}",
  "game.cards": { one: "{n} card", other: "{n} cards" },
  "game.verb.bid": "bid {n}",
  "game.win": "{seats} win",
};
const HUNGARIAN: Catalogue = { ...ENGLISH, "game.cards": { one: "{n} lap", other: "{n} lap" }, "table.you": "Te" };
const FRENCH: Catalogue = { ...ENGLISH, "game.cards": { one: "{n} carte", other: "{n} cartes" } };

async function text(): Promise<Text> {
  const made = new Text((language) => Promise.resolve({ en: ENGLISH, de: ENGLISH, hu: HUNGARIAN, fr: FRENCH }[language]));
  await made.load("en", ["game"]);
  made.speakOf({ me: 1, deck: "chimera", seat: (seat) => ["Mira", "Me myself", ""][seat] ?? "", notation: (face) => `J${face}` });
  return made;
}

describe("a text", () => {
  test("is found by its key, with its parameters; a missing text is shown as its key", async () => {
    const { t } = await text().then((made) => ({ t: made.t.bind(made) }));
    expect(t("game.verb.bid", { n: 30 })).toBe("bid 30");
    expect(t("game.verb.bid")).toBe("bid {n}");
    expect(t("game.nothing")).toBe("game.nothing");
  });

  test("counts more than two cards where they are seen beside it, and only there", async () => {
    const texts: Catalogue = { ...ENGLISH, "table.cards_n": { one: "{n} card", other: "{n} cards" }, "game.said.lay": "{seat} lays {the cards}", "form.the": "the {card}" };
    const made = new Text(() => Promise.resolve(texts));
    await made.load("en", ["game"]);
    made.speakOf({ me: 1, deck: "chimera", seat: () => "Mira", notation: (face) => `J${face}` });
    const lay = (...cards: number[]): [string, { seat: number; cards: number[] }] => ["game.said.lay", { seat: 0, cards }];
    expect(made.brief(lay(1, 2, 3))).toBe("Mira lays 3 cards");
    expect(made.brief(lay(1, 2))).toBe(made.say(lay(1, 2)));
    expect(made.say(lay(1, 2, 3))).toContain("the jade 3");
  });

  test("calls nobody you where the reader is a stranger, not even who sits at the bottom of a view", async () => {
    const made = new Text(() => Promise.resolve({ ...ENGLISH, "game.solo": "{seat} plays a solo", "game.solo.you": "You play a solo", "table.you": "You" }));
    await made.load("en", ["game"]);
    const say = (stranger: boolean): string => {
      made.speakOf({ me: 0, stranger, deck: "french", seat: () => "Anna", notation: String });
      return made.say(["game.solo", { seat: 0 }], { you: 0, names: ["Anna"] });
    };
    expect(say(false)).toBe("You play a solo");
    expect(say(true)).toBe("Anna plays a solo");
  });

  test("calls cards as they are drawn: in another wording where the drawings are others than it speaks of", async () => {
    const made = new Text(() => Promise.resolve({ ...ENGLISH, "game.suit.c": "clubs", "game.suit.c.german": "acorns", "game.solo": "a {suit} solo", "game.solo.you": "your {suit} solo", "game.both": "both club queens", "game.both.german": "both Obers" }));
    await made.load("en", ["game"]);
    let deck = "french";
    made.speakOf({ me: 1, get deck() { return deck; }, seat: String, notation: String }); // prettier-ignore
    const said = (): string[] => [made.say(["game.solo", { seat: 1, suit: "@game.suit.c" }]), made.t("game.both")];
    expect(said()).toEqual(["your clubs solo", "both club queens"]);
    deck = "german";
    expect(said()).toEqual(["your acorns solo", "both Obers"]);
  });

  test("has the plural form of its language", async () => {
    const made = await text();
    expect([0, 1, 2].map((n) => made.t("game.cards", { n }))).toEqual(["0 cards", "1 card", "2 cards"]);
    await made.load("fr", []);
    expect([0, 1, 2].map((n) => made.t("game.cards", { n }))).toEqual(["0 carte", "1 carte", "2 cartes"]);
    expect(made.t("game.cards", { n: 1_000_000 })).toMatch(/^1\s000\s000 cartes$/); // "many", for which there is no form
  });

  test("standing alone loses its parameters", async () => {
    const made = new Text(() => Promise.resolve({ ...ENGLISH, "game.verb.beat": "beat {card} with {cards}", "game.verb.beat.bare": "Beat", "game.verb.lay": "jouer {le cards}" }));
    await made.load("en", ["game"]);
    expect(["bid", "beat", "lay"].map((verb) => made.bare(`game.verb.${verb}`))).toEqual(["Bid", "Beat", "Jouer"]);
  });
});

describe("a phrase", () => {
  test("names the players, and speaks to the reader as you", async () => {
    const made = await text();
    expect(made.say(["game.said.pass", { seat: 0 }])).toBe("Mira passes");
    expect(made.say(["game.said.pass", { seat: 1 }])).toBe("You pass");
    expect(made.say(["game.win", { seats: [0, 1, 2] }])).toBe("Mira, You, and Player 3 win");
  });

  test("speaks to the reader with a capital only where it begins", async () => {
    const made = new Text(() => Promise.resolve({ ...ENGLISH, "table.you.within": "you" }));
    await made.load("en", []);
    made.speakOf({ me: 1, deck: "", seat: (seat) => ["Mira", "", "Bo"][seat] ?? "", notation: String });
    expect([[0, 1], [1, 2]].map((seats) => made.say(["game.win", { seats }]))).toEqual(["Mira and you win", "You and Bo win"]);
  });

  test("names a card without its nickname, which its label keeps", async () => {
    const made = await text();
    made.speakOf({ me: 1, deck: "chimera", seat: String, notation: () => "S11" });
    expect([made.say(["game.gift", { cards: [7, 8] }]), made.card(7)]).toEqual(["Without sword 11 and sword 11", "sword 11, cat"]);
  });

  test("names cards and nests other texts, which have the same parameters", async () => {
    const made = await text();
    const args = { seat: 0, what: "@game.combo.straight", low: 5, high: 9, cards: [7, 255] };
    expect(made.say(["game.said.play", args])).toBe("Mira: straight 5–9, jade 7 and hidden card");
  });

  test("has cards in the form that it asks for, with a capital at its beginning, and each of several", async () => {
    const made = new Text(() =>
      Promise.resolve({
        ...ENGLISH,
        "form.le": "le {card}",
        "form.le.f": "la {card}",
        "form.le.vowel": "l’{card}",
        "form.class.f": "dame|carte",
        "form.class.vowel": "[aeiouéœ]",
        "game.beats": "{Le card} prend {le cards} : {What}, {the card}, {The nothing}",
        "game.wins": "prend le pli",
      }),
    );
    await made.load("fr", []);
    const faces = ["8 de cœur", "dame de pique", "as de trèfle", "Épée 3"];
    made.speakOf({ me: 1, deck: "", seat: String, notation: (face) => faces[face] ?? "" });
    const said = [0, 1, 2, 3].map((card) => made.t("game.beats", { card, cards: [1, 2], what: "@game.wins" }));
    expect(said).toEqual(
      ["Le 8 de cœur", "La dame de pique", "L’as de trèfle", "L’Épée 3"].map(
        (first, card) => `${first} prend la dame de pique et l’as de trèfle : Prend le pli, ${faces[card]}, {The nothing}`,
      ),
    );
  });

  test("has the plural form of its cards where it has no number", async () => {
    const made = new Text(() => Promise.resolve({ ...ENGLISH, "game.fits": { one: "This fits: {cards}", other: "These fit: {cards}" } }));
    await made.load("en", []);
    made.speakOf({ me: 1, deck: "", seat: String, notation: String });
    expect([[7], [7, 8]].map((cards) => made.t("game.fits", { cards }))).toEqual(["This fits: 7", "These fit: 7 and 8"]);
    expect(made.t("game.fits", { cards: [7], n: 2 })).toBe("These fit: 7");
  });

  test("a text that contains itself ends", async () => {
    const made = await text();
    expect(made.t("game.said.pass", { seat: "@game.said.pass" })).toBe("{seat} passes passes");
  });

  test("a name that looks like a placeholder stays a name", async () => {
    const made = await text();
    made.speakOf({ me: -1, deck: "", seat: () => "{n} $& <b>", notation: String });
    expect(made.say(["game.said.pass", { seat: 0, n: 5 }])).toBe("{n} $& <b> passes");
  });
});

describe("the language", () => {
  test.each(["en", "de", "fr", "hu"] as const)("has the plurals and lists of Intl: %s", (lang) => {
    const rules = new Intl.PluralRules(lang);
    for (let n = -30; n <= 300; n++) expect([n, pluralOf(lang, n)]).toEqual([n, rules.select(n)]);
    const parts = ["a", "b", "c", "d"];
    for (const [way, type] of ["conjunction", "disjunction"].entries() as Iterable<[0 | 1, "conjunction" | "disjunction"]>) {
      const format = new Intl.ListFormat(lang, { type });
      for (let n = 0; n <= parts.length; n++) expect(joined(parts.slice(0, n), lang, way)).toBe(format.format(parts.slice(0, n)));
    }
    const made = new Text(() => Promise.resolve({}));
    for (const n of [0, 7, 999, 1000, 12345, 0.5]) expect(made.number(n)).toBe(new Intl.NumberFormat("en").format(n));
  });

  test("is the first that the browser wants and the table has", () => {
    expect(firstLanguage(["pl", "de-AT", "en"])).toBe("de");
    expect(firstLanguage(["ja"])).toBe("en");
    expect(firstLanguage([])).toBe("en");
  });

  test("is switched without a reload: whatever is shown follows", async () => {
    const made = await text();
    const seen: string[] = [];
    const stop = $effect.root(() => {
      $effect(() => void seen.push(made.t("game.cards", { n: 2 })));
    });
    flushSync();
    await made.load("hu", []);
    flushSync();
    stop();
    expect(seen).toEqual(["2 cards", "2 lap"]);
    expect(made.lang).toBe("hu");
  });

  test("has words of a game only when they have come", async () => {
    const made = new Text(() => Promise.resolve(ENGLISH));
    expect([made.knows(), made.knows("game")]).toEqual([false, false]);
    await made.load("en", []);
    expect([made.knows(), made.knows("game")]).toEqual([true, false]);
    await made.load("en", ["game"]);
    expect(made.knows("game")).toBe(true);
  });

  test("of a slow answer does not replace the one asked for later", async () => {
    const waiting: ((catalogue: Catalogue) => void)[] = [];
    const made = new Text(() => new Promise((resolve) => waiting.push(resolve)));
    const loads = [made.load("fr", []), made.load("hu", [])];
    waiting[1]!(HUNGARIAN);
    waiting[0]!(FRENCH);
    await Promise.all(loads);
    expect(made.lang).toBe("hu");
    expect(made.t("table.you")).toBe("Te");
  });
});
