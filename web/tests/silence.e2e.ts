/** A page that nobody touches asks for nothing. */
import { expect, test } from "@playwright/test";

const SETTLED_MS = 2500; // longer than anything fetched ahead of time waits
const QUIET_MS = 4000;

test("the start page of a new profile is silent once it stands", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator(".tiles .tile, .tiles button").first()).toBeVisible();
  await page.waitForTimeout(SETTLED_MS);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.waitForTimeout(QUIET_MS);
  expect(asked).toEqual([]);
});
