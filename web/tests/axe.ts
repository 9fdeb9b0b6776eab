import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const THEMES = ["light", "dark"];
const PALETTES = ["", "four", "safe"];

/** axe finds no fault on the screen; nor, unless `themes` is off, with its colours in the other theme; nor with `palettes` in any palette. */
export async function clean(page: Page, screen: string, { themes = true, palettes = false } = {}): Promise<void> {
  await nothing(page, (axe) => axe.withTags(TAGS), screen);
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
      await nothing(page, (axe) => axe.withRules(["color-contrast"]), `${screen}, ${theme} ${palette}`);
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

async function nothing(page: Page, what: (axe: AxeBuilder) => AxeBuilder, screen: string): Promise<void> {
  await settled(page);
  const { violations } = await what(new AxeBuilder({ page })).setLegacyMode().analyze(); // there are no iframes, and the other mode opens
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(" ")} (${node.failureSummary ?? ""})`).join("; ")}`);
  expect(told, screen).toEqual([]);
}
