/** Takes the README's pictures from the running table, so that they stay true. */
import { expect, test, type Browser, type CDPSession, type Page } from "@playwright/test";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { animated, type Frame } from "./webp";

const FOLDER = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));
const QUALITY = 82;
const FILM_QUALITY = 50;
const FILM_MS = 12_000;
const FRAME_MS = 140;

interface Look {
  width: number;
  height: number;
  scale: number;
  theme: "light" | "dark";
  phone?: boolean;
  lang?: string;
}

/** A table with bots and one person. */
async function sitDown(browser: Browser, look: Look, pace: string, game = "chimera"): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    deviceScaleFactor: look.scale,
    colorScheme: look.theme,
    locale: "en",
    hasTouch: look.phone ?? false,
    isMobile: look.phone ?? false,
  });
  const page = await context.newPage();
  const made = await page.request.post("/api/tables", { data: { game, pace } });
  const { table } = (await made.json()) as { table: string };
  await page.goto(`/t/${table}`);
  await page.getByRole("button", { name: "Take this seat" }).first().click();
  await expect(page.locator("[role=listbox] [role=option]").first()).toBeVisible();
  return page;
}

const turn = (page: Page): Promise<boolean> => page.locator(".offers button:not([data-ahead])").first().isVisible();

/** Decide like the advising bot: ask for a hint, read it, follow it. */
async function decide(page: Page, lookMs: number): Promise<void> {
  const hint = page.getByRole("button", { name: "Hint", exact: true });
  await hint.click();
  await page.waitForTimeout(lookMs);
  await hint.click();
  await page.waitForTimeout(lookMs / 2);
  const advised = page.locator(".offers button.tipped, .offers button.primary:not([aria-disabled='true'])").first();
  await advised.click({ timeout: 3000 }).catch(() => undefined); // late advice: ask again
}

/** Decide this often, and then until there is a play on the table that the player can beat; or two cards of a trick. */
async function playTo(page: Page, decisions: number): Promise<void> {
  const toBeat = page.getByText("holds the trick").or(page.locator(".trick:not(.taken) li:nth-child(2)")).first();
  for (let done = 0; done < decisions || !((await toBeat.isVisible()) && (await turn(page))); ) {
    const next = page.getByRole("button", { name: "Next round" });
    if (await next.isVisible()) await next.click();
    else if (await turn(page)) {
      await decide(page, 300);
      done += 1;
    }
    await page.waitForTimeout(250);
  }
  await page.waitForTimeout(1200); // cards come to rest
}

async function still(cdp: CDPSession, quality = QUALITY): Promise<Buffer> {
  const { data } = await cdp.send("Page.captureScreenshot", { format: "webp", quality });
  return Buffer.from(data, "base64");
}

async function keep(page: Page, name: string): Promise<void> {
  writeFileSync(`${FOLDER}${name}.webp`, await still(await page.context().newCDPSession(page)));
  await page.context().close();
}

test.beforeAll(() => void mkdirSync(FOLDER, { recursive: true }));

test("the table by day", async ({ browser }) => {
  const page = await sitDown(browser, { width: 1280, height: 800, scale: 1, theme: "light" }, "fast");
  await playTo(page, 5);
  await keep(page, "table-light");
});

test("the table by night", async ({ browser }) => {
  const page = await sitDown(browser, { width: 1280, height: 800, scale: 1, theme: "dark" }, "fast");
  await playTo(page, 5);
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.waitForTimeout(1200);
  await keep(page, "table-dark");
});

test("four round another table", async ({ browser }) => {
  const page = await sitDown(browser, { width: 1280, height: 800, scale: 1, theme: "light" }, "fast", "doppelkopf");
  await playTo(page, 7);
  await keep(page, "doppelkopf");
});

for (const theme of ["light", "dark"] as const) {
  test(`on a phone, ${theme}`, async ({ browser }) => {
    const page = await sitDown(browser, { width: 360, height: 740, scale: 2, theme, phone: true }, "fast");
    await playTo(page, theme === "light" ? 5 : 3);
    await keep(page, `phone-${theme}`);
  });
}

test("a few plays, moving", async ({ browser }) => {
  const [width, height] = [880, 560];
  const page = await sitDown(browser, { width, height, scale: 1, theme: "light" }, "normal");
  await playTo(page, 2);
  const cdp = await page.context().newCDPSession(page);
  const shots: { at: number; image: Buffer }[] = [];
  const begun = Date.now();
  let filming = true;
  const film = (async () => {
    while (filming) {
      shots.push({ at: Date.now() - begun, image: await still(cdp, FILM_QUALITY) });
      await page.waitForTimeout(Math.max(0, FRAME_MS - (Date.now() - begun - shots.at(-1)!.at)));
    }
  })();
  while (Date.now() - begun < FILM_MS) {
    if (await turn(page)) await decide(page, 900);
    await page.waitForTimeout(200);
  }
  filming = false;
  await film;
  const frames: Frame[] = [];
  shots.forEach(({ at, image }, i) => {
    const lasts = (shots[i + 1]?.at ?? at + 1500) - at;
    const last = frames.at(-1);
    if (last?.image.equals(image)) last.lasts += lasts;
    else frames.push({ image, lasts });
  });
  writeFileSync(`${FOLDER}table.webp`, animated(frames, width, height));
});
