import { expect, test, type Page } from "@playwright/test";
import type { Catalogue, Language } from "../src/viewer/text.svelte";
import { Album } from "./album";
import { keyboard, mouse, openSheet, playMatch, touch, type Habits, type Hands, type Sight } from "./player";
import { amiss, keysShown, sideways } from "./shown";
import { listen } from "./tree";

// A match of Doppelkopf by the tournament rules, from the button of the start page to the ranking: reservations, solos, weddings, announcements. With
// STICH_LONG=1 all 24 deals in three languages, with STICH_LONG=2 in each language at both widths by keys alone; STICH_PICTURES names a folder.
const LONG = process.env.STICH_LONG ?? "";
const GAME = "doppelkopf";
const DEALS = 24;
const FEW = 1; // deals that are played without STICH_LONG
const LANGUAGES = ["de", "fr", "hu", "en"] as const;
const SIZES = [{ width: 1440, height: 900 }, { width: 360, height: 740 }] as const;
const SHOWN = [...SIZES, { width: 768, height: 1024 }, { width: 740, height: 360 }]; // in pictures
const NOW_AND_THEN = 12; // decisions between two looks for keys that have no text
const ASIDES = ["re", "kontra", "no90", "no60", "no30", "black"];
const RARE = 0.12; // share of the chances to announce something that are taken
const album = new Album(process.env.STICH_PICTURES ?? "");

interface Way {
  language: Language;
  size: (typeof SIZES)[number];
  hands: "keyboard" | "mouse" | "touch";
  /** of the shuffle and of the decisions */
  seed: number;
}

const WAYS: Way[] = LANGUAGES.flatMap((language, i) =>
  SIZES.map((size, j) => ({
    language,
    size,
    hands: LONG === "2" || (i + j) % 2 === 1 ? ("keyboard" as const) : size.width < 560 ? ("touch" as const) : ("mouse" as const),
    seed: 10 * i + j + 1,
  })),
);
const HANDS: Record<Way["hands"], Hands> = { keyboard, mouse, touch };

const FEWER = 3; // ways between two that are played with STICH_LONG=1

for (const way of LONG === "2" ? WAYS : WAYS.filter((_, i) => (LONG ? i % FEWER === 1 : i === 1))) {
  const { language, size, hands } = way;
  test.describe(`a tournament match in ${language} at ${size.width} px by ${hands}`, () => {
    test.use({ viewport: size, hasTouch: hands === "touch", isMobile: hands === "touch", locale: language, contextOptions: { reducedMotion: "reduce" } });

    test("from the start page to the ranking", async ({ page }) => {
      const name = `${GAME}-${size.width}-${language}`;
      test.skip(album.has(name), "played in a run before this one");
      test.setTimeout(LONG ? 1_200_000 : 120_000);
      const match = new Match(page, way, name, LONG ? DEALS : FEW);
      const began = Date.now();
      await match.start();
      await match.play();
      album.done(name);
      if (LONG) console.log(`${name} by ${hands}: ${match.told()}, ${Math.round((Date.now() - began) / 1000)} s`);
    });
  });
}

