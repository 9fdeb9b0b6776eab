/** What holds of everything that is shown, whichever game it is; no test of its own. */
import type { Page } from "@playwright/test";
import type { Catalogue } from "../src/text.svelte";

/** The end of the key that stands for these words; where no key does, the words. */
export function keyOf(texts: Catalogue, before: string, words: string): string {
  const key = Object.keys(texts).find((key) => key.startsWith(before) && texts[key] === words);
  return key ? key.slice(before.length) : words;
}

/** What makes the page wider than the window. */
export function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const out = [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > innerWidth);
    return ["wider than the window", ...out.map((element) => `${element.tagName} ${element.getAttribute("class")} ${element.textContent}`)];
  });
}

/** Text keys that are shown, or read out, in place of their texts. */
export function keysShown(page: Page, texts: Catalogue): Promise<string[]> {
  const families = [...new Set(Object.keys(texts).map((key) => key.split(".")[0]!))];
  return page.evaluate((families) => {
    const named = [...document.querySelectorAll("body [aria-label], body [title]")];
    const words = [document.body.innerText, ...named.flatMap((one) => [one.getAttribute("aria-label"), one.getAttribute("title")])];
    return words.join("\n").match(new RegExp(`(?<![\\w./@])(?:${families.join("|")})\\.[a-z_]+(?:\\.\\w+)*`, "g")) ?? [];
  }, families);
}
