// A notice of the operator: on every page, until one has read it.
import { expect, test } from "@playwright/test";

const WORDS = "The server is restarted at noon.";

test("a notice is shown on every page until it is closed", async ({ page }) => {
  let said = WORDS;
  await page.route("**/api/notice", (route) => route.fulfill({ json: { text: said } }));
  await page.clock.install();
  for (const address of ["/", "/statistics"]) {
    await page.goto(address);
    await page.clock.runFor(4000);
    await expect(page.getByRole("status").filter({ hasText: WORDS })).toBeVisible();
  }
  await page.getByRole("status").filter({ hasText: WORDS }).getByRole("button").click();
  await expect(page.getByText(WORDS)).toHaveCount(0);
  await page.goto("/");
  await page.clock.runFor(4000);
  await expect(page.getByText(WORDS)).toHaveCount(0); // it was read
  said = "It is done.";
  await page.clock.runFor(61_000);
  await expect(page.getByText(said)).toBeVisible(); // another one
});

test("without a notice nothing is there", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator(".notice")).toBeAttached({ timeout: 15_000 });
  await expect(page.locator(".notice")).toBeEmpty();
});
