/**
 * An idle page is silent, and so is the server behind it: every page and every state of a table is opened, in a new profile and in one that has been
 * here before, the common ones in every language; then nothing happens for eight seconds, at all of them at once.
 */
import { expect, test, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROTO } from "../src/wire/protocol";
import type { GameSpec, Legal, NewTable, TableView } from "../src/wire/protocol";
import { listenTo, Watched } from "./quiet";
import { freePort, Server } from "./server";
import { onlyLong, some } from "./tiers";

const QUIET_MS = 8000; // with all that comes before, less than the seventeen seconds after which a table waits no longer for a program
const SETTLED_MS = 7500; // longer than a toast is shown, a ring pulses, and anything is prefetched
const MOVED_MS = 1000; // longer than a card flies
const FAULTS_MS = 3000;
const SLOW_MS = 30_000; // for a page to load while forty are opened
const FAULTS_SETTLED_MS = 1500;
const LANGUAGES = ["en", "de", "fr", "hu"] as const;
type Language = (typeof LANGUAGES)[number];
/** In these the common pages are opened: every time in one whose texts are fetched. */
const COMMON: readonly Language[] = some(LANGUAGES, (language) => language === "hu");
/** At tables of these it is somebody's turn every time: combinations, cards laid on cards. */
const FEW = ["chimera", "durak"];
const WIDTHS: Record<Language, number> = { en: 1440, de: 360, fr: 768, hu: 740 };
/** Of one processor, for all pings of some forty pages. */
const SERVER_SHARE = 0.1;
const DOZES = 1; // the seat of the program that takes its time
const TICKS = 100; // of the kernel's clock, a second

/** In Node a socket can bring headers, which the types of a browser's do not know. */
const NodeSocket = WebSocket as unknown as new (url: string, init: { headers: Record<string, string> }) => WebSocket;

const GUESTS = join(import.meta.dirname, "../../tests/guests");
const data = mkdtempSync(join(tmpdir(), "stich-silence-"));
let server: Server;
let games: GameSpec[];

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  server = new Server(await freePort(), data, GUESTS);
  await server.start();
  games = (await (await fetch(`${server.url}/api/games`)).json()) as GameSpec[];
});
test.afterAll(() => server.kill());

/**
 * What a table sends to another socket in this page, whose cookie makes it the same person. `until` is called with every view; if it returns false
 * and it is this person's turn, they do anything legal.
 */
function drive(page: Page, table: string, until: "mine" | "begun" | "sheet" | "over" | "seen" | "played"): Promise<TableView> {
  return page.evaluate(
    ([id, wanted, proto]) =>
      new Promise<TableView>((done, failed) => {
        const line = new WebSocket(`ws://${location.host}/api/socket/${id}`);
        let number = Date.now();
        let acted = false;
        const say = (what: object): void => line.send(JSON.stringify(what));
        const look = (): void => say({ t: "hello", proto, table: id, have: -1, epoch: "" });
        const reached = (view: TableView): boolean => {
          if (wanted === "seen") return true;
          if (wanted === "begun") return view.status === "playing";
          if (wanted === "played") return acted;
          if (wanted === "mine") return view.you < 15 && view.must === 1 << view.you && view.legal.length > 0;
          return view.status === (wanted === "sheet" ? "deal_over" : "match_over");
        };
        line.onopen = look;
        line.onerror = () => failed(new Error("no socket"));
        line.onmessage = ({ data }) => {
          const told = JSON.parse(String(data)) as { t: string; v: number; view: TableView; patch?: object };
          if (told.t === "update") return look();
          if (told.t !== "view") return;
          const { view } = told;
          if (reached(view)) {
            line.close();
            return done(view);
          }
          if (wanted === "begun") say({ t: "start", id: (number += 1) });
          else if (view.you < 15 && view.legal.length > 0) {
            acted = true;
            const [verb, cards, to] = view.legal[Math.floor(Math.random() * view.legal.length)] as Legal;
            say({ t: "act", id: (number += 1), v: told.v, verb, cards, to });
          } else if (view.status === "deal_over" && view.you < 15) say({ t: "ready", id: (number += 1), deal: view.deal });
        };
      }),
    [table, until, PROTO] as const,
  );
}

/** A browser: a profile, and pages of it that are observed. */
class Profile {
  readonly pages: Watched[] = [];

