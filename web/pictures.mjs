/**
 * Pictures of whole games: plays through the real page against a running server, keeps each phase at each size, and lays them side by side on one
 * sheet for each game. Needs Node 22.18, which reads the TypeScript of the tests. See README.md, "Pictures of a whole game".
 */
import { chromium } from "@playwright/test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { curious, keyboard, playMatch } from "./tests/player.ts";
import { shortest } from "./tests/shortest.ts";

const PHASES = ["first", "middle", "fullest", "round", "match"];
const USAGE = `node pictures.mjs FOLDER [--server URL] [--games NAME[:SEATS[:LANGUAGE[:PRESET]]],...] [--sizes 1440x900,...] [--themes light,dark]
  [--dark PHASE,...] [--phases ${PHASES.join(",")}] [--language en] [--seed 7] [--before FOLDER] [--patience 240]

--games   all that the server knows, at their usual number of players, if it is left out
--phases  what is taken; none ("") only binds the sheets of the pictures that are there
--dark    of a theme that is not the first, only these phases (first,round,match)
--patience  seconds for a deal: what it has shown by then is kept
--before  older pictures with the same names, laid beside the new ones`;
const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: "string", default: "http://127.0.0.1:8000" },
    games: { type: "string", default: "" },
    sizes: { type: "string", default: "1440x900,768x1024,360x740,740x360" },
    themes: { type: "string", default: "light,dark" },
    dark: { type: "string", default: "first,round,match" },
    phases: { type: "string", default: PHASES.join(",") },
    language: { type: "string", default: "en" },
    seed: { type: "string", default: "7" },
    before: { type: "string", default: "" },
    patience: { type: "string", default: "240" },
  },
});
const list = (words) => words.split(",").filter(Boolean);
const [sizes, themes, dark, wanted] = [list(asked.sizes), list(asked.themes), list(asked.dark), list(asked.phases)];
const unknown = [...wanted, ...dark].filter((phase) => !PHASES.includes(phase));
if (positionals.length !== 1 || unknown.length > 0) {
  console.error(unknown.length > 0 ? `no such phase: ${unknown.join(", ")}\n\n${USAGE}` : USAGE);
  process.exit(2);
}
const folder = resolve(positionals[0]);
const LONGEST_MS = 1000 * Number(asked.patience); // a deal; what it has shown by then is kept
const MIDDLE = 4; // decisions, in a game whose hands do not shrink
const MORE = 1.15; // as many cards as at the fullest so far: fewer pictures are taken, and a card more is not worth one
const REST_MS = 350; // after a window has changed its size
const AREA = 200_000; // px, of a picture on the sheet: each has the same

/** One way to take a game: who plays, and what has been taken so far. */
class Sitting {
  taken = new Set(); // phases
  faults = [];

  constructor(browser, spec, seats, language, preset) {
    Object.assign(this, { browser, spec, seats, language, preset, name: [spec.game, seats, ...(preset ? [preset] : [])].join("-") });
  }

  get missing() {
    return wanted.filter((phase) => !this.taken.has(phase));
  }

  /** A page at a new table of this game. */
  async table(options, bots) {
    const context = await this.browser.newContext({ baseURL: asked.server, locale: this.language, colorScheme: themes[0], reducedMotion: "reduce" });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    page.on("pageerror", (error) => this.faults.push(error.message));
    const { game } = this.spec;
    const data = { game, seats: this.seats, seed: Number(asked.seed), pace: "instant", options, preset: this.preset, bots: Array(this.seats - 1).fill(bots) };
    const made = await page.request.post("/api/tables", { data });
    if (!made.ok()) throw new Error(`no table of ${this.name}: ${await made.text()}`);
    const { table, url } = await made.json();
    await page.addInitScript(
      ([table, language]) => {
        localStorage.setItem("stich.pace", "instant");
        localStorage.setItem("stich.forced", "off");
        localStorage.setItem("stich.language", language);
        sessionStorage.setItem(`stich.made.${table}`, "wants a seat"); // as the start page leaves it
      },
      [table, this.language],
    );
    await page.setViewportSize(pixels(sizes[0]));
    await page.goto(url);
    return page;
  }

