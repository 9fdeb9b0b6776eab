/**
 * Four people and a table, from the start page to the proof that its shuffle was fair, each in a browser, a language and on a device of their own: one
 * invites, one comes by the link, one by the list of open tables, one watches. One browser is closed in the middle of a round, a bot plays, the person
 * is back; one goes on on another device. STICH_PICTURES names a folder for pictures of every station.
 */
import { expect as promptly, test, type Browser, type Locator, type Page } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Language } from "../src/viewer/text.svelte";
import { Album } from "./album";
import { clean } from "./axe";
import { Person, type Device } from "./person";
import { playMatch } from "./player";
import { freePort, Server } from "./server";
import { ALL, LONG, onlyLong } from "./tiers";

const expect = promptly.configure({ timeout: 30_000 }); // a busy machine, and four browsers on it
const PYTHON = process.env.STICH_PYTHON ?? "python3";
const LANGUAGES = ["en", "de", "fr", "hu"] as const;
const NAMES: Record<Language, string> = { en: "Alice", de: "Jürgen", fr: "Héloïse", hu: "Ödön" };
const DESK: Device = { width: 1440, height: 900, by: "keyboard" };
const PHONE: Device = { width: 360, height: 740, by: "touch" };
const TABLET: Device = { width: 768, height: 1024, by: "touch" };
const SIDE: Device = { width: 740, height: 360, by: "touch", theme: "dark" };
const MIDWAY = 9; // looks at something to decide, of all together: in the middle of a round
const album = new Album(process.env.STICH_PICTURES ?? "");

/** A game as it is chosen on the start page. */
interface Journey {
  game: string;
  /** players, of whom three are people; 0: there can be no other number */
  seats: number;
  /** numbers that are typed */
  numbers: Record<string, string>;
  /** of the owner, the one with the link, the one from the list, the spectator */
  devices: readonly [Device, Device, Device, Device];
  /** the others decide that a bot plays, and do not wait for it */
  voted: boolean;
  rated: boolean;
}

const JOURNEYS: Journey[] = [
  { game: "chimera", seats: 0, numbers: { limit: "1" }, devices: [DESK, PHONE, TABLET, SIDE], voted: !LONG, rated: false },
  { game: "durak", seats: 4, numbers: { match_games: "1" }, devices: [TABLET, DESK, SIDE, PHONE], voted: false, rated: false },
  { game: "doppelkopf", seats: 0, numbers: {}, devices: [PHONE, SIDE, DESK, TABLET], voted: false, rated: true },
];

for (const [i, journey] of JOURNEYS.entries()) {
  for (const turn of ALL ? LANGUAGES.keys() : [i]) {
    const languages = LANGUAGES.map((_, n) => LANGUAGES[(n + turn) % LANGUAGES.length]!);
    test(`${journey.game} by four people: ${languages.join(", ")}`, i === 0 && turn === 0 ? {} : onlyLong, async ({ browser }) => {
      test.setTimeout(LONG ? 900_000 : 120_000);
      const server = new Server(await freePort(), mkdtempSync(join(tmpdir(), "stich-journey-")));
      await server.start();
      try {
        await new Story(journey, server).tell(browser, languages);
      } finally {
        await server.kill();
      }
    });
  }
}

/** Closed by itself after so many looks; the players wait at it before every decision. */
class Gate {
  #open: () => void = () => undefined;
  #way: Promise<void> = Promise.resolve();
  #left = Infinity;
  #shut: () => void = () => undefined;

