import { expect, test, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { clean } from "./axe";
import { usual } from "./tiers";

const FILE = new URL("match.stich", import.meta.url).pathname; // a whole match: Anna, Bo and Cy, eight rounds
const whole = readFileSync(FILE, "utf-8");
/** The first round alone: a record that breaks off. */
const first = `${whole.split("\ndeal 2 ")[0]?.replace(/^by .*\n/m, "") ?? ""}\n`;

const LANGUAGES = { en: "Analysis", de: "Analyse", fr: "Analyse", hu: "Elemzés" } as const;

async function open(page: Page, lang: keyof typeof LANGUAGES): Promise<void> {
  await page.addInitScript((one) => localStorage.setItem("stich.language", one), lang);
  const answer = await page.request.post("/api/reviews", { data: first, headers: { "content-type": "text/plain" } });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  await page.goto(`/review/${id}?as=open#1.0`);
  await page.getByRole("button", { name: LANGUAGES[lang], exact: true }).click();
}

for (const [colorScheme, width, height, lang] of [
  ["light", 1440, 900, "en"],
  ["dark", 768, 1024, "de"],
  ["light", 360, 740, "hu"],
  ["dark", 1440, 900, "fr"],
] as const) {
  test.describe(`${width} px, ${lang}`, () => {
    test.use({ colorScheme, viewport: { width, height }, contextOptions: { reducedMotion: "reduce" } });

    test("the decisions of a record are judged beside its steps", usual(width === 360), async ({ page }) => {
      test.setTimeout(180_000);
      await open(page, lang);
      const panel = page.getByRole("region", { name: LANGUAGES[lang], exact: true });
      await expect(panel).toBeVisible();
      await expect(panel.getByRole("progressbar")).toHaveCount(0, { timeout: 150_000 });
      await expect(panel.locator("ol button")).not.toHaveCount(0);
      await expect(panel.locator("svg[role=img]")).toBeVisible();
      await expect(panel).not.toContainText("evaluation.");
      await expect(panel).not.toContainText("{");
      await expect(panel).not.toContainText("NaN");
      const steps = page.locator(".caption");

      await panel.locator("ol button").first().click();
      await expect(panel.locator("ol [aria-current=step]")).toHaveCount(1);
      const place = await steps.innerText();
      await page.setViewportSize({ width, height: 3000 }); // nothing that is pressed lies half below the controls
      await clean(page, `analysis ${lang} ${width}`);
      await page.setViewportSize({ width, height });
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/analysis-${lang}-${width}.png`, fullPage: true });

      await panel.locator(".turns button").last().press("Enter");
      await expect(steps).not.toHaveText(place);
      await panel.locator(".turns button").first().press("Enter");
      await expect(steps).toHaveText(place, { useInnerText: true });

      await panel.locator("details:has(table) > summary").click();
      await expect(panel.locator("table tr")).not.toHaveCount(0);
      const file = await page.request.get((await panel.locator("a[download]").getAttribute("href")) ?? "");
      expect(file.status()).toBe(200);
      expect(await file.text()).toContain(`<html lang="${lang}">`);

      await panel.locator("header button").click();
      await expect(panel).toHaveCount(0);
    });
  });
}