  /** Keep this moment at every size; an earlier picture of the phase is replaced. */
  async keep(page, phase) {
    if (!wanted.includes(phase)) return;
    for (const theme of themes.filter((theme, i) => i === 0 || dark.includes(phase))) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      for (const size of sizes) {
        await page.setViewportSize(pixels(size));
        await page.waitForTimeout(REST_MS);
        await page.screenshot({ path: join(folder, `${this.name}-${phase}-${size}-${theme}.png`), animations: "disabled", caret: "initial" });
      }
    }
    this.taken.add(phase);
    await page.emulateMedia({ colorScheme: themes[0], reducedMotion: "reduce" });
    await page.setViewportSize(pixels(sizes[0]));
    await page.waitForTimeout(REST_MS);
  }

  /** Play one deal on the advice of the table, and keep its phases. The deals of a match that is usually one are three, so that one of them ends. */
  async deal() {
    const single = this.spec.options.filter(({ name, values, default: usual }) => /^match_(games|deals)$/.test(name) && usual === "1" && values.includes("3"));
    const timed = this.spec.options.filter(({ values }) => values.includes("reaction") && values.includes("priority"));
    const page = await this.table(Object.fromEntries([...single.map(({ name }) => [name, "3"]), ...timed.map(({ name }) => [name, "priority"])]), this.bot(2));
    let [decided, most, whole] = [0, 0, 0];
    const seen = async (screen) => {
      if (screen === "sheet" || screen === "over") {
        await page.waitForTimeout(1500); // lines and points come one by one
        await this.keep(page, screen === "sheet" ? "round" : "match");
        throw ENOUGH;
      }
      if (Date.now() > until || (screen === "question" && decided === 0)) return;
      const { hand, felt } = await counts(page);
      if (decided === 0) {
        [whole, most] = [hand, felt + hand / 2];
        await this.keep(page, "first");
      } else {
        const middle = decided >= 2 && (hand <= whole * 0.6 || decided >= MIDDLE);
        if (middle && !this.taken.has("middle")) await this.keep(page, "middle");
        if (felt + hand / 2 > most * (this.taken.has("fullest") ? MORE : 1)) {
          most = felt + hand / 2;
          await this.keep(page, "fullest");
        }
      }
      decided += 1;
      if (screen !== "question" && (await advised(page))) throw AGAIN;
    };
    const until = Date.now() + LONGEST_MS;
    await this.play(page, { ...curious(), seen }, until);
    await page.context().close();
  }

  /** Play a match that is soon over, and keep its end. */
  async match() {
    const page = await this.table(shortest(this.spec, false), this.bot(1));
    let sized = false; // the stage has been each size while one played: its end has the same place
    const seen = async (screen) => {
      for (const size of sized ? [] : [...sizes.slice(1), sizes[0]]) {
        await page.setViewportSize(pixels(size));
        await page.waitForTimeout(REST_MS);
      }
      sized = true;
      if (screen !== "over" && !(screen === "sheet" && !this.taken.has("round"))) return;
      await page.waitForTimeout(1500);
      await this.keep(page, screen === "sheet" ? "round" : "match");
      if (screen === "over") throw ENOUGH;
    };
    await this.play(page, { ...curious(), seen }, Date.now() + LONGEST_MS);
    await page.context().close();
  }

  async play(page, habits, until) {
    const { seen } = habits;
    const timely = async (screen, sight) => {
      if (Date.now() > until) throw ENOUGH;
      await seen(screen, sight);
    };
    for (;;) {
      try {
        return await playMatch(page, keyboard, { ...habits, seen: timely });
      } catch (stop) {
        if (stop === AGAIN) continue;
        if (stop !== ENOUGH) this.faults.push(String(stop).split("\n")[0]);
        return;
      }
    }
  }

  /** Bots of this level, or the strongest that there are; the first level knows no game, and would hide how one looks. */
  bot(level) {
    return this.spec.bots[Math.min(level, this.spec.bots.length - 1)];
  }
}

const AGAIN = new Error("a decision was made on advice");
const ENOUGH = new Error("everything is taken");
const pixels = (size) => Object.fromEntries(size.split("x").map((n, i) => [["width", "height"][i], Number(n)]));

/** The cards of the viewer's hand, and all others that lie on the table. */
function counts(page) {
  return page.evaluate(() => {
    const hand = document.querySelectorAll('[role="listbox"] [role="option"]').length;
    const felt = [...document.querySelectorAll(".stage [data-card]")].filter((card) => !card.closest('[role="listbox"], .rail, .strip')).length;
    return { hand, felt };
  });
}

/** What can be done at this moment: it changes with every decision. */
const situation = () => [".actions", '[role="listbox"]', ".say", "[data-end]"].map((place) => document.querySelector(place)?.outerHTML ?? "").join();

