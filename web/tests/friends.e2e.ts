import { expect, test, type Page } from "@playwright/test";
import { keyboard, openSheet, playMatch, touch } from "./player";
import { leaks } from "./hidden";
import { LONG, onlyLong } from "./tiers";
import { listen } from "./tree";

const LIMIT = LONG ? "40" : "1"; // the first deal decides, unless it ends in a tie
const EVERY = 3; // decisions between two searches of the page

/** Say who it is, in the field for the name. */
async function sitDown(page: Page, name: string): Promise<void> {
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Your name").press("Tab");
}

// every change is guarded by four friends: journey.e2e.ts
test("two friends and a bot, by a shared link: a phone and a keyboard", onlyLong, async ({ browser }, info) => {
  test.setTimeout(300_000);
  const desk = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en", reducedMotion: "reduce" });
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: "en", hasTouch: true, isMobile: true, reducedMotion: "reduce" });
  const [host, guest] = [await desk.newPage(), await phone.newPage()];
  const heard = await listen(host);
  const complaints: string[] = [];
  for (const page of [host, guest]) {
    await page.addInitScript(() => localStorage.setItem("stich.pace", "instant"));
    page.on("pageerror", (error) => complaints.push(error.message));
  }

  await host.goto("/");
  await sitDown(host, "Anna");
  await host.getByRole("spinbutton").fill(LIMIT);
  await host.getByRole("spinbutton").press("Tab");
  await keyboard.press(host, host.getByRole("button", { name: "Invite friends" }));
  await host.waitForURL(/\/t\//);
  const link = await host.getByRole("textbox", { name: "Link" }).inputValue();

  await guest.goto(link);
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Anna invites you to Chimera");
  await guest.getByRole("button", { name: "Take this seat" }).first().tap();
  await sitDown(guest, "Béla");
  await expect(host.getByText("Béla").first()).toBeVisible();
  await keyboard.press(host, host.getByRole("button", { name: "Start", exact: true }));

  // both exchange or take the den, so that there is something to hide and to announce; sometimes one page is searched for the other's cards
  const calls = (bid: number): ((labels: string[]) => number) => {
    let bold = true; // once: bidding like this always loses so often that the match is long
    return (labels) => {
      const wanted = labels.findIndex((label) => new RegExp(`^(Bid )?${bid}`).test(label));
      const passes = labels.findIndex((label) => label.startsWith("Pass"));
      const chosen = bold && wanted >= 0 ? wanted : passes;
      bold &&= wanted < 0;
      return Math.max(0, chosen);
    };
  };
  const looks = [0, 0];
  const spied: string[] = [];
  const spy = (n: number, reader: Page, other: Page) => async (): Promise<void> => {
    if (looks[n]!++ % EVERY === 0) spied.push(...(await leaks(reader, other)));
  };
  const played = await Promise.all([
    playMatch(host, keyboard, { choose: calls(40), seen: spy(0, host, guest) }),
    playMatch(guest, touch, { choose: calls(30), seen: spy(1, guest, host) }),
  ]);
  expect(spied, "cards of the other's hand in a page").toEqual([]);
  expect(Math.min(...looks), "each has looked into the other's page").toBeGreaterThan(0); // a short match asks one of them once
  expect(played[0].deals).toBe(played[1].deals);

  const sums = await Promise.all([host, guest].map((page) => page.locator(".finale .won").innerText()));
  expect(sums.every((words) => /\S/.test(words))).toBe(true);
  await expect.poll(() => heard.at(-1)).toMatch(/(wins|You win)$/);
  await info.attach("what the screen reader said", { body: heard.join("\n"), contentType: "text/plain" });
  const story = heard.join("\n");
  for (const needed of ["Béla", "Your turn", " out first", "total "]) expect(story).toContain(needed);
  expect(story).toMatch(/You take .+ \(The den\)|gives you: /);
  expect(story).not.toMatch(/\b(table|chimera|error|sheet)\.[a-z_.]+\b/); // a text key must not be announced
  expect(story).not.toContain("undefined");
  expect(complaints).toEqual([]);
  await Promise.all([desk.close(), phone.close()]);
});

test("partners at a table of four, bots between them: both play it to its end and read the same", onlyLong, async ({ browser }) => {
  test.setTimeout(300_000);
  const wide = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en" });
  const narrow = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: "en", hasTouch: true, isMobile: true });
  const [host, guest] = [await wide.newPage(), await narrow.newPage()];
  const complaints: string[] = [];
  for (const [page, name] of [[host, "Anna"], [guest, "Béla"]] as const) {
    await page.addInitScript((mine) => localStorage.setItem("stich.name", mine), name);
    page.on("pageerror", (error) => complaints.push(error.message));
  }
  const made = await host.request.post("/api/tables", { data: { game: "gaigel", seats: 4, gather: true, pace: "instant", options: { match_games: "1" } } });
  const { url } = (await made.json()) as { url: string };

  await host.goto(url);
  await expect(host.getByRole("button", { name: "Take this seat" })).toHaveCount(4);
  await keyboard.press(host, host.getByRole("button", { name: "Take this seat" }).first());
  await expect(host.getByRole("button", { name: "Take this seat" })).toHaveCount(3);
  await guest.goto(url);
  await expect(guest.getByText("Anna").first()).toBeVisible();
  await guest.getByRole("button", { name: "Take this seat" }).nth(1).tap(); // opposite
  await expect(host.getByText("Béla").first()).toBeVisible();
  await keyboard.press(host, host.getByRole("button", { name: "Start", exact: true }));

  const played = await Promise.all([playMatch(host, keyboard), playMatch(guest, touch)]);
  for (const { decisions } of played) expect(decisions).toBeGreaterThan(0); // a game can be over after its first trick
  const [read, other] = [await totals(host, "Anna"), await totals(guest, "Béla")];
  expect(other).toEqual(read);
  expect(Object.keys(read)).toHaveLength(4);
  expect(read["Anna"], "partners win and lose together").toBe(read["Béla"]);
  expect(complaints).toEqual([]);
  await Promise.all([wide.close(), narrow.close()]);
});

/** The last line of the score sheet, by names; partners have one number. */
async function totals(page: Page, me: string): Promise<Record<string, string>> {
  const sums = (await openSheet(page)).locator(".figures").last();
  const [, ...names] = await sums.locator("thead th").allInnerTexts();
  const cells = await sums.locator("tbody tr").last().locator("td").allInnerTexts();
  return Object.fromEntries(names.flatMap((side, i) => side.split(" and ").map((name) => [name.replace(/^you$/i, me), cells[i] ?? ""])).sort());
}
