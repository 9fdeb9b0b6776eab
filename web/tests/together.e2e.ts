import { expect, test, type Browser, type Page } from "@playwright/test";
import type { Catalogue, Language } from "../src/viewer/text.svelte";
import { Album } from "./album";
import { Guest } from "./guest";
import { curious, keyboard, openSheet, playMatch, type Played, type Sight } from "./player";
import { keyOf, keysShown, sideways } from "./shown";
import { listen } from "./tree";
import { ALL, onlyLong } from "./tiers";

// Several people at one table, each in a separate browser, in another language, width and theme: they play whole matches by keys alone,
// and interrupt whenever they can. With STICH_LONG=2 every language at both widths, in either theme, with STICH_LONG=1
// each table twice; STICH_PICTURES names a folder for pictures.
const LANGUAGES = ["de", "fr", "hu", "en"] as const;
const NAMES = ["Anna", "Béla", "Cosima"];
const WIDTHS = [360, 1440, 768] as const; // of the first, the second, and the third who sits down
const HEIGHTS: Record<number, number> = { 360: 780, 1440: 900, 768: 1024 };
const POLITE = 4000; // ms for which the player whose turn it is waits for those who can interrupt
const EAGER = 260; // ms before which a button to interrupt takes no key
const MATCHES = 6; // at most, until everybody has had a turn and somebody has interrupted
const album = new Album(process.env.STICH_PICTURES ?? "");

/** A table at which every player interrupts, as short as its options allow. */
interface Table {
  game: string;
  seats: number;
  people: number;
  options: Record<string, string>;
  /** more variants, if there is time: in turn */
  more: Record<string, string>[];
  /** of the deals, the same each time: interrupting must not depend on the shuffle */
  seed: number;
  /** the verb to interrupt; "" if a game has none */
  verb: string;
  /** only the first one gets it: the second learns who that was */
  race?: boolean;
}

const TABLES: Table[] = [
  {
    game: "durak",
    seats: 4,
    people: 3,
    options: { throw_mode: "free", pack: "32", match_games: "1", pile_on_after_take: "false" },
    more: [
      { first_attacker: "lowest_trump", pile_on_after_take: "true" },
      { transfer_by_showing_trump: "true", pile_on_after_take: "true" },
      { transfer_after_beat: "true", pile_on_after_take: "true" },
    ],
    seed: 1,
    verb: "throw",
  },
  {
    game: "cruzo",
    seats: 2,
    people: 2,
    options: { throw_mode: "reaction", throw_ms: "10000", finish: "rank_by_table", action_cap: "100", jokers_per_pack: "0" },
    more: [{ swap_before_start: "true", action_cap: "1000" }, { action_cap: "1000", jokers_per_pack: "3" }],
    seed: 1,
    verb: "throw",
  },
  {
    game: "frustration",
    seats: 3,
    people: 2,
    options: { joker_claim: "reaction", claim_ms: "10000", contracts: "first" },
    more: [{ claimed_joker: "swap" }, {}],
    seed: 5, // a joker is turned up, however the match goes on
    verb: "claim",
    race: true,
  },
  {
    game: "chinchon",
    seats: 4,
    people: 2,
    options: { limit: "20" },
    more: [{ auto_melds: "false", layoff: "all" }, { mode: "conga" }],
    seed: 3,
    verb: "",
  },
];

/** The players at the table: their language, theme and width. */
interface Occupant {
  language: Language;
  width: number;
  theme: "light" | "dark";
}

/** Each has another language, the next time the next one; with each language light and dark alternate. */
function occupants(people: number, turn: number): Occupant[] {
  return WIDTHS.slice(0, people).map((width, i) => ({
    width,
    language: LANGUAGES[(turn + i) % LANGUAGES.length]!,
    theme: (turn + i + Math.floor(turn / LANGUAGES.length)) % 2 === 0 ? "light" : "dark",
  }));
}

for (const [i, table] of TABLES.entries()) {
  const every = Array.from({ length: 2 * LANGUAGES.length }, (_, turn) => turn);
  const turns = ALL ? every : [i, i + LANGUAGES.length / 2];
  for (const turn of turns) {
    const sitting = occupants(table.people, turn);
    const words = sitting.map(({ language, width, theme }) => `${language} ${width} ${theme}`).join(", ");
    test(`${table.game} by ${table.people} browsers: ${words}`, onlyLong, async ({ browser, request }) => {
      const name = `${table.game} ${words}`;
      test.skip(album.has(name), "played in a run before this one");
      test.setTimeout(900_000);
      const options = { ...table.options, ...table.more[turn % table.more.length] };
      const made = await request.post("/api/tables", { data: { game: table.game, seats: table.seats, seed: table.seed, gather: true, pace: "instant", options } });
      const { url } = (await made.json()) as { url: string };
      const guests = await Promise.all(sitting.map((occupant, n) => sitDown(browser, table, occupant, NAMES[n]!)));
      for (const guest of guests) await guest.take(url);
      await guests[0]!.press("lobby.start");

      const interrupted = (): number => guests.flatMap(({ who }) => who.interrupted).filter(({ verb, refused }) => verb === table.verb && refused === "").length;
      const had = guests.map(() => 0); // turns
      const began = Date.now();
      for (let match = 0; match < MATCHES; match++) {
        if (match > 0) await again(guests);
        const played = await Promise.all(guests.map((guest) => guest.play(guests)));
        for (const [n, { deals, decisions }] of played.entries()) {
          had[n]! += decisions;
          expect(deals).toBe(played[0]!.deals);
        }
        const read = await Promise.all(guests.map((guest) => guest.totals()));
        for (const other of read) expect(other, "all read the same").toEqual(read[0]);
        expect(Object.keys(read[0]!)).toHaveLength(table.seats);
        const decisions = played.map((one) => one.decisions).join(" + ");
        console.log(`${name}: ${decisions} decisions, ${played[0]!.deals} deals, ${interrupted()} out of turn, ${Math.round((Date.now() - began) / 1000)} s`);
        const second = guests.some(({ who }) => who.far && who.interrupted.some(({ refused }) => refused === "window_first"));
        if (Math.min(...had) > 0 && (!table.verb || interrupted() > 0) && (!table.race || second)) break;
      }
      expect(Math.min(...had), "everybody has had a turn").toBeGreaterThan(0);
      if (table.verb) expect(interrupted(), "what was done out of turn").toBeGreaterThan(0);
      if (table.race) await guests.at(-1)!.wasSecond();
      for (const guest of guests) expect(guest.complaints).toEqual([]);
      await Promise.all(guests.map(({ who }) => who.context.close()));
      album.done(name);
    });
  }
}

