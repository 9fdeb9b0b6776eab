/**
 * A match against the strongest bots, and what one learns from it: played from the start page to its end, looked at again with what each decision has
 * cost, its turning points stepped through, the file to send opened; then puzzles, solved and not, and that of the day. Each language on a device of
 * its own. STICH_PICTURES names a folder for pictures of every station, at each size and in both themes.
 */
import { expect as promptly, test, type Locator, type Page } from "@playwright/test";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Language } from "../src/viewer/text.svelte";
import type { Analysis, Puzzle, Puzzles } from "../src/wire/protocol";
import { Album } from "./album";
import { clean } from "./axe";
import { Person, type Device } from "./person";
import { playMatch } from "./player";
import { freePort, Server } from "./server";
import { keysShown, sideways } from "./shown";
import { ALL, onlyLong } from "./tiers";

const expect = promptly.configure({ timeout: 30_000 }); // a busy machine
const ANALYSED_MS = 1_800_000; // the judge has the lowest priority: beside other work it takes many times longer
const SHOWN = [[360, 740], [768, 1024], [1440, 900], [740, 360]] as const;
const DEALS = ALL ? "24" : "4"; // of a match by the rules of tournaments
const SOME = 4; // turning points that are looked at

interface Way {
  game: "chimera" | "doppelkopf";
  level: "master" | "expert";
  language: Language;
  name: string;
  device: Device;
}

const WAYS: Way[] = [
  { game: "chimera", level: "master", language: "hu", name: "Ödön", device: { width: 360, height: 740, by: "touch" } },
  { game: "chimera", level: "master", language: "en", name: "Alice", device: { width: 1440, height: 900, by: "mouse", theme: "dark" } },
  { game: "doppelkopf", level: "expert", language: "fr", name: "Héloïse", device: { width: 768, height: 1024, by: "touch" } },
  { game: "doppelkopf", level: "expert", language: "de", name: "Jürgen", device: { width: 740, height: 360, by: "touch", theme: "dark" } },
];

for (const way of WAYS) {
  const { game, level, language, device } = way;
  test(`${game} against ${level} in ${language} at ${device.width} px, and what was learnt`, onlyLong, async ({ browser }) => {
    test.setTimeout(3_600_000);
    const server = new Server(await freePort(), mkdtempSync(join(tmpdir(), "stich-judged-")));
    await server.start();
    const album = new Album(process.env.STICH_PICTURES ?? "");
    const person = await Person.enter(browser, server.url, game, way.name, language, device, album);
    try {
      await new Evening(person, way).spend();
      expect(person.complaints).toEqual([]);
    } finally {
      await person.context.close().catch(() => undefined); // closed already, after a failure
      await server.kill();
    }
  });
}

class Evening {
  constructor(
    readonly person: Person,
    readonly way: Way,
  ) {}

  get page(): Page {
    return this.person.page;
  }

  async spend(): Promise<void> {
    await this.#sitDown();
    await this.#play();
    await this.#review();
    await this.#puzzles();
  }

