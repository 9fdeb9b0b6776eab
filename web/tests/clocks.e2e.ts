/**
 * Two people and time: one leaves and is waited for, longer if the other wants it; one thinks too long, a bot plays for them, and they play on with one
 * click. Nothing on the table moves for it.
 */
import { expect, test, type Browser, type Page } from "@playwright/test";
import { clean } from "./axe";
import { keyboard } from "./player";
import { moved, shifted, watch } from "./still";
import { listen } from "./tree";

const GAME = "farbe_und_wert";

async function person(browser: Browser, name: string, size: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport: size, locale: "en", reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.addInitScript((name) => {
    localStorage.setItem("stich.name", name);
    localStorage.setItem("stich.forced", "off");
    localStorage.setItem("stich.moments", "off");
  }, name);
  return page;
}

/** A table of two with a limit, at which both sit and the first round has begun. */
async function both(host: Page, guest: Page, more: Record<string, unknown>): Promise<void> {
  const data = { game: GAME, seats: 2, pace: "fast", gather: true, bots: ["random"], ...more };
  const { url } = (await (await host.request.post("/api/tables", { data })).json()) as { url: string };
  for (const page of [host, guest]) {
    await page.goto(url);
    await page.getByRole("button", { name: "Take this seat" }).first().click();
    await expect(page.locator("li.taken .chip")).toBeVisible();
  }
  await host.getByRole("button", { name: "Start", exact: true }).click();
  for (const page of [host, guest]) await expect(page.locator(".stage")).toBeVisible();
}

const seconds = async (page: Page, what: string): Promise<number> => {
  const [, m = "0", s = "0"] = /(\d+):(\d\d)/.exec(await page.locator(what).first().innerText()) ?? [];
  return 60 * Number(m) + Number(s);
};

test("who leaves is waited for, a minute more by one key, and is back at once; nothing moves", async ({ browser }) => {
  test.setTimeout(120_000);
  const host = await person(browser, "Anna", { width: 1280, height: 800 });
  const guest = await person(browser, "Béla", { width: 360, height: 740 });
  const heard = await listen(host);
  await watch(host);
  await both(host, guest, {});
  const at = guest.url();
  await host.waitForTimeout(1500);
  await moved(host); // what is drawn at first
  const before = await shifted(host);
  await guest.goto("about:blank");
  const longer = host.getByRole("button", { name: "Wait 1 minute more for Béla" });
  await expect(longer).toBeVisible({ timeout: 8000 });
  expect(await seconds(host, ".chair .time")).toBeLessThanOrEqual(17);
  await clean(host, "somebody is away");
  await keyboard.press(host, longer);
  await expect.poll(() => seconds(host, ".chair .time")).toBeGreaterThan(60);
  await guest.goto(at);
  await expect(longer).toHaveCount(0, { timeout: 8000 });
  expect(await moved(host)).toEqual([]);
  expect(await shifted(host)).toBe(before);
  const away = heard.filter((words) => words.includes("is away: a bot plays in"));
  expect(away, "said once, not with every second").toHaveLength(1);
  await expect.poll(() => heard.join("\n")).toContain("Béla is back");
  await Promise.all([host, guest].map((page) => page.context().close()));
});

test("who thinks too long twice is played for by a bot with a name, and plays on with one click", async ({ browser }) => {
  test.setTimeout(180_000);
  const host = await person(browser, "Anna", { width: 360, height: 740 });
  const guest = await person(browser, "Béla", { width: 1280, height: 800 });
  await both(host, guest, { timer: "20s" });
  const back = host.getByRole("button", { name: "Play on myself" });
  const own = host.locator(".window.own");
  await expect(own).toContainText(/0:[01]\d/, { timeout: 30_000 });
  await expect(async () => {
    const offer = guest.locator(".offers .button:not([aria-disabled=true])").first();
    if (await offer.isVisible()) await offer.click({ timeout: 1000 });
    await expect(back).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 120_000 });
  await clean(host, "a bot plays for the reader");
  await expect(guest.locator(".chair").first()).toContainText("Ada, a bot, plays");
  await back.click();
  await expect(back).toHaveCount(0);
  await expect(guest.locator(".chair").first()).not.toContainText("a bot, plays");
  await Promise.all([host, guest].map((page) => page.context().close()));
});

test("a match that somebody has left is ended after the round by those who are there, and nobody has won it", async ({ browser }) => {
  test.setTimeout(120_000);
  const host = await person(browser, "Anna", { width: 360, height: 740 });
  const guest = await person(browser, "Béla", { width: 1280, height: 800 });
  await host.addInitScript(() => localStorage.setItem("stich.forced", ""));
  await both(host, guest, { game: "ecarte", pace: "instant" });
  const end = host.getByRole("button", { name: "End the match after this round" });
  await host.getByRole("button", { name: "Settings" }).click();
  await expect(host.getByRole("button", { name: "Leave the seat to a bot" })).toBeVisible();
  await expect(end).toHaveCount(0);
  await guest.context().close(); // a bot plays for them after a while
  await end.click({ timeout: 60_000 });
  await expect(end).toHaveAttribute("aria-pressed", "true");
  await clean(host, "a match that is to end");
  await host.keyboard.press("Escape");
  const said = host.getByText("The match was ended without a winner").first();
  const card = host.locator('[role="listbox"] [role="option"]:not([aria-disabled="true"])').first();
  const plain = host.locator('.actions .offers button:not(.cards):not([aria-disabled="true"]):not([data-ahead])').last();
  await expect(async () => {
    if (await plain.isVisible()) await plain.click({ timeout: 500 }).catch(() => undefined);
    else if (await card.isVisible()) await card.dblclick({ timeout: 500 }).catch(() => undefined);
    await expect(said).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 60_000 });
  await clean(host, "a match that was ended");
  if (process.env.STICH_PICTURES) await host.screenshot({ path: `${process.env.STICH_PICTURES}/ended.png` });
  await host.goto("/matches");
  await expect(host.getByText("Ended early")).toBeVisible();
  await host.context().close();
});

test("the limit of a new table is chosen on the start page and remembered, and the lobby names it", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Time limit").selectOption({ label: "20 seconds a turn" });
  await page.getByLabel("If somebody is away").selectOption({ label: "all wait" });
  await page.getByRole("button", { name: "Invite friends" }).click();
  await page.waitForURL(/\/t\//);
  await expect(page.getByText("20 seconds a turn")).toBeVisible();
  await page.goto("/");
  await expect(page.getByLabel("Time limit")).toHaveValue("20s");
  await expect(page.getByLabel("If somebody is away")).toHaveValue("wait");
});
