import { expect, test, type Page } from "@playwright/test";
import type { GameSpec } from "../src/wire/protocol";
import { situationOf } from "../src/table/situation";
import { Guest } from "./guest";
import { LONG, usual } from "./tiers";

// What the stage marks, in every game that the server knows, seen by a spectator at four sizes: the marks that the view declares are drawn, inside the
// window and beside the seats, and nobody who is not asked sees the accent.

const SIZES = [[1440, 900], [768, 1024], [360, 740], [740, 360]] as const;
const LOOKS = LONG ? ([3, 2] as const) : ([1, 1] as const); // with the usual and with the largest number of players
const PLAYED = 300; // ms between two looks: the table plays on

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The visible boxes of what a selector finds. */
const boxes = (page: Page, selector: string): Promise<Box[]> =>
  page.locator(selector).evaluateAll((all) =>
    all.flatMap((one) => {
      const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
      return width > 1 && height > 1 && getComputedStyle(one).visibility === "visible" ? [{ left, top, right, bottom }] : [];
    }),
  );

const apart = (a: Box, b: Box): boolean => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;

/** What wears the accent on the stage, in any of its shades. */
function accented(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.createElement("i");
    document.body.append(probe);
    const shades = ["--accent", "--accent-ink"].map((token) => {
      probe.style.color = `var(${token})`;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    const worn = (one: Element): boolean => {
      const style = getComputedStyle(one);
      const colours = [style.backgroundColor, style.stroke, style.fill];
      if (style.outlineStyle !== "none") colours.push(style.outlineColor);
      if (parseFloat(style.borderTopWidth) > 0) colours.push(style.borderTopColor);
      if ([...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())) colours.push(style.color);
      return colours.some((colour) => shades.includes(colour));
    };
    return [...document.querySelectorAll(".stage *")].filter(worn).map((one) => `${one.tagName} ${one.getAttribute("class")}`);
  });
}

async function look(guest: Guest, where: string): Promise<string[]> {
  const { page } = guest;
  const view = guest.view!;
  const { trump, trumps, contract, declarer, sides, attacks, direction } = situationOf(view);
  const shelved = (await page.locator(".stage.shelved").count()) > 0;
  const { width, height } = page.viewportSize()!;
  const inside = ({ left, top, right, bottom }: Box): boolean => left >= -1 && top >= -1 && right <= width + 1 && bottom <= height + 1;
  const seats = await boxes(page, ".chair .seat");
  const seen: string[] = [];

  const badge = await boxes(page, ".trumps > .trump");
  expect(badge, `${where}: trumps`).toHaveLength(trump >= 0 || trumps ? 1 : 0);
  for (const box of badge) {
    seen.push("trumps");
    expect(inside(box), `${where}: trumps in the window ${JSON.stringify(box)}`).toBe(true);
    for (const other of [...seats, ...(await boxes(page, ".say"))]) expect(apart(box, other), `${where}: trumps ${JSON.stringify(box)} on ${JSON.stringify(other)}`).toBe(true);
    expect((await page.locator(".trumps > .trump b").innerText()).trim(), where).not.toBe("");
  }
  if (!shelved) {
    const shown = await boxes(page, ".contract");
    expect(shown, `${where}: contract`).toHaveLength(contract || declarer >= 0 ? 1 : 0);
    if (shown.length > 0) seen.push("contract");
  }
  for (const { seats: members } of sides) {
    for (const seat of members) {
      const ribbon = page.locator(`[data-seat="${seat}"] .ribbon`);
      await expect(ribbon, `${where}: ribbon of ${seat}`).toBeVisible();
      expect(await ribbon.locator("span").first().innerText(), where).toMatch(/[●◆▲■★✚]/);
      expect((await boxes(page, `[data-seat="${seat}"] .ribbon`)).every(inside), `${where}: ribbon of ${seat} in the window`).toBe(true);
    }
    seen.push("sides");
  }
  if (!shelved) {
    // in the strip of a phone only neighbours have one: elsewhere it would cross what is said below the seats
    const marked = page.locator(".lines .arrow, .asked");
    if (width < 600 || height < 480) expect(await marked.count(), `${where}: arrows, or a marked stock`).toBeLessThanOrEqual(attacks.length);
    else await expect(marked, `${where}: arrows, or a marked stock`).toHaveCount(attacks.length);
    if ((await marked.count()) > 0) seen.push("arrow");
    if (direction !== 0) {
      expect(await page.locator(".lines .way").count(), `${where}: direction`).toBeGreaterThan(0);
      seen.push("direction");
    }
  }
  expect(await accented(page), `${where}: nobody is asked`).toEqual([]);
  return seen;
}

for (const least of [true, false]) {
  test(`every game marks what it declares, ${least ? "with the usual" : "with the largest"} number of players`, usual(least), async ({ browser, request }) => {
    test.setTimeout(600_000);
    const games = (await (await request.get("/api/games")).json()) as GameSpec[];
    const seen = new Set<string>();
    for (const game of games) {
      const seats = least ? game.seats[0]! : Math.max(...game.seats);
      if (!least && seats === game.seats[0]) continue;
      const made = await request.post("/api/tables", { data: { game: game.game, seats, seed: 7, pace: "fast", bots: Array(seats - 1).fill(game.bots.at(0)) } });
      const context = await browser.newContext({ colorScheme: "light", reducedMotion: "reduce" });
      const guest = await Guest.enter(context, "Eve");
      await guest.page.goto(((await made.json()) as { url: string }).url);
      await expect(guest.page.locator(".stage .seat").first()).toBeVisible();
      for (let i = 0; i < LOOKS[least ? 0 : 1]; i++) {
        const [width, height] = SIZES[(i + games.indexOf(game)) % SIZES.length]!;
        await guest.page.setViewportSize({ width, height });
        await guest.page.waitForTimeout(PLAYED);
        guest.pause(); // or bots would play while the page is looked at
        await expect(async () => {
          (await look(guest, `${game.game} ${seats}, ${width} px`)).forEach((mark) => seen.add(mark));
        }).toPass({ timeout: 20_000 });
        guest.resume();
      }
      await context.close();
    }
    if (least) expect([...seen]).toEqual(expect.arrayContaining(["arrow", "direction", "sides", "trumps"])); // contracts come later in a deal
  });
}