  /** No word is missing and nothing is too wide; with pictures at each size. */
  async #look(station: string, { page = this.page, whole = true } = {}): Promise<void> {
    const { width, height, theme = "light" } = this.person.device;
    const { album, language, texts } = this.person;
    const where = `${this.way.game} ${station} (${language})`;
    const sizes = album.folder ? SHOWN : ([[width, height]] as const);
    for (const [w, h] of sizes) {
      await page.setViewportSize({ width: w, height: h });
      await expect.soft.poll(() => sideways(page), { message: `${where} at ${w} px`, intervals: [100, 300], timeout: 4000 }).toEqual([]);
      for (const scheme of album.folder ? (["light", "dark"] as const) : [theme]) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
        await album.keep(page, `${this.way.game}-${language}-${w}x${h}-${scheme}`, station);
      }
    }
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height });
    if (whole) await expect.soft.poll(() => keysShown(page, texts), { message: where, intervals: [100, 300], timeout: 4000 }).toEqual([]);
    expect.soft(await page.evaluate(() => document.body.innerText.match(/.*([{}]|NaN|undefined).*/g) ?? []), where).toEqual([]);
  }

  // -- the match ------------------------------------------------------------------------------------------------------

  async #sitDown(): Promise<void> {
    const { person, page, way } = this;
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", way.language);
    await person.press(page.locator(".tile .whole").filter({ has: page.getByText(person.t(`${way.game}.name`), { exact: true }) }).first());
    for (const n of [1, 2, 3].slice(0, way.game === "chimera" ? 2 : 3)) {
      await person.choose(page.getByLabel(person.t("start.bot", { n: String(n) }), { exact: true }), way.level);
    }
    if (way.game === "chimera") await person.write(page.getByLabel(person.t("chimera.option.limit"), { exact: true }), "1");
    else {
      await person.press(page.locator(".presets").getByRole("button", { name: person.t("doppelkopf.preset.tournament"), exact: true }));
      if (DEALS !== "24") {
        await person.press(page.locator("details.box summary"));
        await person.choose(page.getByLabel(person.t("doppelkopf.option.match_deals"), { exact: true }), DEALS);
      }
    }
    await this.#look("01 chosen");
    await person.press(page.locator(".go .primary"));
    await page.waitForURL(/\/t\//);
    await expect(page.locator(".board")).toContainText(person.t(`table.bot.${way.level}`));
  }

  async #play(): Promise<void> {
    const { person, page, way } = this;
    let seen = 0;
    const began = Date.now();
    const played = await playMatch(page, person.hands, {
      choose: (labels) => (way.game === "doppelkopf" ? 0 : labels.length - 1),
      seen: async () => {
        if (seen++ === 6) await this.#look("02 at the table", { whole: false });
      },
      most: 20_000,
    });
    console.log(`${way.game} ${way.language}: ${played.deals} deals, ${played.decisions} decisions, ${Math.round((Date.now() - began) / 1000)} s`);
    await this.#look("03 over");
  }

  // -- the review -----------------------------------------------------------------------------------------------------

  async #review(): Promise<void> {
    const { person, page } = this;
    await person.press(page.locator("[data-end]").getByRole("link", { name: person.t("end.look"), exact: true }));
    await page.waitForURL(/\/review\//);
    await expect(page.locator(".stage .board")).toBeVisible();
    await this.#look("04 review");
    const began = Date.now();
    await person.press(person.button("evaluation.title"));
    const panel = page.getByRole("region", { name: person.t("evaluation.title"), exact: true });
    await expect(panel).toBeVisible();
    await this.#look("05 being analysed");
    await expect(panel.getByRole("progressbar")).toHaveCount(0, { timeout: ANALYSED_MS });
    await expect(panel.getByRole("link"), this.person.complaints.join("; ")).toHaveCount(1);
    console.log(`${this.way.game} ${this.way.language}: analysed in ${Math.round((Date.now() - began) / 1000)} s`);
    await this.#look("06 analysed");
    await this.#turns(panel);
    await this.#file(panel);
    const id = page.url().replace(/.*\/review\/([^?#]+).*/, "$1");
    const { state, decisions } = (await (await page.request.get(`/api/reviews/${id}/analysis`)).json()) as Analysis;
    expect(state).toBe("done");
    expect(decisions.length).toBeGreaterThan(10);
  }

  /** One turning point after the other: what is said there is about that step. */
  async #turns(panel: Locator): Promise<void> {
    const { person, page } = this;
    const lines = panel.locator("ol button");
    const n = Math.min(SOME, await lines.count());
    for (let i = 0; i < n; i++) {
      await person.press(lines.nth(i));
      await expect(lines.nth(i)).toHaveAttribute("aria-current", "step");
      await expect(panel.locator(".here .head")).toBeVisible();
      await this.#look(`07 turning point ${i + 1}`);
    }
    if (n > 1) {
      await person.press(person.button("evaluation.before", {}, panel));
      await expect(lines.nth(n - 2)).toHaveAttribute("aria-current", "step");
    }
    await page.setViewportSize({ width: this.person.device.width, height: 3000 });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight)); // nothing that is pressed lies half below the controls
    await clean(page, `${this.way.game} analysed, ${this.way.language}`);
    await page.setViewportSize(this.person.device);
  }

  /** The file to send is a page of its own, which needs nothing else. */
  async #file(panel: Locator): Promise<void> {
    const { person, page } = this;
    const link = panel.getByRole("link", { name: person.t("evaluation.file"), exact: true });
    await link.scrollIntoViewIfNeeded(); // a finger that comes while the page still moves only stops it
    const coming = page.waitForEvent("download");
    await person.press(link);
    const path = await (await coming).path();
    const sent = await person.tab();
    await sent.setContent(readFileSync(path, "utf-8"));
    await expect(sent.locator("html")).toHaveAttribute("lang", this.way.language);
    await expect(sent.locator("body")).toContainText(person.name);
    await this.#look("08 file", { page: sent });
    await clean(sent, `the file of ${this.way.game}, ${this.way.language}`);
    await sent.close();
  }

  // -- puzzles --------------------------------------------------------------------------------------------------------

  async #puzzles(): Promise<void> {
    const { person, page, way } = this;
    await page.goto("/");
    await person.press(page.getByRole("link", { name: person.t("puzzle.title"), exact: true }));
    await expect(page.getByRole("heading", { name: person.t("puzzle.title"), exact: true })).toBeVisible();
    await this.#look("09 puzzles");
    const all = (await (await page.request.get("/api/puzzles")).json()) as Puzzles;
    const of = all.games.find(({ game }) => game === way.game)!;
    const number = of.grades.indexOf(Math.max(...of.grades)) + 1;
    await page.goto(`/puzzles#${way.game}.${number}`);
    const wrong = await this.#wrongly(number);
    expect(wrong).not.toBe("");
    await this.#rightly(number);
    await page.goto(`/puzzles`);
    await person.press(page.getByRole("region", { name: person.t(`${way.game}.name`), exact: true }).getByRole("link", { name: person.t("puzzle.today") }));
    await this.#rightly(of.today);
    await page.goto(`/puzzles`);
    await expect(page.getByRole("region", { name: person.t(`${way.game}.name`), exact: true })).toContainText(person.t("puzzle.solved_of", { n: "2", most: String(of.grades.length) }));
  }

  get #panel(): Locator {
    return this.page.getByRole("region", { name: this.person.t("puzzle.title"), exact: true });
  }

  async #puzzle(number: number): Promise<Puzzle> {
    return (await (await this.page.request.get(`/api/puzzles/${this.way.game}/${number}`)).json()) as Puzzle;
  }

  /** A wrong choice: it is said why, and the reply is shown. */
  async #wrongly(number: number): Promise<string> {
    const { person } = this;
    const puzzle = await this.#puzzle(number);
    await this.#look("10 a puzzle");
    await this.#choose(puzzle, puzzle.answer === 0 ? 1 : 0);
    await expect(this.#panel).toContainText(person.like("puzzle.wrong"));
    await this.#look("11 not quite");
    await clean(this.page, `a wrong choice in ${this.way.game}, ${this.way.language}`);
    const said = await this.#panel.locator(".task").innerText();
    await person.press(person.button("puzzle.try_again", {}, this.#panel));
    return said;
  }

  async #rightly(number: number): Promise<void> {
    const puzzle = await this.#puzzle(number);
    await this.#choose(puzzle, puzzle.answer);
    await expect(this.#panel).toContainText(this.person.like("puzzle.right"));
    await this.#look("12 right");
  }

  /** With the cards of the hand and the button, as at a table. */
  async #choose(puzzle: Puzzle, at: number): Promise<void> {
    const { person, page } = this;
    const { cards, label } = puzzle.tries[at]!;
    const hand = (puzzle.view.zones[`hand.${puzzle.seat}`] ?? []).length;
    const held = page.getByRole("listbox").getByRole("option");
    await expect(held).toHaveCount(hand);
    const taken = new Map<number, number>();
    for (const face of cards) {
      const nth = taken.get(face) ?? 0;
      taken.set(face, nth + 1);
      const card = page.locator(`[role=option][data-card="${face}"]`).nth(nth);
      if ((await card.getAttribute("aria-selected")) !== "true") await person.hands.take(page, card);
    }
    const buttons = page.locator(".actions .offers button:not([data-ahead], .let)");
    const offered = cards.length > 0 ? buttons.and(page.locator("[aria-keyshortcuts=Enter]")) : buttons.first();
    if (await offered.isVisible()) await person.press(offered);
    expect(label).toBeTruthy();
  }
}
