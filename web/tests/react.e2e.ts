import { expect, test, type BrowserContext, type Page } from "@playwright/test";
import { clean } from "./axe";
import { onlyLong } from "./tiers";
import { listen } from "./tree";

// A joker is turned up in this deal: the quickest player can have it.
const SEED = 5;
const FAR = 3000; // ms from the server to a page that is far away: it acts within them, also on a busy machine
const SLOW = { timeout: 20_000 };
const TIME = "60000"; // bots leave people the first half of it

async function newTable(page: Page, options: Record<string, string>): Promise<string> {
  const made = await page.request.post("/api/tables", { data: { game: "frustration", seats: 3, options, seed: SEED, gather: true } });
  return ((await made.json()) as { url: string }).url;
}

/** The first to sit down owns the table and can start; the others wait for the owner. */
async function sit(page: Page, url: string, owner: boolean): Promise<void> {
  await page.goto(url);
  await page.getByRole("button", { name: "Take this seat" }).first().click();
  const start = page.getByRole("button", { name: "Start", exact: true });
  if (owner) return expect(start).toBeVisible(SLOW);
  await expect(page.getByText("Player 1 starts the match.")).toBeVisible(SLOW);
  await expect(start).toHaveCount(0);
}

const claim = (page: Page): ReturnType<Page["getByRole"]> => page.locator(".actions").getByRole("button", { name: "Claim the joker" }); // the story has a row of that name

test("two want a joker: the key works from the hand, and the second learns by how much", async ({ browser }) => {
  const open = (width: number): Promise<BrowserContext> => browser.newContext({ viewport: { width, height: 780 }, locale: "en", hasTouch: width < 800 });
  const [near, far] = [await (await open(1440)).newPage(), await (await open(360)).newPage()];
  await far.routeWebSocket("**/api/socket/*", (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => void setTimeout(() => socket.send(message), FAR));
  });
  const heard = await listen(near);
  const url = await newTable(near, { claim_ms: TIME });
  await sit(near, url, true);
  await sit(far, url, false);
  await near.getByRole("button", { name: "Start", exact: true }).click();

  // both have the button, as large as a thumb and within its reach, for as long as everybody else
  await Promise.all([near, far].map((page) => expect(claim(page)).toBeVisible(SLOW)));
  const box = (await claim(far).boundingBox())!;
  expect(box.height).toBeGreaterThanOrEqual(60);
  expect(box.width).toBeGreaterThan(180); // beside it is the one to let it go
  expect(box.y).toBeGreaterThan(780 / 2);
  await expect.poll(() => heard.filter((words) => words.includes("You may: Claim the joker")).length).toBe(1);

  // the key works with the focus in the hand, and selects no card
  await near.getByRole("option").first().focus();
  await near.keyboard.press("Enter");
  await claim(far).tap(); // it does not know yet
  await expect(near.locator("[role=option][aria-selected=true]")).toHaveCount(0);
  await expect(far.getByText(/^.+ was first, by [\d,]+ ms\.$/)).toBeVisible(SLOW);
  await expect(claim(far)).toHaveCount(0);
  await expect(claim(near)).toHaveCount(0);
});

test("the keys of a table list the one to interrupt with, and with reduced motion the seconds are shown", onlyLong, async ({ page }) => {
  test.setTimeout(90_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await sit(page, await newTable(page, { claim_ms: TIME }), true);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(claim(page)).toBeVisible();
  const seconds = claim(page).locator("b");
  const before = Number(await seconds.innerText());
  expect(before).toBeLessThanOrEqual(Number(TIME) / 1000);
  await expect.poll(async () => Number(await seconds.innerText())).toBeLessThan(before);
  await clean(page, "a time to interrupt");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("Interrupt (while you can)");
});