  constructor(
    readonly context: BrowserContext,
    readonly name: string,
  ) {}

  static async make(browser: Browser, name: string, locale: string, width: number): Promise<Profile> {
    return new Profile(await browser.newContext({ baseURL: server.url, locale, viewport: { width, height: 800 } }), name);
  }

  async open(name: string, path: string, sits = ""): Promise<Page> {
    const page = await this.context.newPage();
    if (sits) await page.addInitScript((table) => sessionStorage.setItem(`stich.made.${table}`, "wants a seat"), sits);
    this.pages.push(await Watched.open(page, `${this.name}, ${name}`));
    await page.goto(path);
    await expect(page.locator("h1, .felt").first()).toBeVisible({ timeout: SLOW_MS });
    return page;
  }

  async make(wanted: Partial<NewTable>): Promise<string> {
    const made = await this.context.request.post("/api/tables", { data: { pace: "instant", bots: ["random"], ...wanted } });
    expect(made.status(), await made.text()).toBe(201);
    return ((await made.json()) as { table: string }).table;
  }

  async sit(name: string, wanted: Partial<NewTable>): Promise<{ page: Page; table: string }> {
    const table = await this.make(wanted);
    const page = await this.open(name, `/t/${table}`, table);
    await expect.poll(async () => (await drive(page, table, "seen")).you, { timeout: SLOW_MS }).toBeLessThan(15);
    return { page, table };
  }
}

/** A person who has been here before, a guest of theirs in a new profile, and a person who waits for a program. */
interface Opened {
  home: Profile;
  guest: Profile;
  dozing: { page: Page; table: string } | null;
}

/** The pages that everybody sees. */
async function openCommon({ home, guest }: Opened): Promise<void> {
  await guest.open("start", "/");
  const gathering = await home.sit("lobby", { game: "chimera", gather: true });
  if (guest.name.startsWith("hu")) await guest.open("lobby, not seated", `/t/${gathering.table}`);
  const sheet = await home.sit("score sheet", { game: "ecarte", seed: 4, options: { target: 99 } });
  await drive(sheet.page, sheet.table, "sheet");
  await expect(sheet.page.locator("[data-end] .standing").first()).toBeVisible({ timeout: SLOW_MS });
  await home.open("rules", "/rules/gaigel");
}

/** Pages that differ between languages only in their texts are opened in one of them, and in one width. */
const ONCE: Record<Language, (opened: Opened) => Promise<void>> = {
  async en(opened) {
    const { home, guest } = opened;
    // the one of the two whose turn it is sees their own turn, the other waits for a friend
    const friends = await home.sit("two friends, the one", { game: "ecarte", seed: 3, gather: true });
    const other = await guest.open("two friends, the other", `/t/${friends.table}`, friends.table);
    await expect.poll(async () => (await drive(other, friends.table, "seen")).you, { timeout: SLOW_MS }).toBeLessThan(15);
    await drive(friends.page, friends.table, "begun");
    const rules = await home.sit("rules beside a table", { game: "durak", seed: 5 });
    await drive(rules.page, rules.table, "mine");
    await rules.page.locator("header.bar button").nth(-2).click();
    await expect(rules.page.locator("aside, dialog[open]").last()).toBeVisible();
    opened.dozing = await dozingTable(home);
  },
  async de({ home }) {
    const lesson = games.find((game) => game.lessons.length > 0)!;
    await home.sit(`lesson of ${lesson.game}`, { game: lesson.game, lesson: lesson.lessons[0]! });
    const menu = await home.sit("settings at a table", { game: "gaigel", seed: 5, pace: "slow" });
    await drive(menu.page, menu.table, "mine");
    await menu.page.locator("header.bar button").last().click();
    await expect(menu.page.locator("dialog[open]")).toBeVisible({ timeout: SLOW_MS });
    const start = await home.open("start, with options", "/");
    await start.locator("details.box summary").click();
  },
  async fr({ home, guest }) {
    const over = await home.sit("end of a match", { game: "ecarte", seed: 4, options: { target: 1 } });
    await drive(over.page, over.table, "over");
    await expect(over.page.locator(".finale .won")).toBeVisible({ timeout: SLOW_MS });
    await home.open("review", `/review/${over.table}-last`);
    await home.open("list of matches", "/matches");
    await guest.open("empty list of matches", "/matches");
  },
  async hu({ home }) {
    await home.open("nothing", "/nothing/here");
    await home.open("no such table", "/t/nosuchtable2");
  },
};

