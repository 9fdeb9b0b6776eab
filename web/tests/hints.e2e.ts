/** Advice covers nothing at all: it has the place of the sentence, whole, in every game, in a window of each shape. */
import { expect, test, type Page } from "@playwright/test";
import { existsSync, readdirSync } from "node:fs";
import type { GameSpec } from "../src/wire/protocol";
import { usual } from "./tiers";

const USUAL = ["frustration", "doppelkopf"];
const GAMES = ["../src/stich/games", "../tests/games"].flatMap((folder) => readdirSync(folder).filter((game) => existsSync(`${folder}/${game}/rules.py`)));
const SIZES = [{ width: 740, height: 360 }, { width: 768, height: 1024 }, { width: 1440, height: 900 }, { width: 360, height: 740 }] as const;
const LANGUAGES = ["en", "de", "fr", "hu"];
const DECISIONS = 5;
const REST = 250; // ms after which the page has drawn itself

/** What the message lies over: all that is drawn on the table, and where its own words are cut; null: it is gone. */
function covered(page: Page): Promise<string[] | null> {
  return page.evaluate(() => {
    const told = document.querySelector(".told .notice"); // not the one of the operator, which every page has
    if (!told) return null;
    const [notice, why] = [told.getBoundingClientRect(), told.querySelector(".why")!];
    const found: string[] = [];
    if (notice.left < 0 || notice.top < 0 || notice.right > innerWidth || notice.bottom > innerHeight) found.push("it is outside");
    if (why.scrollHeight > why.clientHeight + 1) found.push(`it is cut: ${why.textContent!.length} letters, ${why.scrollHeight} px in ${why.clientHeight}`);
    const check = (what: string, { left, right, top, bottom, width }: DOMRect, element: Element): void => {
      if (width <= 1 || told.contains(element) || element.contains(told) || element.closest(".spoken, .phase")) return;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return;
      for (let at: Element | null = element; at; at = at.parentElement) if (getComputedStyle(at).clipPath !== "none") return; // heard only
      const [across, down] = [Math.min(right, notice.right) - Math.max(left, notice.left), Math.min(bottom, notice.bottom) - Math.max(top, notice.top)];
      if (across > 1 && down > 1) found.push(`over ${what} ${element.getAttribute("class")} ${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}: ${Math.round(across)} x ${Math.round(down)} px`);
    };
    const walker = document.createTreeWalker(document.querySelector(".stage")!, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (node.matches(".card, .seat, .stack, .ribbon, button, [role=option]")) check("the", node.getBoundingClientRect(), node);
      } else if (node.textContent!.trim() && !node.parentElement!.closest("svg")) {
        const range = document.createRange();
        range.selectNodeContents(node);
        check("words in", range.getBoundingClientRect(), node.parentElement!);
      }
    }
    return found;
  });
}

for (const [i, name] of GAMES.entries()) {
  test(`advice in ${name} covers nothing`, usual(USUAL.includes(name)), async ({ page, request }) => {
    test.setTimeout(120_000);
    const game = ((await (await request.get("/api/games")).json()) as GameSpec[]).find((spec) => spec.game === name)!;
    const seats = game.seats[0]!;
    const bots = game.bots.length > 2 ? game.bots[1]! : game.bots[0]!;
    const made = await request.post("/api/tables", { data: { game: name, seats, seed: 7, pace: "instant", bots: Array.from({ length: seats - 1 }, () => bots) } });
    const { table, url } = (await made.json()) as { table: string; url: string };
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript(
      ([table, language]) => {
        sessionStorage.setItem(`stich.made.${table}`, "wants a seat");
        localStorage.setItem("stich.forced", "off");
        localStorage.setItem("stich.language", language!);
      },
      [table, LANGUAGES[i % LANGUAGES.length]!],
    );
    await page.setViewportSize(SIZES[3]);
    await page.goto(url);
    const hint = page.locator(".tools button").first();
    await expect(hint).toBeVisible();
    const found: string[] = [];
    let checked = 0;
    for (let decision = 0; decision < DECISIONS; decision++) {
      if (!(await hint.isVisible())) break; // the deal has ended
      await expect(hint).not.toHaveAttribute("aria-disabled", "true");
      await hint.click();
      await page.waitForTimeout(REST);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.waitForTimeout(REST);
        const faults = await covered(page);
        if (!faults) break; // the time to interrupt was over
        checked++;
        found.push(...faults.map((fault) => `${decision} ${size.width} x ${size.height}: ${fault}`));
      }
      await hint.click(); // its cards are selected, or its button has the focus
      await hint.evaluate((button: HTMLElement) => button.blur());
      await page.keyboard.press("Enter");
      await page.waitForTimeout(3 * REST);
    }
    expect(found).toEqual([]);
    expect(checked).toBeGreaterThanOrEqual(2 * SIZES.length);
  });
}
