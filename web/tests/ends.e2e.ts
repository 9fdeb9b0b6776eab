import { expect, test, type Page } from "@playwright/test";
import { existsSync, readdirSync } from "node:fs";
import type { GameSpec } from "../src/wire/protocol";
import { curious, keyboard, playMatch } from "./player";
import { shortest } from "./shortest";
import { SIZES } from "./still";
import { LONG, usual } from "./tiers";

// What a person reads at the end of a deal and of a match, and of the last trick while they lead: at all sizes, in two games, before a release in all.
const USUAL = ["schnapsen", "frustration"];
const GAMES = ["../src/stich/games", "../tests/games"].flatMap((folder) => readdirSync(folder).filter((game) => existsSync(`${folder}/${game}/rules.py`)));
const REST = 250; // ms after which the page has drawn itself
const LOOKS = 2; // at a last trick: it is the same one over and over

/** What is wrong with the picture, in words. */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const shown = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1);
    const box = (one: Element): DOMRect => one.getBoundingClientRect();
    const over = (a: DOMRect, b: DOMRect): boolean => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;

    // the card that has won a trick is whole
    for (const best of shown(".closing .best")) {
      const after = best.nextElementSibling;
      if (after && box(after).left < box(best).right - 1) found.push(`a card lies on the one that has won: ${box(after).left} < ${box(best).right}`);
    }
    // all that lies on the felt at the end is seen at once, above the words
    const [closing, said] = [shown(".arena .closing")[0], shown(".ending")[0]];
    if (closing && closing.scrollHeight > closing.clientHeight + 1) found.push(`tricks are scrolled: ${closing.scrollHeight} > ${closing.clientHeight}`);
    for (const trick of shown(".arena .closing li")) if (said && box(trick).bottom > box(said).top + 1) found.push("the end lies over a trick");
    for (const name of shown(".arena .closing .whose > b")) if (name.scrollWidth > name.clientWidth + 1) found.push(`a name above tricks is cut: ${name.textContent}`);
    // and beside the seats
    for (const part of shown(".arena .closing .whose > *, .arena .closing li"))
      for (const seat of shown(".spot .seat, .spot .ribbon")) if (over(box(part), box(seat))) found.push(`${part.textContent?.trim().slice(0, 30)} lies over the seat ${seat.textContent?.trim().slice(0, 20)}`);
    // the scene stands in the middle of the felt, above what is said below it, and each deed is apart from the others
    const [scene] = shown(".finale");
    if (scene) {
      const middle = box(scene).left + box(scene).width / 2;
      const parts = [...scene.querySelectorAll<HTMLElement>(".words > *, .verdict > *, .finale .last ul, .finale .last li")].filter((one) => one.checkVisibility());
      const [left, right] = [Math.min(...parts.map((one) => box(one).left)), Math.max(...parts.map((one) => box(one).right))];
      if (Math.abs((left + right) / 2 - middle) > 2) found.push(`the scene stands ${Math.round((left + right) / 2 - middle)} px beside the middle`);
      if (left < box(scene).left || right > box(scene).right) found.push("the scene is wider than the felt");
      const end = shown(".ending")[0];
      for (const part of parts) if (end && box(part).bottom > box(end).top + 1) found.push(`the end lies over the scene: ${part.className} ${part.textContent?.trim()}`);
      const deeds = shown(".finale .last li");
      if (shown(".finale .card").some((card) => !card.closest("li"))) found.push("cards of the scene without a place of their deed");
      for (const [i, deed] of deeds.entries()) {
        if (!(deed as HTMLElement).innerText.trim()) found.push(`cards of the scene without a word: number ${i}`);
        for (const other of deeds.slice(i + 1)) if (over(box(deed), box(other))) found.push(`deeds ${i} lie over one another`);
      }
    }
    // the last trick has a name, a name at each card, and a place of its own
    for (const trick of shown(".trick .last")) {
      const place = shown(".trick .empty.mine")[0];
      if (place && over(box(trick), box(place))) found.push("the last trick lies in the place of the next card");
      for (const other of shown(".spot .chair, .bank .trump, .bank .tray .card")) if (over(box(trick), box(other))) found.push(`the last trick lies over ${other.className}`);
      if (!trick.querySelector("p")?.innerText.trim()) found.push("the last trick has no name");
      for (const card of trick.querySelectorAll("li")) if (!card.querySelector("small")?.innerText.trim()) found.push("a card of the last trick is nobody's");
      if (box(trick).left < 0 || box(trick).right > innerWidth) found.push("the last trick is cut");
    }
    return found;
  });
}