/** The same numbers each time. */
function dice(seed: number): () => number {
  let state = seed * 0x9e3779b1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let n = Math.imul(state ^ (state >>> 15), state | 1);
    n ^= n + Math.imul(n ^ (n >>> 7), n | 61);
    return ((n ^ (n >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Match {
  readonly #hands: Hands;
  readonly #chance: () => number;
  readonly #complaints: string[] = [];
  readonly #met = new Set<string>(); // kinds of screens
  readonly #pressed = new Map<string, number>();
  #alerts: string[] = [];
  #texts: Catalogue = {};
  #keys = new Map<string, string>(); // by the label of a button
  #totals = [0, 0, 0, 0];
  #looks = 0;
  #deal = 0;

  constructor(
    readonly page: Page,
    readonly way: Way,
    readonly name: string,
    readonly deals: number,
  ) {
    this.#hands = HANDS[way.hands];
    this.#chance = dice(way.seed);
  }

  /** The preset and the pace are chosen at the start page, in the language of the browser. The shuffle is the same each time. */
  async start(): Promise<void> {
    const { page, way } = this;
    page.on("pageerror", (error) => this.#complaints.push(error.message));
    page.on("console", (message) => message.type() === "error" && this.#complaints.push(message.text()));
    this.#alerts = await listen(page, '[role="alert"]');
    await page.route("**/api/tables", (route) => route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as object), seed: way.seed }) }));
    this.#texts = (await (await page.request.get(`/api/text/${way.language}.json?game=${GAME}`)).json()) as Catalogue;
    for (const [key, words] of Object.entries(this.#texts)) {
      const verb = /^doppelkopf\.verb\.(.+?)(\.bare)?$/.exec(key)?.[1];
      if (verb && typeof words === "string" && !words.includes("{")) this.#keys.set(words, verb);
    }
    this.#keys.set(this.#t("table.aside.more"), "more");
    const solo = this.#t(`${GAME}.verb.solo`);
    for (const key of ["c", "s", "h", "d"]) {
      const suit = this.#t(`${GAME}.suit.${key}`);
      this.#keys.set(solo.replace("{suit}", suit).replace("{Suit}", suit.slice(0, 1).toUpperCase() + suit.slice(1)), "solo");
    }

    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", way.language);
    await this.#press(page.locator(".tile .whole").filter({ has: page.getByText(this.#t(`${GAME}.name`), { exact: true }) }).first());
    const preset = page.locator(".presets").getByRole("button", { name: this.#t(`${GAME}.preset.tournament`), exact: true });
    await this.#press(preset);
    await expect(preset).toHaveAttribute("aria-pressed", "true");
    await expect(page.locator(".presets")).toContainText(this.#t(`${GAME}.preset.tournament.about`));
    const atOnce = page.getByRole("button", { name: this.#t("table.pace.instant"), exact: true });
    await this.#press(atOnce);
    await expect(atOnce).toHaveAttribute("aria-pressed", "true");
    expect(await sideways(page)).toEqual([]);
    await this.#picture("start");
    await this.#press(page.locator(".go .primary"));
    await page.waitForURL(/\/t\//);
    await expect(page.locator(`dl[aria-label="${this.#t("table.score")}"]`), "no score ends this match").not.toHaveCount(0);
  }

  async play(): Promise<void> {
    const habits: Habits = {
      choose: (labels) => this.#choose(labels),
      rather: (labels) => this.#announce(labels),
      card: (lit) => this.#one(lit),
      answer: (labels) => this.#count(labels, this.#one(labels.length)),
      seen: (screen, sight) => this.#seen(screen, sight),
      deals: this.deals,
      most: 20_000,
    };
    const played = await playMatch(this.page, this.#hands, habits);
    expect(played.deals).toBe(this.deals);
    expect(this.#deal, "the deals that had a sheet").toBe(this.deals);
    expect(this.#complaints).toEqual([]);
    expect(this.#alerts.filter((alert) => alert.trim())).toEqual([]);
    if (this.deals === DEALS) await this.#ranking();
  }

  told(): string {
    return [...this.#pressed].map(([verb, n]) => `${verb} ${n}`).join(", ");
  }

  #t(key: string): string {
    const words = this.#texts[key];
    if (typeof words !== "string") throw new Error(`no text for ${key}`);
    return words;
  }

  #one(n: number): number {
    return Math.floor(this.#chance() * n);
  }

  #press(button: ReturnType<Page["locator"]>): Promise<void> {
    return this.#hands.press(this.page, button);
  }

  /** The offers, by verb: every button has the label that the texts give it. */
  #verbs(labels: string[]): string[] {
    return labels.map((label) => {
      const words = label.split("\n")[0]!.trim();
      return this.#keys.get(words) ?? this.#keys.get(words.replace(/\s*…$/, "")) ?? `unknown: ${words}`;
    });
  }

  #count(labels: string[], chosen: number): number {
    const verb = this.#verbs(labels)[chosen] ?? "none";
    if (chosen >= 0) this.#pressed.set(verb, (this.#pressed.get(verb) ?? 0) + 1);
    return chosen;
  }

  /** Usually healthy; sometimes a reservation, which is a wedding if possible, and otherwise some solo. */
  #choose(labels: string[]): number {
    const verbs = this.#verbs(labels);
    expect(verbs.filter((verb) => verb.startsWith("unknown"))).toEqual([]);
    if (verbs.every((verb) => ASIDES.includes(verb) || verb === "more")) return this.#announce(labels);
    const healthy = verbs.indexOf("healthy");
    if (healthy >= 0 && verbs.includes("reservation")) return this.#count(labels, this.#chance() < 0.2 ? verbs.indexOf("reservation") : healthy);
    const wedding = verbs.indexOf("wedding");
    return this.#count(labels, wedding >= 0 ? wedding : this.#one(labels.length));
  }

  #announce(labels: string[]): number {
    const verbs = this.#verbs(labels);
    expect(verbs.filter((verb) => verb.startsWith("unknown"))).toEqual([]);
    return labels.length > 0 && this.#chance() < RARE ? this.#count(labels, this.#one(labels.length)) : -1;
  }

  async #seen(screen: string, sight: Sight): Promise<void> {
    const { page } = this;
    if (sight.wide) await expect.poll(() => sideways(page), { intervals: [100], timeout: 2000 }).toEqual([]); // a flying card may come from outside
    expect(await amiss(page)).toEqual([]);
    if (screen === "sheet" || screen === "over") await this.#sheet();
    const aside = sight.labels.length > 0 && screen === "cards" ? " announcing" : "";
    const kind = sight.dialog === "none" ? `${sight.phase.trim()}${aside}${sight.inTrick > 0 ? " trick" : ""}` : screen;
    if (!this.#met.has(kind) || this.#looks++ % NOW_AND_THEN === 0) {
      expect(await keysShown(page, this.#texts), this.name).toEqual([]);
      expect(await page.evaluate(() => document.body.innerText.match(/.*[{}].*/g) ?? [])).toEqual([]);
    }
    if (!this.#met.has(kind)) await this.#picture(kind);
    this.#met.add(kind);
  }

  /** Every point of the deal has its line; they add up to what the deal was worth, and that to the totals. */
  async #sheet(): Promise<void> {
    const sheet = await openSheet(this.page);
    const [deal, totals] = await sheet.locator(".figures").evaluateAll((tables) =>
      tables.map((table) =>
        [...table.querySelectorAll("tbody tr")].map((row) => ({
          words: row.querySelector("th")!.textContent!.trim(),
          cells: [...row.querySelectorAll("td")].map((cell) => cell.textContent!.trim()),
        })),
      ),
    );
    await this.page.keyboard.press("Escape");
    await expect(sheet).toHaveCount(0);
    const figures = (cells: readonly string[]): number[] => cells.map((cell) => (cell === "–" ? 0 : Number(cell.replace("−", "-").replace(/[\s.,\u202f]/g, ""))));
    const points = figures(deal!.at(-1)!.cells);
    const lines = deal!.slice(0, -1);
    expect(points).toHaveLength(4);
    expect(points.reduce((a, b) => a + b), "what one gets another one pays").toBe(0);
    points.forEach((n, i) => expect(lines.map(({ cells }) => figures(cells)[i]!).reduce((a, b) => a + b, 0), JSON.stringify(deal)).toBe(n));
    const known = new Set(Object.entries(this.#texts).flatMap(([key, words]) => (key.startsWith(`${GAME}.score.`) ? [words] : [])));
    expect(lines.filter(({ words }) => !known.has(words))).toEqual([]);
    const before = this.#totals;
    this.#totals = figures(totals!.at(-1)!.cells);
    expect(this.#totals).toEqual(points.map((n, i) => n + before[i]!));
    this.#deal += 1;
    expect(totals).toHaveLength(this.#deal);
  }

  /** At the end: who has won, and everybody's place. */
  async #ranking(): Promise<void> {
    await openSheet(this.page);
    const final = this.page.locator("dialog[open] .final > div");
    await expect(final).toHaveCount(4);
    await expect(this.page.locator("dialog[open] .won")).not.toBeEmpty();
    const scores = (await final.locator("dd").allInnerTexts()).map((words) => Number(words.replace("−", "-")));
    expect(scores).toEqual([...this.#totals].sort((a, b) => b - a));
    const won = await final.locator("dt").first().innerText();
    if (scores[0]! > scores[1]!) await expect(this.page.locator("dialog[open] .won")).toContainText(won);
  }

  /** At every size and in both themes. */
  async #picture(kind: string): Promise<void> {
    if (!album.folder) return;
    const { page, way } = this;
    for (const size of SHOWN) {
      for (const theme of ["light", "dark"] as const) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        await album.keep(page, `${this.name}-${size.width}x${size.height}-${theme}`, kind);
      }
    }
    await page.setViewportSize(way.size);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  }
}