async function openAll(browser: Browser, language: Language, own: readonly GameSpec[]): Promise<Opened> {
  const [guest, home] = await Promise.all(
    ["new", "known"].map((kind) => Profile.make(browser, `${language}, ${kind} profile`, language, WIDTHS[language])),
  );
  const opened: Opened = { home: home!, guest: guest!, dozing: null };
  if (COMMON.includes(language)) await openCommon(opened);
  for (const game of own) {
    const { page, table } = await opened.home.sit(`${game.game}, my turn`, { game: game.game, seed: 5 });
    await drive(page, table, "mine");
  }
  await ONCE[language](opened);
  return opened;
}

/**
 * A program on a seat of a table, which passes cards at once and then plays none: a bot that does not answer is replaced after some seconds, a program
 * is waited for as long as the table waits for anybody who has time.
 */
async function dozing(home: Profile, table: string, seat: number): Promise<void> {
  const granted = await home.context.request.post(`/api/tables/${table}/programs/${seat}`);
  expect(granted.status(), await granted.text()).toBe(201);
  const { token } = (await granted.json()) as { token: string };
  const line = new NodeSocket(`${server.url.replace("http", "ws")}/api/socket/${table}`, { headers: { Authorization: `Bearer ${token}` } });
  const say = (what: object): void => line.send(JSON.stringify(what));
  const look = (): void => say({ t: "hello", proto: PROTO, table, have: -1, epoch: "" });
  let number = 0;
  await new Promise<void>((seated, failed) => {
    line.onerror = () => failed(new Error("no socket"));
    line.onopen = () => {
      look();
      say({ t: "sit", id: (number += 1), seat });
    };
    line.onmessage = ({ data }) => {
      const told = JSON.parse(String(data)) as { t: string; v: number; view: TableView };
      if (told.t === "update") return look();
      if (told.t !== "view") return;
      const { view } = told;
      if (view.you !== seat) return;
      seated();
      const [verb, cards, to] = view.legal[0] ?? ["play", "", 0];
      if (verb !== "play") say({ t: "act", id: (number += 1), v: told.v, verb, cards, to });
    };
  });
}

/** A table at which it is this person's turn, and then that of a program which takes its time. */
async function dozingTable(home: Profile): Promise<{ page: Page; table: string }> {
  const peek = await home.context.newPage();
  await peek.goto("/nothing/here");
  for (let seed = 1; ; seed++) {
    const wanted = { game: "hearts", seed, pace: "slow" } satisfies Partial<NewTable>;
    const view = await drive(peek, await home.make(wanted), "seen");
    if (view.dealer !== 3) continue; // then seat 0 leads
    await peek.close();
    const seated = await home.sit("a program’s turn", { ...wanted, gather: true });
    await dozing(home, seated.table, DOZES);
    await drive(seated.page, seated.table, "begun");
    await drive(seated.page, seated.table, "played");
    await drive(seated.page, seated.table, "mine");
    return seated;
  }
}

function bytesIn(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** Seconds of processor time that the server has used; not a number where the system does not say. */
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]!.split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return Number.NaN;
  }
}