/** The trumps are on the screen, whole. */
const trumps = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.querySelectorAll(".trumps .trump")].some((one) => {
      const { left, top, right, bottom, width } = one.getBoundingClientRect();
      return one.checkVisibility({ visibilityProperty: true }) && width > 1 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    }),
  );

for (const name of GAMES) {
  test(`the end of ${name} is whole at every size`, usual(USUAL.includes(name)), async ({ page, request }) => {
    test.setTimeout(LONG ? 600_000 : 180_000);
    const game = ((await (await request.get("/api/games")).json()) as GameSpec[]).find((spec) => spec.game === name)!;
    const seats = game.seats[0]!;
    const bots = game.bots.length > 2 ? game.bots[1]! : game.bots[0]!;
    const made = await request.post("/api/tables", { data: { game: name, seats, seed: 7, pace: "instant", options: shortest(game, false, true), bots: Array.from({ length: seats - 1 }, () => bots) } });
    const { table, url } = (await made.json()) as { table: string; url: string };
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript((table) => sessionStorage.setItem(`stich.made.${table}`, "wants a seat"), table);
    await page.goto(url);
    const found: string[] = [];
    let [trumped, looks, ends] = [false, 0, 0];
    const look = async (what: string, deal: boolean): Promise<void> => {
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.waitForTimeout(REST);
        const where = `${what} at ${size.width} x ${size.height}`;
        found.push(...(await faults(page)).map((fault) => `${where}: ${fault}`));
        if (deal && trumped && !(await trumps(page))) found.push(`${where}: the trumps are gone`);
      }
      await page.setViewportSize(SIZES[0]);
      await page.waitForTimeout(REST);
    };
    await playMatch(page, keyboard, {
      ...curious(),
      seen: async (screen) => {
        const end = screen === "sheet" || screen === "over";
        if (end && ends++ < 3) await look(screen, screen === "sheet" && (await page.locator(".closing").count()) > 0);
        if (!end) trumped = await trumps(page);
        if (!end && looks < LOOKS && (await page.locator(".trick .last").count()) > 0) {
          looks += 1;
          await look("the last trick", false);
        }
      },
    });
    expect([...new Set(found)]).toEqual([]);
  });
}

test("what is said above the tricks of a round lies clear of the seats, where two sit low", async ({ page, request }) => {
  const made = await request.post("/api/tables", { data: { game: "herzblatt", seats: 3, seed: 7, pace: "instant", options: { match_deals: "3" }, bots: ["club", "club"] } });
  const { table, url } = (await made.json()) as { table: string; url: string };
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript((table) => sessionStorage.setItem(`stich.made.${table}`, "wants a seat"), table);
  await page.goto(url);
  const enough = new Error("that is enough");
  const found: string[] = [];
  await playMatch(page, keyboard, {
    ...curious(),
    seen: async (screen) => {
      if (screen !== "sheet") return;
      for (const [width, height] of [[768, 1024], [600, 960], [1024, 768], [1440, 900]] as const) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(REST);
        expect(await page.locator(".closing .whose").count()).toBe(2);
        found.push(...(await faults(page)).map((fault) => `${width} x ${height}: ${fault}`));
      }
      throw enough;
    },
  }).catch((error: unknown) => {
    if (error !== enough) throw error;
  });
  expect(found).toEqual([]);
});
