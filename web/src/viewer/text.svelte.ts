import { cardKey, type CardName } from "../cards";
import { BACK, type Then } from "../wire/objects";
import { fetchEarly } from "../wire/early";
import type { Phrase, Value } from "../wire/protocol";

export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", hu: "Magyar" } as const;
export type Language = keyof typeof LANGUAGES;

/** A text, or its plural forms by the categories of Intl.PluralRules. */
export type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Catalogue = Record<string, Entry>;
export type Args = Record<string, Value>;

/** What a phrase can name besides words: the table provides it. */
export interface Names {
  /** the viewer's seat; −1: no player is "you" */
  me: number;
  /** nobody who reads this sits there, not even where a view has a seat at the bottom: no player is "you" */
  stranger?: boolean;
  seat(seat: number): string;
  /** the notation of a face, and the deck it belongs to */
  notation(face: number): string;
  deck: string;
}

/**
 * The place of a parameter in a text: "{cards}", in a form "{the card}", at the beginning of a sentence "{The card}".
 */
const PLACE = /\{(?:(\w+) )?(\w+)\}/g;
const FEW = 2; // cards that a text names although they are seen
const CLASS = "form.class."; // prefix of the keys that say which words belong to a class

/** The cards that a phrase names, the single one first. */
const facesIn = (args: Args): number[] =>
  [args.card ?? [], args.cards ?? []].flat().filter((face) => typeof face === "number");

const NOBODY: Names = { me: -1, seat: String, notation: String, deck: "" };

// The first use of Intl costs a slow phone a tenth of a second, before its first card. What the four languages need is
// said here; tests/text.svelte.test.ts holds both against each other.

/** As Intl.PluralRules has it. No text has forms for fractions or millions. */
export const pluralOf = (lang: Language, n: number): "one" | "other" =>
  Math.abs(n) === 1 || (lang === "fr" && n === 0) ? "one" : "other";

const AND_OR: Record<Language, readonly [string, string]> = {
  en: ["and", "or"],
  de: ["und", "oder"],
  fr: ["et", "ou"],
  hu: ["és", "vagy"],
};

/** As Intl.ListFormat has it: 0 "a, b and c", 1 "a, b or c". */
export function joined(parts: readonly string[], lang: Language, way: 0 | 1): string {
  const before = parts.slice(0, -1).join(", ");
  return `${before}${before && `${lang === "en" && parts.length > 2 ? "," : ""} ${AND_OR[lang][way]} `}${parts.at(-1) ?? ""}`;
}

export function firstLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split("-")[0] ?? "";
    if (base in LANGUAGES) return base as Language;
  }
  return "en";
}

/** Of texts: those shown of a game before one plays it, those that a table needs to show its cards, or all. */
export type Part = "start" | "first" | "all";

/** Fetches the texts of `games` or, without games, of the table; the first ones of a game together with the table's. */
export type Fetcher = (language: Language, games: readonly string[], part: Part) => Promise<Catalogue>;

export const fetchCatalogue: Fetcher = async (language, games, part) => {
  const query = new URLSearchParams(games.map((game) => ["game", game]));
  if (games.length > 0 && part !== "first") query.set("table", "no");
  if (part !== "all") query.set("part", part);
  const answer = await fetchEarly(`/api/text/${language}.json?${query}`);
  if (!answer.ok) throw new Error(`no texts: ${answer.status}`);
  return (await answer.json()) as Catalogue;
};

