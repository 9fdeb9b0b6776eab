import { expect, test, type Locator, type Page } from "@playwright/test";
import { readdirSync } from "node:fs";
import type { Act, ClientMessage, GameSpec } from "../src/wire/protocol";
import { curious, mouse, playMatch, touch, type Hands } from "./player";
import { some } from "./tiers";

// Cards are dragged onto the table in every game, by mouse and by touch; a drag that ends elsewhere changes nothing. Nothing here names a game.
const ENOUGH = 3; // cards dragged in each game
const PICTURES = process.env.STICH_PICTURES; // a folder for pictures of drags
const HELD = '[role="listbox"] [role="option"][aria-selected="true"]';
const GAMES = ["../src/stich/games", "../tests/games"].flatMap((path) =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() && !/^[_.]/.test(entry.name) ? [entry.name] : [])),
);

interface Point {
  x: number;
  y: number;
}

/** Presses, moves in steps, and lets go if `end` is set. */
type Draw = (page: Page, from: Point, to: Point, meanwhile?: () => Promise<void>) => Promise<void>;

const steps = (from: Point, to: Point): Point[] => [0.1, 0.3, 0.6, 1].map((part) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }));

const byMouse: Draw = async (page, from, to, meanwhile) => {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const { x, y } of steps(from, to)) await page.mouse.move(x, y);
  await meanwhile?.();
  await page.mouse.up();
};

const byTouch: Draw = async (page, from, to, meanwhile) => {
  const line = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", points: Point[]): Promise<unknown> => line.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await send("touchStart", [from]);
  for (const point of steps(from, to)) await send("touchMove", [point]);
  await meanwhile?.();
  await send("touchEnd", []);
  await line.detach();
};

/** A point where a card is not covered by its neighbours. */
async function grip(card: Locator): Promise<Point> {
  const found = await card.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    for (let down = 0.12; down < 1; down += 0.1) {
      for (let right = 0.08; right < 1; right += 0.06) {
        const [x, y] = [left + right * width, top + down * height];
        if (element.contains(document.elementFromPoint(x, y))) return { x, y };
      }
    }
    return null;
  }, undefined, { timeout: 500 });
  if (!found) throw new Error("not visible: the card is covered");
  return found;
}

async function heart(place: Locator): Promise<Point> {
  const { x, y, width, height } = (await place.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

/** The middle of the part of the table above the hand. */
async function middle(page: Page): Promise<Point> {
  return page.evaluate(() => {
    const felt = document.querySelector(".felt")!.getBoundingClientRect();
    const hand = document.querySelector('[role="listbox"]')!.getBoundingClientRect();
    return { x: felt.left + felt.width / 2, y: (Math.max(felt.top, 0) + hand.top) / 2 };
  });
}

async function sit(page: Page, wanted: object): Promise<void> {
  await page.goto("/");
  const table = await page.evaluate(async (wish) => {
    const made = await fetch("/api/tables", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wish) });
    const { table } = (await made.json()) as { table: string };
    sessionStorage.setItem(`stich.made.${table}`, "wants a seat");
    return table;
  }, wanted);
  await page.goto(`/t/${table}`);
}

/** The requests of this page from now on. */
function heard(page: Page): Act[] {
  const acts: Act[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      const message = JSON.parse(String(payload)) as ClientMessage;
      if (message.t === "act") acts.push(message);
    }),
  );
  return acts;
}

class Enough extends Error {}

