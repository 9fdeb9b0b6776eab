/** The pages beside the table have room for their words, at every size and in the languages with the longest ones. */
import { expect, test, type Page } from "@playwright/test";
import { clean } from "./axe";
import { cramped } from "./cramped";
import { usual } from "./tiers";

const SIZES = [[1440, 900], [768, 1024], [360, 740], [740, 360], [320, 568]] as const;
const SHELL = /run\.py|stich serve|pip install|\$ |--[a-z]{3}/;
const LONG_NAMES = ["Maximiliane Oberhuber", "Szentgyörgyi Gábor", "Anna", ""];
const [NOW, DAY] = [Date.UTC(2026, 0, 20), 86_400_000];

/** Matches of every kind of result, as the server lists them. */
const finished = ["chimera", "durak", "doppelkopf", "farbe_und_wert", "frustration"].map((game, i) => {
  const players = LONG_NAMES.slice(0, [3, 4, 4, 2, 4][i]).map((name) => ({ name, who: name ? "person" : "bot", level: "club" }));
  const scores = players.map((_, seat) => 400 - 260 * Math.min(seat, 2));
  return { id: `m${i}`, table: "t", game, at: NOW - i * DAY, seat: i === 2 ? 2 : i % 2, players, scores, winners: [0], deals: 3 + i, fewest: false, places: [], preset: "", lesson: false, daily: "", seeded: false };
});
const kept = Array.from({ length: 24 }, (_, i) => ({ id: `k${i}`, game: ["chimera", "durak"][i % 2], at: NOW - i * DAY, players: 3, place: 1 + (i % 3), last: 3, preset: "" }));

async function fits(page: Page, name: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => cramped(page), { message: `${name}, ${width} × ${height}`, intervals: [100, 300] }).toEqual([]);
  }
  await expect(page.locator("body"), `${name}: a page for players has no shell commands`).not.toContainText(SHELL);
  await clean(page, name);
}

/** A table that this browser has made and sits down at. */
async function sit(page: Page, wish: Record<string, unknown>): Promise<void> {
  const made = await page.request.post("/api/tables", { data: { pace: "instant", ...wish } });
  const { table, url } = (await made.json()) as { table: string; url: string };
  await page.evaluate((id) => sessionStorage.setItem(`stich.made.${id}`, "wants a seat"), table);
  await page.goto(url);
}

test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const language of ["de", "hu", "fr", "en"]) {
  test(`words have their room on every page, ${language}`, usual(language === "de"), async ({ page, browser }) => {
    test.setTimeout(180_000);
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.addInitScript((wanted) => localStorage.setItem("stich.language", wanted), language);
    await page.goto("/no/such-page");
    await expect(page.getByRole("heading")).toBeVisible();
    await fits(page, "where nothing is");
    await page.goto("/t/nosuchtable0");
    await expect(page.getByRole("heading")).toBeVisible();
    await fits(page, "no such table");

    await page.evaluate((matches) => localStorage.setItem("stich.statistics", JSON.stringify({ matches, erased: 0 })), kept);
    await page.goto("/statistics");
    await expect(page.locator(".latest").first()).toBeVisible();
    await fits(page, "statistics");
    await page.route("**/api/matches*", (route) => route.fulfill({ json: finished }));
    await page.goto("/matches");
    await expect(page.locator("main ol > li")).toHaveCount(finished.length);
    await fits(page, "matches");
    await page.unroute("**/api/matches*");

    await sit(page, { game: "durak", seats: 12, gather: true });
    await expect(page.locator(".lobby .taken")).toHaveCount(1);
    await fits(page, "lobby of twelve");
    const guest = await browser.newContext({ locale: language });
    const invited = await guest.newPage();
    await invited.goto(page.url());
    await expect(invited.locator(".lobby h1")).toBeVisible();
    await fits(invited, "invitation");
    await guest.close();

    await sit(page, { game: "doppelkopf", gather: true });
    const friends = await browser.newContext({ locale: language });
    const friend = await friends.newPage();
    await friend.goto(page.url());
    await friend.locator(".lobby li > .button").first().click();
    await expect(page.locator(".lobby .taken")).toHaveCount(2);
    await page.locator(".lobby .start .button").click();
    await expect(page.getByRole("listbox")).toBeVisible();
    await page.locator("header.bar .icon-button").last().click();
    await page.locator("dialog .menu > .button").click(); // it asks before a friend is left alone
    await expect(page.locator("dialog .sure")).toBeVisible();
    await fits(page, "settings");
    await friends.close();
    await page.goto("/");
    await page.locator("[data-leave]").last().click();
    await expect(page.locator("[data-stay]")).toBeFocused();
    await expect(page.locator("#options .segment").first()).toBeVisible();
    await fits(page, "start page");
    expect(complaints).toEqual([]);
  });
}