/** The page's texts in the current language. */
export class Text {
  #lang = $state<Language>("en");
  #catalogue = $state.raw<Catalogue>({});
  #games = $state.raw<readonly string[] | null>(null);
  #names = $state.raw<Names>(NOBODY);
  #partly = $state.raw(true); // are texts still coming: is nothing here, or only what first cards need?
  #asked = 0;
  #then: Then | null = null; // while the text of an earlier event is made
  #counting = false; // while a text is made that counts its cards
  #table: { language: Language; words: Promise<Catalogue> } | null = null;
  readonly #fetch: Fetcher;
  readonly #numbers = $derived(new Intl.NumberFormat(this.#lang));
  readonly #classes = $derived(
    Object.entries(this.#catalogue).flatMap(([key, words]): [string, RegExp][] =>
      key.startsWith(CLASS)
        ? [[key.slice(CLASS.length), new RegExp(`^(?:${this.#pattern(words, undefined)})`, "i")]]
        : [],
    ),
  );

  constructor(fetcher: Fetcher = fetchCatalogue) {
    this.#fetch = fetcher;
  }

  get lang(): Language {
    return this.#lang;
  }

  /** Fetch the texts of the table and of `games`, then show them. A slower answer to an earlier call is dropped. */
  async load(language: Language, games: readonly string[], part: Part = "all"): Promise<void> {
    const asked = ++this.#asked;
    const [table, own] = await Promise.all([
      part === "first" ? {} : this.#ofTable(language),
      part === "first" || games.length > 0 ? this.#fetch(language, games, part) : {},
    ]);
    if (asked !== this.#asked) return;
    this.#catalogue = { ...table, ...own };
    this.#games = games;
    this.#lang = language;
    this.#partly = part === "first";
  }

  /** The table's own texts, fetched once for each language in turn. */
  #ofTable(language: Language): Promise<Catalogue> {
    if (this.#table?.language !== language) {
      const words = this.#fetch(language, [], "all");
      this.#table = { language, words };
      words.catch(() => this.#table?.words === words && (this.#table = null)); // asked for again with the next call
    }
    return this.#table.words;
  }

  /** Have the texts arrived, and those of this game? Until then only keys could be shown. */
  knows(game?: string): boolean {
    return this.#games !== null && (game === undefined || this.#games.includes(game));
  }

  /** Set the table whose names phrases use. */
  speakOf(names: Names): void {
    this.#names = names;
  }

  has(key: string): boolean {
    return key in this.#catalogue;
  }

  /**
   * The text of `key`; the key itself if there is none, nothing while texts are still coming. `args.n` chooses the
   * plural form, otherwise the number of `args.cards`. A text with names of suits or ranks has another wording,
   * `<key>.<deck>`, for readers who see another deck.
   */
  t(key: string, args: Args = {}): string {
    const entry = this.#entry(key);
    if (entry === undefined) return this.#partly ? "" : key;
    const n = args.n ?? (Array.isArray(args.cards) ? args.cards.length : undefined);
    return this.#pattern(entry, n).replace(
      PLACE,
      (whole: string, form: string | undefined, last: string, at: number) => {
        const [first, name] = form ? [form, last] : [last, uncapped(last)];
        const value = args[name];
        if (value === undefined) return whole;
        const words = this.#value(name, value, args, uncapped(form ?? ""), at > 0);
        return first === uncapped(first) ? words : this.#capped(words);
      },
    );
  }

  /**
   * A phrase with the cards that it names drawn, and the words that stand beside them; without such words it is not
   * drawn. `note`: what is written below it in small letters.
   */
  drawn(phrase: Phrase): { short: string; note: string; faces: number[] } {
    const short = this.form(phrase, "short");
    return { short, note: this.form(phrase, "note"), faces: short ? facesIn(phrase[1]) : [] };
  }

  /** Another wording of a phrase, `<key>.<name>`; "" if there is none. */
  form([key, args]: Phrase, name: string): string {
    const own = `${key}.${name}`;
    return this.has(own) ? this.t(own, args) : "";
  }

  /**
   * A phrase of the server. Where its seat is the viewer's own, the wording `<key>.you` is preferred. `then`: it is of
   * those who sat there then.
   */
  say([key, args]: Phrase, then: Then | null = this.#then): string {
    const before = this.#then;
    this.#then = then;
    try {
      const you = `${key}.you`;
      return this.t(args.seat === this.#me && this.has(you) ? you : key, args);
    } finally {
      this.#then = before;
    }
  }

  /** The same beside the cards that it names: more than two of them are counted, "Mira lays down 3 cards". */
  brief(phrase: Phrase, then: Then | null = this.#then): string {
    this.#counting = true;
    try {
      return this.say(phrase, then);
    } finally {
      this.#counting = false;
    }
  }

  get #me(): number {
    return this.#you(this.#then);
  }

  #you(then: Then | null): number {
    return this.#names.stranger ? -1 : then ? then.you : this.#names.me;
  }

  /**
   * A text without its parameters, for a verb alone: "Bid" of "Bid {n}". `<key>.bare` is used if more than a parameter
   * has to go: "Attack" of "Attack with {cards}".
   */
  bare(key: string): string {
    const own = this.#entry(`${key}.bare`);
    if (own !== undefined) return this.#pattern(own, undefined);
    return this.#capped(
      this.#pattern(this.#entry(key) ?? (this.#partly ? "" : key), undefined)
        .replace(/[\s:]*\{[\w ]+\}\s*/g, " ")
        .trim(),
    );
  }

  /** A player's name, or "You". `then`: the names of an earlier time. */
  name(seat: number, then: Then | null = this.#then): string {
    if (seat === this.#you(then)) return this.t("table.you");
    return (then ? then.names[seat] : this.#names.seat(seat)) || this.t("table.seat_n", { n: seat + 1 });
  }

  /** A card's name, or its notation where the deck has none; 255 is a hidden card. */
  card(face: number): string {
    const name = this.#cardName(face);
    return this.t(name.key, name.args);
  }

  #cardName(face: number): CardName {
    return cardKey(face === BACK ? "back" : this.#names.notation(face), this.#names.deck);
  }

  /** A card in the middle of a sentence, without its nickname: after a comma that would read as one more card. */
  #plainCard(face: number): string {
    const name = this.#cardName(face);
    return this.t(name.plain ?? name.key, name.args);
  }

  cards(faces: readonly number[]): string {
    return this.list(faces.map((face) => this.card(face)));
  }

  list(parts: readonly string[]): string {
    return joined(parts, this.#lang, 0);
  }

  /** One of several: "a, b or c". */
  either(parts: readonly string[]): string {
    return joined(parts, this.#lang, 1);
  }

  number(n: number): string {
    const written = Number.isInteger(n) && Math.abs(n) < 1000 ? String(Math.abs(n)) : this.#numbers.format(Math.abs(n));
    return n < 0 ? `−${written}` : written;
  }

  /** A number with its sign, for points won and lost. */
  signed(n: number): string {
    return n > 0 ? `+${this.number(n)}` : this.number(n);
  }

  #entry(key: string): Entry | undefined {
    return this.#catalogue[`${key}.${this.#names.deck}`] ?? this.#catalogue[key];
  }

  #pattern(entry: Entry, n: Value | undefined): string {
    if (typeof entry === "string") return entry;
    const chosen = typeof n === "number" ? entry[pluralOf(this.#lang, n)] : undefined;
    return chosen ?? entry.other ?? Object.values(entry)[0] ?? "";
  }

  #capped(words: string): string {
    return words.slice(0, 1).toLocaleUpperCase(this.#lang) + words.slice(1);
  }

  #value(name: string, value: Value, args: Args, form: string, within: boolean): string {
    if (!Array.isArray(value)) return this.#formed(form, this.#one(name, value, args, within));
    if (this.#counting && name === "cards" && value.length > FEW) return this.t("table.cards_n", { n: value.length });
    return this.list(
      value.map((part, i) => this.#formed(form, this.#one(name.replace(/s$/, ""), part, args, within || i > 0))),
    );
  }

  /** Words in a form, "the king of hearts": the text `form.<form>.<class>` of their class, or `form.<form>`. */
  #formed(form: string, words: string): string {
    if (!form) return words;
    const kind = this.#classes.find(([name, members]) => this.has(`form.${form}.${name}`) && members.test(words))?.[0];
    const key = kind ? `form.${form}.${kind}` : `form.${form}`;
    return this.has(key) ? this.t(key, { card: words }) : words;
  }

  /** `within`: not at the beginning of a text, where the reader is "You". */
  #one(name: string, value: number | string, args: Args, within: boolean): string {
    if (typeof value === "number") {
      if (name === "seat")
        return within && value === this.#me && this.has("table.you.within")
          ? this.t("table.you.within")
          : this.name(value);
      return name === "card" ? this.#plainCard(value) : this.number(value);
    }
    if (!value.startsWith("@")) return value;
    const { [name]: _self, ...others } = args; // a text within a text has the same parameters
    return this.t(value.slice(1), others);
  }
}

/** "the" of "The". */
const uncapped = (word: string): string => word.slice(0, 1).toLowerCase() + word.slice(1);
