/** The controls of a review lie beside one another, in the language with the longest words, at widths between a phone and a desk. */
import { expect, test } from "@playwright/test";
import { readFileSync } from "node:fs";

const RECORD = readFileSync(new URL("match.stich", import.meta.url).pathname, "utf-8");

test("no control of a review lies over another one", async ({ page }) => {
  const kept = await page.request.post("/api/reviews", { data: RECORD, headers: { "content-type": "text/plain" } });
  const { url } = (await kept.json()) as { url: string };
  await page.addInitScript(() => localStorage.setItem("stich.language", "fr"));
  await page.goto(url);
  await expect(page.locator(".controls select").first()).toBeVisible();
  for (const width of [600, 768, 900, 1100]) {
    await page.setViewportSize({ width, height: 1024 });
    const faults = await page.evaluate(() => {
      const all = [...document.querySelectorAll(".controls button, .controls select")]
        .map((control) => ({ name: control.getAttribute("aria-label") ?? control.textContent!.trim(), box: control.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0);
      return all.flatMap(({ name, box }, i) => [
        ...(box.right > innerWidth + 1 ? [`${name} is outside`] : []),
        ...all.slice(i + 1).filter(({ box: b }) => box.left < b.right - 1 && b.left < box.right - 1 && box.top < b.bottom - 1 && b.top < box.bottom - 1).map((other) => `${name} over ${other.name}`),
      ]);
    });
    expect(faults, `${width} px`).toEqual([]);
  }
});
