// Cards as players know them: other drawings with their names, another order of the hand. A game of four suits with both decks is
// found through the API, so that none is named here.
import { expect, test, type Locator, type Page } from "@playwright/test";
import type { GameSpec } from "../src/wire/protocol";
import { clean } from "./axe";

const cards = (page: Page): Locator => page.getByRole("listbox").getByRole("option");
const names = (page: Page): Promise<string[]> => cards(page).evaluateAll((all) => all.map((card) => card.getAttribute("aria-label") ?? ""));

/** At a table of the first game whose rules have an order and whose cards are French by default. */
async function sitDown(page: Page): Promise<void> {
  const games = (await (await page.request.get("/api/games")).json()) as GameSpec[];
  for (const { game } of games.filter(({ deck, decks }) => deck === "french" && decks.includes("german"))) {
    const made = await page.request.post("/api/tables", { data: { game, seed: 7, pace: "instant" } });
    const { table, url } = (await made.json()) as { table: string; url: string };
    await page.addInitScript((key) => sessionStorage.setItem(key, "wants a seat"), `stich.made.${table}`);
    await page.goto(url);
    await cards(page).first().waitFor({ timeout: 5000 }).catch(() => undefined);
    if ((await cards(page).count()) > 4) return;
  }
  throw new Error("no game has such cards");
}

test("cards are shown and called as one likes, and lie in the order one likes", async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 800 });
  await sitDown(page);
  const french = await names(page);
  expect(french.join()).toMatch(/clubs|spades|diamonds/);

  await page.getByRole("button", { name: "Settings" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "German suits" }).click();
  await clean(page, "settings with both decks");
  await page.keyboard.press("Escape");
  const german = await names(page);
  expect(german.join()).not.toMatch(/clubs|spades|diamonds|queen|jack/);
  expect(german.map((name) => name.replace("acorns", "clubs").replace("leaves", "spades").replace("bells", "diamonds").replace("Ober", "queen").replace("Unter", "jack"))).toEqual(french);

  // another order: the same cards, the focus stays on its card, and the table announces the order
  await cards(page).nth(2).focus();
  const held = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await page.keyboard.press("g");
  const sorting = page.getByRole("button", { name: "Sort the hand, now: By suit" });
  await expect(sorting).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(held);
  const suits = (await names(page)).map((name) => name.split(" of ")[1]);
  expect(new Set(suits).size).toBe(suits.filter((suit, i) => suit !== suits[i - 1]).length); // each in one piece
  await page.keyboard.press("g");
  const ranks = (await names(page)).map((name) => name.split(" of ")[0]);
  expect(new Set(ranks).size).toBe(ranks.filter((rank, i) => rank !== ranks[i - 1]).length);
  expect([...(await names(page))].sort()).toEqual([...german].sort());

  await page.reload(); // this browser remembers both
  await expect(cards(page).first()).toBeVisible();
  expect((await names(page)).map((name) => name.split(" of ")[0])).toEqual(ranks);
  await page.getByRole("button", { name: "Sort the hand, now: By rank" }).click();
  expect(await names(page)).toEqual(german);
});