/** Ask for advice and follow it. Returns whether it could be followed; if not, the player of the tests goes on by itself. */
async function advised(page) {
  const hint = page.locator('.tools button[aria-busy]:not([aria-disabled="true"])');
  try {
    if (!(await hint.count())) return false;
    await hint.click({ timeout: 1000 });
    await page.locator('.tools button[aria-busy="false"]').waitFor({ timeout: 8000 });
    await hint.click({ timeout: 1000 }); // its cards are selected, or its button has the focus
    const ready = page.locator('.actions [aria-keyshortcuts="Enter"]:not([aria-disabled="true"]), .actions .offers .tipped:not([aria-disabled="true"])');
    const before = await page.evaluate(situation);
    await ready.first().click({ timeout: 800 });
    for (let looks = 0; looks < 20 && (await page.evaluate(situation)) === before; looks++) await page.waitForTimeout(100);
    return true;
  } catch {
    return false; // late advice, or a table that has moved on
  }
}

/** All pictures of a game that lie in the folder, on one page: a row for each phase, older pictures and other themes beside the first. */
async function sheet(page, { name, language, spec }) {
  const picture = (path, size) => {
    const { width, height } = pixels(size);
    const scale = Math.sqrt(AREA / (width * height));
    const address = pathToFileURL(path).href;
    return `<a href="${address}"><img src="${address}" width="${Math.round(width * scale)}" height="${Math.round(height * scale)}" alt="${size}"></a>`;
  };
  const there = (from, phase, theme) => sizes.map((size) => [join(from, `${name}-${phase}-${size}-${theme}.png`), size]).filter(([path]) => existsSync(path));
  const rows = PHASES.map((phase) => {
    const all = themes.flatMap((theme) => [
      [`${phase}, ${theme}`, there(folder, phase, theme)],
      [`${phase}, ${theme}, before`, asked.before ? there(resolve(asked.before), phase, theme) : []],
    ]);
    const shown = all.filter(([, kept]) => kept.length > 0);
    return shown.map(([head, kept]) => `<section><h2>${head}</h2><div>${kept.map(([path, size]) => picture(path, size)).join("")}</div></section>`).join("");
  });
  const style =
    "body{font:16px sans-serif;margin:16px;background:#8a8f94;width:max-content}h1,h2{margin:6px 0;font-size:18px}main>div{display:flex;gap:40px}section div{display:flex;gap:12px;align-items:start}img{display:block}";
  const file = join(folder, `sheet-${name}.html`);
  const body = `<h1>${spec.game}, ${name}, ${language}</h1><main>${rows.map((row) => `<div>${row}</div>`).join("")}</main>`;
  writeFileSync(file, `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><style>${style}</style>${body}</html>`);
  await page.goto(pathToFileURL(file).href);
  await page.setViewportSize({ width: await page.evaluate(() => document.body.scrollWidth + 32), height: 800 });
  await page.screenshot({ path: file.replace(/html$/, "png"), fullPage: true });
}

mkdirSync(folder, { recursive: true });
const specs = await (await fetch(`${asked.server}/api/games`)).json();
const entries = asked.games ? list(asked.games) : specs.map(({ game }) => game);
const browser = await chromium.launch({ executablePath: process.env.STICH_CHROMIUM, chromiumSandbox: false, args: ["--disable-gpu"] });
const binder = await browser.newPage();
let failed = false;
for (const entry of entries) {
  const [game, seats, language, preset] = entry.split(":");
  const spec = specs.find((one) => one.game === game);
  if (!spec) throw new Error(`the server knows no game called ${game}`);
  const began = Date.now();
  const sitting = new Sitting(browser, spec, Number(seats) || spec.seats[0], language || asked.language, preset ?? "");
  try {
    if (wanted.some((phase) => phase !== "match")) await sitting.deal();
    if (sitting.missing.some((phase) => phase === "match" || phase === "round")) await sitting.match();
    await sheet(binder, sitting);
  } catch (error) {
    sitting.faults.push(String(error).split("\n")[0]);
  }
  failed ||= sitting.faults.length > 0;
  const without = sitting.missing.length > 0 ? `, without ${sitting.missing.join(", ")}` : "";
  console.log([`${sitting.name}: ${Math.round((Date.now() - began) / 1000)} s${without}`, ...sitting.faults].join("\n  "));
}
await browser.close();
process.exitCode = failed ? 1 : 0;
