/**
 * A player who plays any game by looking at the page: presses what is enabled, selects cards that are lit. Nothing here asks the server or knows a
 * rule; it uses only roles, names and states that a person, or a screen reader, has as well.
 */
import { expect, type Locator, type Page } from "@playwright/test";

const LISTBOX = '[role="listbox"] [role="option"]';
const ACTIONS = ".actions .offers button:not([data-ahead], .let)"; // of the player's turn; to let a time to interrupt pass is none
const AT_ONCE = { timeout: 500 }; // a card that was seen is there, or has gone since
const SOON = { timeout: 3000 };
const LATEST = 100; // ms between two looks where nothing changes
const PATIENCE = 400; // ms to wait for something to do before looking again; five times as long for what was done with cards

/** How cards are selected and buttons pressed. */
export interface Hands {
  take(page: Page, card: Locator): Promise<void>;
  press(page: Page, button: Locator): Promise<void>;
  clear(page: Page): Promise<void>;
}

/** A visible point of an overlapped, rotated card, if possible not at its edge. */
async function free(card: Locator): Promise<{ x: number; y: number }> {
  await card.scrollIntoViewIfNeeded(SOON);
  const found = await card.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const hit = (x: number, y: number): boolean => element.contains(document.elementFromPoint(x, y));
    for (const around of [4, 2, 0]) { // px; at the very edge rounding decides which card is hit
      for (let down = 0.15; down < 1; down += 0.1) {
        for (let right = 0.08; right < 1; right += 0.04) {
          const [x, y] = [box.left + right * box.width, box.top + down * box.height];
          if ([-around, around].every((by) => hit(x + by, y) && hit(x, y + by))) return { x, y };
        }
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
  press: (_, button) => button.click(SOON),
  clear: (page) => page.locator(".actions [aria-keyshortcuts='Escape']").click(SOON),
};

export const touch: Hands = {
  take: async (page, card) => {
    const { x, y } = await free(card);
    await page.touchscreen.tap(x, y);
  },
  press: (_, button) => button.tap(SOON),
  clear: (page) => page.locator(".actions [aria-keyshortcuts='Escape']").tap(SOON),
};

export const keyboard: Hands = {
  async take(page, card) {
    for (let guard = 0; guard < 20; guard++) {
      const way = await card.evaluate((element) => {
        const focused = document.activeElement?.closest('[role="listbox"] [role="option"]') ?? null;
        return focused ? Number(element.getAttribute("data-i")) - Number(focused.getAttribute("data-i")) : null;
      }, undefined, AT_ONCE);
      if (way === 0) return page.keyboard.press("Space");
      if (way === null) await tabTo(page, page.locator(`${LISTBOX}:focus`));
      else for (let steps = Math.abs(way); steps > 0; steps--) await page.keyboard.press(way > 0 ? "ArrowRight" : "ArrowLeft"); // and look at the result
    }
    throw new Error("not visible: the arrows never led to the card");
  },
  async press(page, button) {
    const { keys, modal, enters } = await button.evaluate((element) => ({
      keys: element.getAttribute("aria-keyshortcuts"),
      modal: document.querySelector("dialog[open]") !== null,
      enters: document.activeElement?.matches("button, a") ?? false,
    }), undefined, SOON);
    if (keys && !modal) {
      // Enter on a focused button would press it, whatever its key is.
      if (keys === "Enter" && enters) await tabTo(page, page.locator(`${LISTBOX}:focus`));
      return page.keyboard.press(keys);
    }
    const handle = await button.elementHandle(SOON);
    for (let i = 0; i < 60; i++) {
      const { there, barred, focused, behind } = (await handle?.evaluate((element) => ({
        there: element.isConnected,
        barred: document.querySelector("dialog[open]")?.contains(element) === false,
        focused: element === document.activeElement,
        behind: (element.compareDocumentPosition(document.activeElement ?? document.body) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
      }))) ?? {};
      if (!there) throw new Error("detached: the button has gone meanwhile");
      if (barred) throw new Error("not visible: a dialog has opened meanwhile, and Tab stays in it");
      if (focused) return page.keyboard.press("Enter");
      await page.keyboard.press(behind ? "Shift+Tab" : "Tab");
    }
    throw new Error("Tab never led to the button");
  },
  clear: (page) => page.keyboard.press("Escape"),
};

async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let i = 0; i < 60; i++) {
    if (await wanted.count()) return;
    if (await page.locator("dialog[open]").count()) throw new Error("not visible: a dialog has opened meanwhile, and Tab stays in it");
    await page.keyboard.press("Tab");
  }
  if (!(await page.locator(`${LISTBOX}[tabindex="0"]`).count())) throw new Error("not visible: the hand has gone meanwhile");
  throw new Error("Tab never led there");
}

/** What the page offers at this moment, read in one go. */
export interface Sight {
  dialog: "none" | "sheet" | "over" | "question";
  enabled: number[]; // of the actions, by their index
  labels: string[]; // their labels
  needsCards: boolean; // one of the actions is waiting for a selection
  primary: number; // the enabled button of the selection, -1 for none
  lit: number[]; // the lit cards that are not selected
  selected: number;
  phase: string; // its name in the middle of the table
  inTrick: number; // cards that have been played to a trick
  wide: boolean; // wider than the window
  all: string; // changes whenever the choices change
}

/**
 * Look until there is something to do, and something else than `before`, or until patience ends. hand: what was done with cards last. With other
 * cards an action may come too late before a busy machine has shown the result: with cards that were sent, wait until they are gone.
 */
function look(page: Page, before: string, hand: "" | "taken" | "sent"): Promise<Sight> {
  return page.evaluate(
    async ([listbox, actions, last, hand, patience, latest]) => {
      const on = (element: Element): boolean => element.getAttribute("aria-disabled") !== "true";
      const sight = (): Sight => {
        const dialog = document.querySelector("dialog[open]");
        const ending = document.querySelector("[data-end]");
        const buttons = [...document.querySelectorAll(actions)];
        const cards = [...document.querySelectorAll(listbox)];
        const enter = buttons.findIndex((button) => button.getAttribute("aria-keyshortcuts") === "Enter");
        const primary = enter >= 0 ? buttons[enter] : undefined;
        const enabled = buttons.flatMap((button, i) => (on(button) && i !== enter ? [i] : []));
        const labels = buttons.map((button) => (button as HTMLElement).innerText);
        const phase = document.querySelector(".phase")?.textContent ?? "";
        const hand = cards.map((card) => `${card.getAttribute("data-card")} ${on(card)} ${card.getAttribute("aria-selected")}`);
        return {
          // an ended match asks nothing more: a dialog above it opened by itself
          dialog: ending?.getAttribute("data-end") === "match" ? "over" : dialog ? "question" : ending ? "sheet" : "none",
          enabled,
          labels: enabled.map((i) => labels[i] ?? ""),
          needsCards: primary !== undefined && !on(primary),
          primary: primary && on(primary) ? enter : -1,
          lit: cards.flatMap((card, i) => (on(card) && card.getAttribute("aria-selected") === "false" ? [i] : [])),
          selected: cards.filter((card) => card.getAttribute("aria-selected") === "true").length,
          phase,
          inTrick: document.querySelectorAll(".trick [data-card]").length,
          wide: document.documentElement.scrollWidth > innerWidth,
          all: [(dialog ?? ending)?.textContent, phase, ...labels, ...buttons.map(on), ...hand].join("\n"),
        };
      };
      // looking costs a layout: not before something has changed
      const changed = (): Promise<void> =>
        new Promise((next) => {
          const observer = new MutationObserver(() => done());
          const timer = setTimeout(() => done(), latest);
          const done = (): void => {
            observer.disconnect();
            clearTimeout(timer);
            setTimeout(next, 8);
          };
          observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        });
      const until = performance.now() + patience;
      for (;;) {
        const seen = sight();
        const waits = seen.dialog === "sheet" && !document.querySelector("[data-end] .button.primary");
        const something = seen.dialog !== "none" ? !waits : seen.primary >= 0 || seen.enabled.length > 0 || (seen.needsCards && seen.lit.length > 0);
        const away = hand === "sent" && seen.dialog === "none" && seen.selected > 0 && seen.primary < 0;
        if ((something && seen.all !== last && !away) || performance.now() > until) return seen;
        await changed();
      }
    },
    [LISTBOX, ACTIONS, before, hand, hand ? 5 * PATIENCE : PATIENCE, LATEST] as const,
  );
}

/** Open the whole score sheet at the end of a deal. */
export async function openSheet(page: Page, hands: Hands = mouse): Promise<Locator> {
  await hands.press(page, page.locator("[data-end] button.whole"));
  const sheet = page.getByRole("dialog");
  await expect(sheet.locator(".figures").first()).toBeVisible();
  return sheet;
}

export interface Played {
  deals: number;
  decisions: number;
}

export interface Habits {
  /** which of several plain buttons; by default the first one; -1: none of them for now */
  choose?: (labels: string[]) => number;
  /** a plain button where cards could be selected as well; by default none: a card is selected */
  rather?: (labels: string[]) => number;
  /** which of these lit cards; by default the first one */
  card?: (lit: number) => number;
  /** which of the answers to a question; by default the first one */
  answer?: (labels: string[]) => number;
  /** stop at the score sheet of this deal */
  deals?: number;
  /** stop at the first score sheet after so many decisions */
  enough?: number;
  /** a selector: pressed before cards are selected, once for each decision, if it is there */
  first?: string;
  /** called at every decision, with a name */
  seen?: (screen: "cards" | "buttons" | "question" | "sheet" | "over", sight: Sight) => Promise<void>;
  most?: number;
}

/** Play until the match is over, or until the habits say that it is enough. */
export async function playMatch(page: Page, hands: Hands, habits: Habits = {}): Promise<Played> {
  const { choose = () => 0, rather = () => -1, card = () => 0, answer = () => 0, first = "", seen = async () => undefined, deals = Infinity, enough = Infinity, most = 6000 } = habits;
  const played = { deals: 0, decisions: 0 };
  let pressed = -1;
  let tried = 0;
  let before = "";
  let hand: "" | "taken" | "sent" = "";
  for (let step = 0; step < most; step++) {
    const sight = await look(page, before, hand);
    hand = "";
    if (sight.dialog === "over") {
      await seen("over", sight);
      return { ...played, deals: played.deals + 1 };
    }
    try {
      before = "";
      if (sight.dialog === "sheet") {
        const next = page.locator("[data-end] .button.primary");
        if (!(await next.count())) continue;
        await seen("sheet", sight);
        if (played.deals + 1 >= deals || played.decisions >= enough) return { ...played, deals: played.deals + 1 };
        await hands.press(page, next);
        played.deals += 1;
        await expect(page.locator("[data-end]")).toHaveCount(0); // or longer, if others have not read it yet
        continue;
      }
      if (sight.dialog === "question") {
        await seen("question", sight);
        const answers = page.locator("dialog[open] :is(ul, .scale) button");
        await hands.press(page, answers.nth(answer(await answers.allInnerTexts())));
        continue;
      }
      const byCards = sight.primary >= 0 || (sight.needsCards && sight.lit.length > 0 && tried < 24);
      if (byCards || sight.enabled.length > 0) await seen(sight.needsCards || sight.primary >= 0 ? "cards" : "buttons", sight);
      if (first && byCards && sight.selected === 0 && pressed !== played.decisions && (await page.locator(first).count())) {
        pressed = played.decisions;
        await hands.press(page, page.locator(first));
        continue;
      }
      const buttons = page.locator(ACTIONS);
      const wanted = sight.enabled.length === 0 ? -1 : byCards ? rather(sight.labels) : choose(sight.labels);
      if (wanted >= 0) {
        await hands.press(page, buttons.nth(sight.enabled[wanted] ?? sight.enabled[0]!));
        [tried, before] = [0, sight.all];
        played.decisions += 1;
      } else if (sight.primary >= 0) {
        await hands.press(page, buttons.nth(sight.primary));
        [tried, before, hand] = [0, sight.all, "sent"];
        played.decisions += 1;
      } else if (byCards) {
        await hands.take(page, page.locator(LISTBOX).nth(sight.lit[card(sight.lit.length)]!));
        [tried, before, hand] = [tried + 1, sight.all, "taken"];
      } else if (sight.selected > 0 && sight.needsCards) {
        await hands.clear(page); // nothing more fits
        tried = 0;
      } else if (sight.enabled.length > 0) [tried, before] = [0, sight.all]; // until there is something else
    } catch (error) {
      // the table may have moved on since: a person looks again, too
      if (!/Timeout|detached|not attached|not visible|not stable/.test(String(error))) throw error;
    }
  }
  throw new Error(`the match is not over after ${most} looks: ${JSON.stringify(played)}`);
}

const HESITATION = 7; // checks: about two for each card

/**
 * A player who tries everything: the button pressed least often so far. If cards could be selected instead, each button once, but only after a while:
 * a button that ends the deal must not end it with the first card. Melds are laid once they are complete.
 */
export function curious(): Pick<Habits, "choose" | "rather" | "first"> {
  const pressed = new Map<string, number>();
  const offered = new Map<string, number>();
  const more = (count: Map<string, number>, label: string): number => count.set(label, (count.get(label) ?? 0) + 1).get(label)!;
  return {
    first: ".plan.whole",
    choose: (labels) => {
      const times = labels.map((label) => pressed.get(label) ?? 0);
      const wanted = times.indexOf(Math.min(...times));
      more(pressed, labels[wanted]!);
      return wanted;
    },
    rather: (labels) => labels.map((label) => more(offered, label)).indexOf(HESITATION),
  };
}
