/** No accessibility fault on a screen; no test. */
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import { readFileSync } from "node:fs";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const SCRIPT = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf-8"); // read in half the time of the longer one

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const THEMES = ["light", "dark"];
const PALETTES = ["", "four", "safe"];

/** axe finds no fault on the screen; nor, unless `themes` is off, with its colours in the other theme; nor with `palettes` in any palette. */
export async function clean(page: Page, screen: string, { themes = true, palettes = false } = {}): Promise<void> {
  await nothing(page, TAGS, screen);
  if (!themes) return;
  const before = await page.evaluate(() => {
    const { theme, palette } = document.documentElement.dataset;
    return { theme, palette, dark: matchMedia("(prefers-color-scheme: dark)").matches };
  });
  const now = before.theme ?? (before.dark ? "dark" : "light");
  for (const theme of THEMES) {
    for (const palette of palettes ? PALETTES : [before.palette ?? ""]) {
      if (theme === now && palette === (before.palette ?? "")) continue;
      await dress(page, theme, palette);
      await nothing(page, ["color-contrast"], `${screen}, ${theme} ${palette}`);
    }
  }
  await dress(page, before.theme ?? "", before.palette ?? "");
}

function dress(page: Page, theme: string, palette: string): Promise<void> {
  return page.evaluate((wanted) => {
    for (const [name, value] of Object.entries(wanted)) {
      if (value) document.documentElement.dataset[name] = value;
      else delete document.documentElement.dataset[name];
    }
  }, { theme, palette });
}

/** Cards fly, dialogs fade, and a new theme fades in: axe must not measure colours in between. */
function settled(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    await new Promise((next) => requestAnimationFrame(next));
    const ending = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/**
 * The script is loaded once in a page, only faults are described, and the lines of drawings, three quarters of all elements of a page, are put aside
 * meanwhile: all three are most of the time that axe takes. A drawing with words, links or names inside it is looked at as a whole.
 */
async function nothing(page: Page, runOnly: string[], screen: string): Promise<void> {
  await settled(page);
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(`${SCRIPT};0`);
  const found = await page.evaluate(async (options) => {
    const drawings = [...document.querySelectorAll("svg:not(svg svg)")].filter((svg) => !svg.querySelector("text, foreignObject, a, [role], [tabindex], [aria-label]"));
    const aside = drawings.map((svg) => {
      const lines = document.createDocumentFragment(); // a page that changes meanwhile finds its elements beside each other in it
      lines.append(...[...svg.childNodes].filter(({ nodeName }) => nodeName !== "title" && nodeName !== "desc"));
      return { svg, lines };
    });
    try {
      const { violations } = await window.axe!.run(document, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(" ")} (${node.failureSummary ?? ""})`).join("; ")}`);
    } finally {
      for (const { svg, lines } of aside) svg.append(lines);
    }
  }, { runOnly, resultTypes: ["violations"] } satisfies axe.RunOptions);
  expect(found, screen).toEqual([]);
}