/** What a page may do unseen, and how it is noticed. `during`: done once while everything is quiet, as an answer to a ping might do it. */
const FAULTS: Record<string, { loud: RegExp; before?: () => void; during?: () => void }> = {
  "a timer every 100 ms": { loud: /called back .*setInterval/, before: () => void setInterval(() => undefined, 100) },
  "a frame after the other": {
    loud: /called back .*requestAnimationFrame/,
    before() {
      const again = (): void => void requestAnimationFrame(again);
      again();
    },
  },
  "words that are fetched for ever": {
    loud: /asked for .*api\/text/,
    before() {
      const again = (): void => void fetch("/api/text/en.json").then(again);
      again();
    },
  },
  "a list that grows": { loud: /changes of the document: childList/, during: () => document.body.append(document.createElement("p")) },
  "an attribute that changes": { loud: /changes of the document: attributes/, during: () => void (document.body.dataset.at = "1") },
  "a listener that is left behind": { loud: /1 more listeners/, during: () => addEventListener("message", () => undefined) },
  "nodes that are left behind": { loud: /more nodes/, during: () => void Object.assign(window, { kept: document.createElement("p") }) },
  "memory that is left behind": { loud: /more bytes/, during: () => void Object.assign(window, { kept: Array.from({ length: 50_000 }, (_, n) => ({ n })) }) },
  "an animation without an end": { loud: /moves: /, before: () => void document.body.animate([{ opacity: 1 }, { opacity: 0.9 }], { duration: 900, iterations: Infinity }) },
  "a long task": {
    loud: /ms of its thread/,
    during() {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        let sum = 0;
        for (let n = 0; n < 1e9; n++) sum += n; // this much work, however long it takes here
        Object.assign(window, { sum });
      };
      port2.postMessage(0);
    },
  },
  "a line to the console": { loud: /console: hm/, during: () => console.log("hm") },
  "a second socket": { loud: /asked for ws:/, during: () => void new WebSocket(`ws://${location.host}/api/socket/x`) },
};

test("each fault is heard, and nothing but it", onlyLong, async ({ browser }) => {
  test.setTimeout(120_000);
  const profile = await Profile.make(browser, "a page", "en", 800);
  const pages = new Map<string, Page>();
  for (const name of ["nothing at all", ...Object.keys(FAULTS)]) {
    const page = await profile.open(name, "/nothing/here");
    pages.set(name, page);
    const { before } = FAULTS[name] ?? {};
    if (before) await page.evaluate(before);
  }
  await new Promise((done) => setTimeout(done, FAULTS_SETTLED_MS));
  const loud = await listenTo(profile.pages, FAULTS_MS, {
    late: async () => {
      for (const [name, { during }] of Object.entries(FAULTS)) if (during) await pages.get(name)!.evaluate(during);
      return [];
    },
  });
  for (const [name, { loud: how }] of Object.entries(FAULTS)) {
    expect(loud.filter((line) => line.startsWith(`a page, ${name}:`)).join("\n"), name).toMatch(how);
  }
  expect(loud.filter((line) => line.startsWith("a page, nothing at all:"))).toEqual([]);
  await profile.context.close();
});

test("idle pages", async ({ browser }) => {
  test.setTimeout(300_000);
  const dealt = some(games.filter(({ game }) => game !== "hearts"), ({ game }) => FEW.includes(game));
  const began = Date.now();
  const opened = await Promise.all(
    LANGUAGES.map((language, nth) => openAll(browser, language, dealt.filter((_, i) => i % LANGUAGES.length === nth))),
  );
  const quietly = `${Date.now() - began} ms to open`;
  await new Promise((done) => setTimeout(done, SETTLED_MS));
  const all = opened.flatMap(({ home, guest }) => [...guest.pages, ...home.pages]);
  const dozers = opened.flatMap(({ dozing }) => dozing ?? []);
  const dozing = dozers.map(({ page }) => page);
  expect(dozing).toHaveLength(1);
  const state = () => ({ bytes: bytesIn(data), output: server.output, cpu: cpuOf(server.pid) });
  let [before, after] = [state(), state()];
  const loud = await listenTo(all.filter(({ page }) => !dozing.includes(page)), QUIET_MS, {
    async late() {
      await Promise.all(dozers.map(({ page, table }) => drive(page, table, "played"))); // from then on the program has its time
      for (const { page, table } of dozers) expect((await drive(page, table, "seen")).must, "the program's turn").toBe(1 << DOZES);
      await new Promise((done) => setTimeout(done, MOVED_MS));
      before = state();
      return all.filter(({ page }) => dozing.includes(page));
    },
    over: () => (after = state()),
  });
  if (process.env.STICH_QUIET) console.log(all.length, "pages,", quietly, "server", after.cpu - before.cpu, "s");
  expect(loud, `${all.length} pages`).toEqual([]);
  expect(after.bytes, "the server's log").toBe(before.bytes);
  expect(after.output, "what the server writes").toBe(before.output);
  if (!Number.isNaN(after.cpu)) expect(after.cpu - before.cpu, "seconds of a processor").toBeLessThan((QUIET_MS / 1000) * SERVER_SHARE);
  await Promise.all(opened.flatMap(({ home, guest }) => [home, guest].map(({ context }) => context.close())));
});