/** All people at the table have to want it. */
async function again(guests: readonly Player[]): Promise<void> {
  for (const guest of guests) await guest.press("table.again");
  for (const { page } of guests) await expect(page.locator("[data-end]")).toHaveCount(0);
}

/** A player who plays by keys, in their own language, and is polite to those who can interrupt. */
class Player {
  readonly complaints: string[] = [];
  readonly #met = new Set<string>(); // kinds of screens

  constructor(
    readonly who: Guest,
    readonly texts: Catalogue,
    readonly alerts: readonly string[],
    readonly words: string,
    readonly game: string,
  ) {
    this.page.on("pageerror", (error) => this.complaints.push(error.message));
  }

  get page(): Page {
    return this.who.page;
  }

  /** Press the button that says so. */
  press(key: string): Promise<void> {
    return keyboard.press(this.page, this.page.getByRole("button", { name: String(this.texts[key]), exact: true }).first());
  }

  async take(url: string): Promise<void> {
    await this.page.goto(url);
    await expect(this.page.locator(".lobby li")).not.toHaveCount(0);
    await this.press("table.sit");
    await expect(this.page.locator(".lobby .chip")).toHaveCount(1);
    await album.keep(this.page, this.words, "lobby");
  }

  play(all: readonly Player[]): Promise<Played> {
    const others = all.filter((other) => other !== this);
    return playMatch(this.page, keyboard, { ...curious(), seen: (screen, sight) => this.#seen(screen, sight, others) });
  }

  async #seen(screen: string, sight: Sight, others: readonly Player[]): Promise<void> {
    if (sight.wide) await expect.poll(() => sideways(this.page), { intervals: [100], timeout: 2000 }).toEqual([]); // a flying card may come from outside
    const kind = sight.dialog === "none" ? keyOf(this.texts, `${this.game}.phase.`, sight.phase.trim()) : screen;
    if (!this.#met.has(kind)) expect(await keysShown(this.page, this.texts), this.words).toEqual([]);
    this.#met.add(kind);
    await album.keep(this.page, this.words, this.who.mayInterrupt && sight.dialog === "none" ? `${kind} out of turn` : kind);
    const race = others.some(({ who }) => who.mayInterrupt) ? this.who.view?.window?.lasts : undefined; // that another player is first
    if (this.who.mayInterrupt && this.who.far) await until(() => this.who.lags || !this.who.mayInterrupt, race);
    else if (this.who.mayInterrupt && this.who.view?.window) await new Promise((on) => setTimeout(on, EAGER));
    else await until(() => !others.some(({ who }) => who.mayInterrupt));
  }

  /** The last line of the score sheet, by names. */
  async totals(): Promise<Record<string, string>> {
    const sums = (await openSheet(this.page, keyboard)).locator(".figures").last();
    const [, ...names] = await sums.locator("thead th").allInnerTexts();
    const cells = await sums.locator("tbody tr").last().locator("td").allInnerTexts();
    await this.page.keyboard.press("Escape");
    const all = names.map((name, i) => [name === this.texts["table.you"] ? this.who.name : name, cells[i] ?? ""]);
    return Object.fromEntries(all.sort());
  }

  /** They have learned who was faster, and by how much. */
  async wasSecond(): Promise<void> {
    expect(this.who.interrupted.map(({ refused }) => refused)).toContain("window_first");
    const [before = "", , after = ""] = String(this.texts["error.window_first"]).split(/(\{seat\}.*\{n\})/);
    await expect.poll(() => this.alerts.filter((alert) => alert.includes(NAMES[0]!) && alert.startsWith(before) && alert.trimEnd().endsWith(after))).not.toEqual([]);
  }
}

async function sitDown(browser: Browser, table: Table, { language, width, theme }: Occupant, name: string): Promise<Player> {
  const height = HEIGHTS[width] ?? width;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: "reduce", locale: language });
  const settings = { name, language, pace: "instant" };
  await context.addInitScript((all) => Object.entries(all).forEach(([key, value]) => localStorage.setItem(`stich.${key}`, value)), settings);
  const guest = await Guest.enter(context, name);
  guest.far = table.race === true && name !== NAMES[0];
  const alerts = await listen(guest.page, '[role="alert"]');
  const texts = (await (await context.request.get(`/api/text/${language}.json?game=${table.game}`)).json()) as Catalogue;
  return new Player(guest, texts, alerts, `${table.game}-${width}-${theme}-${language}`, table.game);
}

/** Until it is true, or until patience ends. */
async function until(so: () => boolean, most = POLITE): Promise<void> {
  const end = Date.now() + most;
  while (!so() && Date.now() < end) await new Promise((on) => setTimeout(on, 10));
}