/** A player who drags the selection onto the table, where others press the button for it. */
function drawing(hands: Hands, draw: Draw, acts: readonly Act[], name: string, drawn: () => void): Hands {
  return {
    ...hands,
    async press(page, button) {
      const cards = await button.evaluate((element) => element.closest(".actions") !== null && element.getAttribute("aria-keyshortcuts") === "Enter", undefined, { timeout: 500 });
      if (!cards || !(await page.locator(HELD).count())) return hands.press(page, button);
      const before = acts.length;
      const picture = async (): Promise<void> => {
        if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png` });
      };
      const pile = page.locator(".grip.laid").first();
      await draw(page, await grip(page.locator(HELD).first()), (await pile.count()) ? await heart(pile) : await middle(page), picture);
      // it has been played, or the page asks how
      await expect.poll(async () => acts.length > before || (await page.locator("dialog[open]").count()) > 0, { timeout: 3000 }).toBe(true);
      expect(acts.slice(before).filter(({ ask }) => ask)).toEqual([]);
      drawn();
    },
  };
}

const FEW = ["chimera", "frustration"]; // combinations, melds

for (const [i, game] of some([...GAMES.entries()], ([, game]) => FEW.includes(game))) {
  const [name, hands, draw, size] = i % 2 === 0 ? (["touch", touch, byTouch, { width: 360, height: 740 }] as const) : (["mouse", mouse, byMouse, { width: 1440, height: 900 }] as const);
  test(`cards of ${game} are drawn onto the table by ${name}`, async ({ browser, request }) => {
    const spec = ((await (await request.get("/api/games")).json()) as GameSpec[]).find((one) => one.game === game)!;
    const context = await browser.newContext({ viewport: size, locale: "en", hasTouch: name === "touch", reducedMotion: "reduce" });
    const page = await context.newPage();
    const acts = heard(page);
    await page.addInitScript(() => localStorage.setItem("stich.pace", "instant"));
    await sit(page, { game, seats: spec.seats[0], seed: 5, pace: "instant", bots: Array.from({ length: spec.seats[0]! - 1 }, () => spec.bots[0]!) });
    let drawn = 0;
    const enough = (): void => {
      drawn += 1;
      if (drawn >= ENOUGH) throw new Enough();
    };
    await playMatch(page, drawing(hands, draw, acts, `drag-${game}-${name}`, enough), { ...curious(), most: 400 }).catch((error: unknown) => {
      if (!(error instanceof Enough)) throw error;
    });
    // if nobody holds cards, there is nothing to drag
    if (await page.locator('[role="listbox"]').count()) expect(drawn).toBeGreaterThan(0);
    await context.close();
  });
}

test("a drag that ends nowhere changes nothing, and a card that cannot be played says why", async ({ page }) => {
  const acts = heard(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript(() => localStorage.setItem("stich.pace", "instant"));
  await sit(page, { game: "doppelkopf", seed: 3, pace: "instant", bots: ["random", "random", "random"] });
  const hand = page.locator('[role="listbox"] [role="option"]');
  const may = page.locator('[role="listbox"] [role="option"]:not([aria-disabled="true"])');
  const mayNot = page.locator('[role="listbox"] [role="option"][aria-disabled="true"]');
  // play on until there is a choice of two cards and one that is not allowed; the player's turn does not end by itself
  const choice = playMatch(page, mouse, {
    seen: async (screen, { selected, inTrick }) => {
      if (screen === "cards" && selected === 0 && inTrick > 0 && (await may.count()) > 1 && (await mayNot.count()) > 0) throw new Enough();
    },
  });
  await expect(choice).rejects.toThrow(Enough);
  const before = await hand.count();
  acts.length = 0;

  const card = may.first();
  const from = await grip(card);
  const to = await middle(page);
  const taken = page.locator('[role="listbox"] [aria-selected="true"]');
  const felt = page.locator(".felt[data-drop]");
  await byMouse(page, from, to, async () => {
    await expect(felt).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(felt).toHaveCount(0);
  });
  await byMouse(page, from, to, () => page.mouse.move(from.x + 20, from.y + 10)); // back in the hand
  await byMouse(page, from, { x: to.x, y: 5 }); // over the bar
  expect([await taken.count(), await hand.count(), acts]).toEqual([0, before, []]);

  // cards that are selected by pressing are not played
  await mouse.take(page, may.first());
  await mouse.take(page, may.nth(1));
  await expect(taken).toHaveCount(1);
  expect(acts).toEqual([]);

  await mouse.take(page, mayNot.first());
  await expect(page.getByRole("alert").locator(".notice")).toBeVisible();
  await expect(taken).toHaveCount(1);
  expect(acts.map(({ ask }) => ask)).toEqual([true]);
  expect(await mayNot.count()).toBeGreaterThan(0); // dim, whatever is selected
  await byMouse(page, await grip(mayNot.first()), to);
  await expect(hand).toHaveCount(before);

  await byMouse(page, await grip(may.first()), to);
  await expect(hand).toHaveCount(before - 1);
  await expect(taken).toHaveCount(0);
});

// random players close at once, and good ones ask what others throw; who closes soon is given time
for (const [game, level, pace] of [["chinchon", "club", "normal"], ["rummy", "random", "instant"]] as const) {
  test(`${game}: a pile is pressed and dragged, and no drag over the felt selects its words`, async ({ page }) => {
    const acts = heard(page);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript(() => localStorage.setItem("stich.pace", "instant"));
    await sit(page, { game, seats: 3, seed: 7, pace, bots: [level, level] });
    const hand = page.locator('[role="listbox"] [role="option"]');
    const stock = page.locator('[data-zones="stock"] .grip');
    await expect(stock).toBeVisible({ timeout: 15_000 });
    const before = await hand.count();
    const words = (await page.locator('[data-zones="stock"] figcaption').boundingBox())!;
    await byMouse(page, { x: words.x - 60, y: words.y + 4 }, { x: words.x + 200, y: words.y + 60 });
    expect(await page.evaluate(() => String(getSelection()))).toBe("");
    await byMouse(page, await heart(stock), await middle(page)); // not as far as the hand
    expect([await hand.count(), acts]).toEqual([before, []]);
    await byMouse(page, await heart(stock), await heart(page.locator('[role="listbox"]')));
    await expect(hand).toHaveCount(before + 1);
    expect(acts).toHaveLength(1);
    await expect(stock).toHaveCount(0);

    await mouse.take(page, page.locator('[role="listbox"] [role="option"]:not([aria-disabled="true"])').last());
    const pile = page.locator('[data-zones="discard"] .grip');
    await pile.focus();
    await page.keyboard.press("Enter");
    await expect(hand).toHaveCount(before);
    expect(acts).toHaveLength(2);
    await expect(page.locator("dialog[open]")).toHaveCount(0);
  });
}
