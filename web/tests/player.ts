/**
 * Somebody at the page who plays any game by looking at it: presses what is enabled, takes cards that are lit. Nothing here
 * asks the server or knows a rule; only roles, names and states that a person, or his screen reader, has as well.
 */
import { expect, type Locator, type Page } from "@playwright/test";

const LISTBOX = '[role="listbox"] [role="option"]';
const ACTIONS = ".actions .offers button:not([data-ahead])"; // of one's own turn

/** How cards are taken and buttons pressed. */
export interface Hands {
  take(page: Page, card: Locator): Promise<void>;
  press(page: Page, button: Locator): Promise<void>;
  clear(page: Page): Promise<void>;
}

/** A point where an overlapped, turned card lies free, in the page's px: what an eye finds at once. */
async function free(card: Locator): Promise<{ x: number; y: number }> {
  await card.scrollIntoViewIfNeeded({ timeout: 3000 });
  const found = await card.evaluate((element) => {
    const box = element.getBoundingClientRect();
    for (let down = 0.15; down < 1; down += 0.1) {
      for (let right = 0.08; right < 1; right += 0.06) {
        const [x, y] = [box.left + right * box.width, box.top + down * box.height];
        if (element.contains(document.elementFromPoint(x, y))) return { x, y };
      }
    }
    return null;
  });
  if (!found) throw new Error("not visible: the card is covered");
  return found;
}

export const mouse: Hands = {
  take: async (page, card) => {
    const { x, y } = await free(card);
    await page.mouse.click(x, y);
  },
  press: (_, button) => button.click({ timeout: 3000 }),
  clear: (page) => page.locator(".actions [aria-keyshortcuts='Escape']").click({ timeout: 3000 }),
};

export const touch: Hands = {
  take: async (page, card) => {
    const { x, y } = await free(card);
    await page.touchscreen.tap(x, y);
  },
  press: (_, button) => button.tap({ timeout: 3000 }),
  clear: (page) => page.locator(".actions [aria-keyshortcuts='Escape']").tap({ timeout: 3000 }),
};

export const keyboard: Hands = {
  async take(page, card) {
    const target = Number(await card.getAttribute("data-i"));
    if (!(await page.locator(`${LISTBOX}:focus`).count())) await tabTo(page, page.locator(`${LISTBOX}:focus`));
    for (let guard = 0; guard < 60; guard++) {
      const here = Number(await page.locator(`${LISTBOX}:focus`).getAttribute("data-i"));
      if (here === target) break;
      const key = here < target ? "ArrowRight" : "ArrowLeft";
      for (let steps = Math.abs(target - here); steps > 0; steps--) await page.keyboard.press(key); // and look where that has led
    }
    await page.keyboard.press("Space");
  },
  async press(page, button) {
    const keys = await button.getAttribute("aria-keyshortcuts");
    if (keys && !(await page.locator("dialog[open]").count())) {
      // Enter on a focused button would press that one, as everywhere
      if (keys === "Enter" && (await page.locator("button:focus, a:focus").count())) await tabTo(page, page.locator(`${LISTBOX}:focus`));
      return page.keyboard.press(keys);
    }
    const handle = await button.elementHandle();
    for (let i = 0; i < 60; i++) {
      if (await handle?.evaluate((element) => element === document.activeElement)) return page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
    }
    throw new Error("Tab never led to the button");
  },
  clear: (page) => page.keyboard.press("Escape"),
};