  /** Wait until it is closed after so many looks. */
  after(looks: number): Promise<void> {
    this.#left = looks;
    return new Promise((shut) => (this.#shut = shut));
  }

  open(): void {
    this.#open();
    this.#way = Promise.resolve();
  }

  async pass(): Promise<void> {
    if (--this.#left === 0) {
      this.#way = new Promise((open) => (this.#open = open));
      this.#shut();
    }
    await this.#way;
  }
}

class Story {
  #people!: [Person, Person, Person, Person];
  #at = ""; // the address of the table
  readonly #gate = new Gate();
  readonly #played: Promise<void>[] = [];

  constructor(
    readonly journey: Journey,
    readonly server: Server,
  ) {}

  async tell(browser: Browser, languages: readonly Language[]): Promise<void> {
    const { game, devices } = this.journey;
    const enter = (n: number): Promise<Person> => Person.enter(browser, this.server.url, game, NAMES[languages[n]!], languages[n]!, devices[n]!, album);
    this.#people = [await enter(0), await enter(1), await enter(2), await enter(3)];
    await this.#invite();
    await this.#comeByLink();
    await this.#comeByList();
    await this.#start();
    const midway = this.#gate.after(MIDWAY);
    for (const person of this.#people.slice(0, 3)) this.#played.push(this.#play(person));
    await Promise.race([midway, Promise.all(this.#played).then(() => Promise.reject(new Error("the match was over before the middle of a round")))]);
    await this.#dropOut();
    await this.#comeBack();
    await this.#moveOn();
    await this.#talk(1, "thanks");
    this.#gate.open();
    await Promise.all(this.#played);
    await this.#end();
    await this.#history();
    for (const person of this.#people) {
      expect(person.complaints).toEqual([]);
      await person.context.close();
    }
  }

  #seat(person: Person, seat: number): Locator {
    return person.page.locator(`.board [data-seat="${seat}"]`);
  }

  #look(station: string, ...whose: Person[]): Promise<unknown> {
    return Promise.all((whose.length > 0 ? whose : this.#people).map((person) => person.look(`${this.journey.game} ${station}`)));
  }

  // -- before the match -----------------------------------------------------------------------------------------------

  /** The game is chosen on the start page, with its options. */
  async #invite(): Promise<void> {
    const { game, seats, numbers, voted, rated } = this.journey;
    const [host] = this.#people;
    const { page } = host;
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", host.language);
    await this.#look("00 start", host);
    await host.press(page.locator(".tile .whole").filter({ has: page.getByText(host.t(`${game}.name`), { exact: true }) }).first());
    if (seats > 0) await host.press(page.getByRole("group", { name: host.t("start.players") }).last().getByRole("button", { name: String(seats), exact: true }));
    for (const [name, value] of Object.entries(numbers)) await host.write(page.getByLabel(host.t(`${game}.option.${name}`), { exact: true }), value);
    if (voted) await host.choose(page.getByLabel(host.t("start.absent")), "wait");
    if (rated) await host.check(page.getByRole("checkbox", { name: host.t("start.rated") }).first());
    await this.#look("01 chosen", host);
    await host.press(host.button("start.invite"));
    await page.waitForURL(/\/t\//);
    this.#at = page.url();
    await expect(page.locator(".lobby li.taken")).not.toHaveCount(0);
    const place = page.locator(".where b + span");
    const dot = await place.evaluate((words) => (words.textContent ? "" : getComputedStyle(words, "::before").content));
    expect.soft(dot, "behind the name of the game stands nothing, or a dot and words").not.toContain("·");
    await host.check(page.getByRole("checkbox", { name: host.t("owner.open") }));
    await this.#look("02 lobby", host);
  }

  async #comeByLink(): Promise<void> {
    const [host, second] = this.#people;
    const link = await host.page.getByRole("textbox", { name: host.t("table.link") }).inputValue();
    await second.page.goto(link.replace(/^https?:\/\/[^/]+/, this.server.url));
    await expect(second.page.getByRole("heading", { level: 1 })).toContainText(host.name);
    await this.#look("03 invited", second);
    await second.press(second.button("invite.sit"));
    await expect(second.page.locator(".lobby .chip")).toHaveCount(1);
    await expect(host.page.locator('[data-seat-row="1"]')).toContainText(second.name);
    await this.#look("04 in the lobby", second);
  }

  async #comeByList(): Promise<void> {
    const [host, second, third] = this.#people;
    await third.page.goto("/");
    const open = third.page.getByRole("region", { name: third.t("lobby.open") });
    for (const { name } of [host, second]) await expect(open.locator("li .what")).toContainText(name);
    await open.scrollIntoViewIfNeeded();
    await this.#look("05 open tables", third);
    await third.press(open.getByRole("button", { name: third.t("invite.sit") }));
    await third.page.waitForURL(this.#at);
    await expect(third.page.locator(".lobby .chip")).toHaveCount(1);
  }

  async #start(): Promise<void> {
    const [host, , third, fourth] = this.#people;
    await expect(host.page.locator('[data-seat-row="2"]')).toContainText(third.name);
    await this.#look("06 all are there", host, third);
    await host.press(host.button("lobby.start"));
    let release = (): void => undefined;
    const held = new Promise<void>((done) => (release = done));
    await fourth.page.route(/\/api\/text\/(?!.*part=first)/, (route) => held.then(() => route.continue()));
    await fourth.page.goto(this.#at);
    await expect(fourth.page.locator(".stage .board [data-seat]")).not.toHaveCount(0);
    await expect(fourth.page.locator(".board [data-seat] > button")).not.toHaveCount(0); // what comes later is here, but for its words
    await expect.soft(fourth.page.locator(".invited"), "no invitation without its words").toHaveCount(0);
    release();
    await expect(fourth.page.getByRole("heading", { name: fourth.t("invite.by", { name: host.name, game: fourth.t(`${this.journey.game}.name`) }) })).toBeVisible();
    await fourth.look(`${this.journey.game} 07 invited in the middle`, { covered: true });
    await fourth.press(fourth.button("table.stay_away"));
    await expect(fourth.page.locator(".invited")).toHaveCount(0);
    for (const person of this.#people) await expect(person.page.locator(".stage .board [data-seat]")).not.toHaveCount(0);
    for (const person of this.#people.slice(0, 3)) await expect(person.page.getByRole("listbox").first().getByRole("option")).not.toHaveCount(0);
    await this.#look("08 begun");
  }

  /** Until the match is over; on another page where the one before has been closed. */
  async #play(person: Person): Promise<void> {
    for (;;) {
      const { page } = person;
      try {
        await playMatch(page, person.hands, {
          seen: () => this.#gate.pass(),
          answer: (labels) => labels.length - 1,
        });
        return;
      } catch (error) {
        if (!page.isClosed()) throw error;
        while (person.page.isClosed()) await new Promise((on) => setTimeout(on, 50));
      }
    }
  }

  // -- in the middle of a round ---------------------------------------------------------------------------------------

  /** They are waited for, then a bot plays, and all see which. */
  async #dropOut(): Promise<void> {
    const [host, second, third, fourth] = this.#people;
    await this.#look("09 in the middle");
    await second.close();
    for (const person of [host, third]) await expect(this.#seat(person, 1).locator(".time")).toBeVisible({ timeout: 20_000 });
    await this.#look("10 somebody is away", host, third, fourth);
    if (!this.journey.voted) await expect(this.#seat(fourth, 1).locator(".time")).toBeVisible();
    else for (const person of [host, third]) await person.press(this.#seat(person, 1).locator("button.time"));
    for (const person of [host, third, fourth]) await expect(this.#seat(person, 1)).toContainText(person.like("table.bot_plays.short"), { timeout: 40_000 });
    await this.#look("11 a bot plays", host, third, fourth);
  }

  async #comeBack(): Promise<void> {
    const [host, second, third, fourth] = this.#people;
    await second.open(this.#at);
    await expect(second.page.getByRole("listbox").first().getByRole("option")).not.toHaveCount(0);
    for (const person of [host, third, fourth]) await expect(this.#seat(person, 1)).not.toContainText(person.like("table.bot_plays.short"));
    await this.#look("12 back", host, second);
  }

  /** The third person goes on on a phone, by the code of the seat. */
  async #moveOn(): Promise<void> {
    const [host, , third] = this.#people;
    const held = await third.page.getByRole("listbox").first().getByRole("option").count();
    await third.press(third.button("settings.title"));
    const menu = third.page.getByRole("dialog");
    await expect(menu).toBeVisible();
    await this.#look("13 menu", third);
    await third.press(menu.locator("summary").filter({ hasText: third.t("recover.title") }));
    await third.press(third.button("recover.show"));
    const code = await menu.locator("output.code").innerText();
    await this.#look("14 code", third);

    const phone = await third.other(third.device.width === PHONE.width ? DESK : PHONE);
    await phone.page.goto(this.#at);
    await phone.press(phone.button("recover.have"));
    await phone.write(phone.page.getByRole("textbox", { name: phone.t("recover.enter") }), code.toLowerCase().replaceAll("-", " "));
    await phone.look(`${this.journey.game} 15 code typed`, { covered: true }); // over the place of a hand
    await phone.press(phone.button("recover.go"));
    await expect(phone.page.getByRole("listbox").first().getByRole("option")).toHaveCount(held);
    await expect(third.page.getByText(third.t("owner.moved"))).toBeVisible();
    await expect.soft(menu, "nothing lies over it").toHaveCount(0);
    await third.look(`${this.journey.game} 16 moved`, { covered: true });
    await this.#look("16 moved", phone);
    await expect(this.#seat(host, 2)).toContainText(third.name);
    const old = third.context;
    [third.context, third.page, third.device] = [phone.context, phone.page, phone.device];
    await old.close();
  }

  /** One says something, and each reads it in their language. */
  async #talk(by: number, phrase: string): Promise<void> {
    const speaker = this.#people[by]!;
    const talk = speaker.page.locator(".bar .talk");
    await speaker.press(talk);
    const panel = speaker.page.locator(".panel");
    await expect(panel).toBeVisible();
    await speaker.look(`${this.journey.game} 17 talk ${phrase}`, { covered: speaker.device === DESK }); // there it lies over the scores
    await speaker.press(speaker.button(`talk.say.${phrase}`, {}, panel));
    const others = this.#people.filter((person) => person !== speaker);
    await Promise.all(others.map((person) => expect(person.page.locator(".bubble", { hasText: person.t(`talk.say.${phrase}`) })).toBeVisible()));
    await Promise.all(others.map((person) => person.look(`${this.journey.game} 18 said ${phrase}`, { covered: true })));
    if (await panel.isVisible()) {
      if (speaker.device.by === "keyboard") await speaker.page.keyboard.press("Escape");
      else await speaker.press(speaker.button("page.close", {}, panel));
    }
    await expect(panel).toHaveCount(0);
  }

  // -- afterwards -----------------------------------------------------------------------------------------------------

  async #end(): Promise<void> {
    for (const person of this.#people) await expect(person.page.locator('[data-end="match"]')).toBeVisible();
    await this.#look("19 end");
    await this.#talk(2, "well_played");
    for (const person of this.#people.slice(0, 3)) {
      await person.press(person.button("table.again").first());
      if (person === this.#people[0]) await this.#people[1].look(`${this.journey.game} 20 again`, { covered: true });
    }
    for (const person of this.#people) await expect(person.page.locator("[data-end]")).toHaveCount(0);
    for (const person of this.#people.slice(0, 3)) await expect(person.page.getByRole("listbox").first().getByRole("option")).not.toHaveCount(0);
    await this.#look("21 rematch");
  }

  /** Each of them finds it, looks at it from their seat, and checks the shuffle; the command line agrees. */
  async #history(): Promise<void> {
    for (const [seat, person] of this.#people.slice(0, LONG ? 3 : 1).entries()) {
      const page = await person.tab();
      await page.goto("/matches");
      const row = page.locator("main li.box").first();
      await expect(row).toContainText(person.t(`${this.journey.game}.name`));
      for (const other of this.#people.slice(0, 3)) if (other !== person) await expect(row).toContainText(other.name);
      await person.look(`${this.journey.game} 22 matches`, { page });
      if (LONG) await clean(page, "matches");
      const download = page.waitForEvent("download");
      await person.press(row.getByRole("link", { name: person.t("table.record") }));
      const record = join(mkdtempSync(join(tmpdir(), "stich-record-")), "match.stich");
      await (await download).saveAs(record);
      const told = execFileSync(PYTHON, ["-m", "stich", "verify", "--json", record], { encoding: "utf-8" });
      expect(JSON.parse(told.split("\n")[0]!)).toMatchObject({ fault: "", source: "hkdf1" });
      await person.press(row.getByRole("link", { name: person.t("matches.review") }));
      await this.#review(person, page, seat);
      await page.close();
    }
  }

  async #review(person: Person, page: Page, seat: number): Promise<void> {
    await page.waitForURL(new RegExp(`/review/.*as=${seat}`));
    const controls = page.getByRole("region", { name: person.t("review.controls") });
    await expect(controls.locator(".caption")).not.toBeEmpty();
    const before = await controls.locator(".caption").innerText();
    if (person.device.by === "keyboard") await page.keyboard.press("ArrowRight");
    else await person.press(person.button("review.forward", {}, controls));
    await expect(controls.locator(".caption")).not.toHaveText(before);
    await person.look(`${this.journey.game} 23 review`, { page });
    await person.press(person.button("table.sheet", {}, page).first());
    const sheet = page.getByRole("dialog");
    await expect(sheet.getByText(person.t("fair.good"))).toBeVisible();
    await person.look(`${this.journey.game} 24 sheet`, { page });
    await person.press(person.button("fair.title", {}, sheet));
    const figures = page.getByRole("dialog", { name: person.t("fair.title") });
    await person.press(figures.locator("summary").first());
    // on the new device: another browser has added to the first round
    await expect(figures.getByText(person.t(seat === 2 ? "fair.deal.alone" : "fair.deal.own")).first()).toBeVisible();
    await person.look(`${this.journey.game} 25 shuffle`, { page });
  }
}
