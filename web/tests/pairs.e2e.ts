import { expect, test, type Locator, type Page } from "@playwright/test";
import { usual } from "./tiers";

// The defender beats card by card: first the card on the table, then one of the hand, or the other way round; by touch and by keys.
const ROUNDS = 200; // looks until the player has to defend and can

const open = (page: Page): Locator => page.locator("button.pair");
const lit = (page: Page): Locator => page.locator('[role="listbox"] [role="option"]:not([aria-disabled="true"])');
const beaten = (page: Page): Locator => page.locator(".pair .card-1");

/** Play on until there is a card on the table that the player can beat. */
async function untilDefence(page: Page): Promise<void> {
  const soon = { timeout: 1000 }; // the card may have gone since
  const look = async (): Promise<boolean> => {
    const question = page.locator("dialog[open] ul button");
    const sheet = page.locator("[data-end] .button.primary");
    const plain = page.locator('.actions .offers button:not(.cards):not([aria-disabled="true"])');
    if (await question.count()) await question.first().click(soon);
    else if (await sheet.count()) await sheet.click(soon);
    else if (await open(page).count()) {
      await open(page).first().click(soon);
      if ((await open(page).first().getAttribute("aria-pressed", soon)) === "true") {
        await page.keyboard.press("Escape");
        return true;
      }
      await page.keyboard.press("Escape");
      await plain.last().click(soon);
    } else if (await plain.count()) await plain.last().click(soon);
    else if (await lit(page).count()) {
      await lit(page).first().press("Space", soon);
      await page.keyboard.press("Enter");
    }
    return false;
  };
  for (let i = 0; i < ROUNDS; i++) {
    if (await look().catch(() => false)) return;
    await page.waitForTimeout(40);
  }
  throw new Error("there was never anything to beat");
}

for (const [how, width] of [["touch", 360], ["keys", 1440]] as const) {
  test(`a card is beaten by what is laid on it: by ${how}`, usual(how === "keys"), async ({ browser }) => {
    test.setTimeout(120_000);
    const context = await browser.newContext({ viewport: { width, height: 800 }, locale: "en", hasTouch: how === "touch" });
    const page = await context.newPage();
    await page.addInitScript(() => localStorage.setItem("stich.pace", "instant"));
    const made = await page.request.post("/api/tables", { data: { game: "durak", seats: 3, seed: 11, pace: "instant", bots: ["random", "random", "random"] } });
    await page.goto(((await made.json()) as { url: string }).url);
    await page.getByRole("button", { name: "Take this seat" }).first().click();
    await expect(page.locator('[role="listbox"]')).toBeVisible();
    const corner = { x: 10, y: 24 }; // free, though the next card covers the middle
    const press = (what: Locator): Promise<void> => (how === "touch" ? what.tap({ position: corner }) : what.press("Space"));

    // the card on the table first: cards that beat it are lit, and are laid as soon as they are selected
    await untilDefence(page);
    const before = await beaten(page).count();
    await press(open(page).first());
    await expect(open(page).first()).toHaveAttribute("aria-pressed", "true");
    await press(lit(page).first());
    await expect.poll(async () => (await beaten(page).count()) !== before || (await open(page).count()) === 0).toBe(true);

    // the card of the hand first: cards that it beats are marked, and pressing one lays it there
    await untilDefence(page);
    await open(page).first().click();
    const card = lit(page).first();
    const face = await card.getAttribute("data-card");
    await page.keyboard.press("Escape");
    const held = page.locator(`[role="listbox"] [role="option"][data-card="${face}"]`);
    await press(held);
    await expect(page.locator("button.pair.fits").first()).toBeVisible();
    await press(page.locator("button.pair.fits").first());
    await expect(held).toHaveCount(0);
    await context.close();
  });
}