async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let i = 0; i < 60; i++) {
    if (await wanted.count()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab never led there");
}

/** What the page offers at this moment, read in one go. */
interface Sight {
  dialog: "none" | "sheet" | "over" | "question";
  enabled: number[]; // of the actions, by their place
  needsCards: boolean; // one of them is waiting for a selection
  primary: number; // the enabled button of the selection, -1 for none
  lit: number[]; // of the cards, those that may be taken and are not
  selected: number;
  mine: boolean;
}

function look(page: Page): Promise<Sight> {
  return page.evaluate(
    ([listbox, actions]) => {
      const on = (element: Element): boolean => element.getAttribute("aria-disabled") !== "true";
      const dialog = document.querySelector("dialog[open]");
      const buttons = [...document.querySelectorAll(actions!)];
      const cards = [...document.querySelectorAll(listbox!)];
      const enter = buttons.findIndex((button) => button.getAttribute("aria-keyshortcuts") === "Enter");
      const primary = enter >= 0 ? buttons[enter] : undefined;
      return {
        dialog: !dialog ? "none" : dialog.querySelector(".won") ? "over" : dialog.querySelector(".figures") ? "sheet" : "question",
        enabled: buttons.flatMap((button, i) => (on(button) && i !== enter ? [i] : [])),
        needsCards: primary !== undefined && !on(primary),
        primary: primary && on(primary) ? enter : -1,
        lit: cards.flatMap((card, i) => (on(card) && card.getAttribute("aria-selected") === "false" ? [i] : [])),
        selected: cards.filter((card) => card.getAttribute("aria-selected") === "true").length,
        mine: buttons.length > 0,
      } as const;
    },
    [LISTBOX, ACTIONS],
  ) as Promise<Sight>;
}

export interface Played {
  deals: number;
  decisions: number;
}

/**
 * Play until the match is over. `seen` is called whenever something may be decided, with a name for the screen: for pictures
 * and checks. `choose` picks one of several plain buttons (default: the first).
 */
export async function playMatch(
  page: Page,
  hands: Hands,
  options: { choose?: (labels: string[]) => number; seen?: (screen: string) => Promise<void>; most?: number } = {},
): Promise<Played> {
  const { choose = () => 0, seen = async () => undefined, most = 6000 } = options;
  const played = { deals: 0, decisions: 0 };
  let tried = 0;
  for (let step = 0; step < most; step++) {
    const sight = await look(page);
    if (sight.dialog === "over") {
      await seen("over");
      return { ...played, deals: played.deals + 1 };
    }
    if (sight.dialog === "sheet") {
      const next = page.locator("dialog[open] .button.primary");
      if (!(await next.count())) {
        await page.waitForTimeout(20);
        continue;
      }
      await seen("sheet");
      await hands.press(page, next);
      await expect(page.locator("dialog[open]")).toHaveCount(0);
      played.deals += 1;
      continue;
    }
    if (sight.dialog === "question") {
      await seen("question");
      await hands.press(page, page.locator("dialog[open] ul button").first());
      continue;
    }
    if (!sight.mine || (sight.primary < 0 && !sight.needsCards && sight.enabled.length === 0)) {
      await page.waitForTimeout(15);
      continue;
    }
    await seen(sight.needsCards || sight.primary >= 0 ? "cards" : "buttons");
    const buttons = page.locator(ACTIONS);
    const cards = page.locator(LISTBOX);
    try {
      if (sight.primary >= 0) {
        tried = 0;
        played.decisions += 1;
        await settled(page, () => hands.press(page, buttons.nth(sight.primary)));
      } else if (sight.needsCards && sight.lit.length > 0 && tried < 24) {
        tried += 1;
        await hands.take(page, cards.nth(sight.lit[0]!));
      } else if (sight.enabled.length > 0) {
        tried = 0;
        played.decisions += 1;
        const labels = await buttons.allInnerTexts();
        const wanted = choose(sight.enabled.map((i) => labels[i] ?? ""));
        await settled(page, () => hands.press(page, buttons.nth(sight.enabled[wanted] ?? sight.enabled[0]!)));
      } else if (sight.selected > 0) {
        tried = 0;
        await hands.clear(page);
      }
    } catch (error) {
      // the table may have moved on between the look and the hand: a person looks again, too
      if (!/Timeout|detached|not attached|not visible|not stable/.test(String(error))) throw error;
    }
  }
  throw new Error(`the match is not over after ${most} looks: ${JSON.stringify(played)}`);
}

/** Do something and wait until the page has heard of its effect: buttons are off while a message is on its way. */
async function settled(page: Page, act: () => Promise<void>): Promise<void> {
  const before = await page.evaluate((actions) => document.querySelectorAll(actions).length, ACTIONS);
  await act();
  if (before === 0) return;
  await page
    .waitForFunction((actions) => [...document.querySelectorAll(actions)].every((button) => button.isConnected), ACTIONS, { timeout: 2000 })
    .catch(() => undefined);
  await page.waitForTimeout(20);
}
