import { expect, test, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { clean } from "./axe";
import { usual } from "./tiers";

const FILE = new URL("match.stich", import.meta.url).pathname; // a whole match: Anna, Bo and Cy, eight rounds
const text = readFileSync(FILE, "utf-8");

const controls = (page: Page) => page.getByRole("region", { name: "Steps of the match" });
const caption = (page: Page) => controls(page).locator(".caption");
const load = (page: Page, name: string, content: string) =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });

for (const [colorScheme, width, height] of [["light", 1440, 900], ["dark", 360, 740]] as const) {
  test.describe(`${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height }, contextOptions: { reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"] } });

    test("a record is loaded, stepped through, looked at by others, and its positions have links", usual(width === 360), async ({ page, context }) => {
      test.setTimeout(120_000);
      await page.goto("/matches");
      await expect(page.getByRole("heading", { name: "No finished match yet" })).toBeVisible();
      await load(page, "cut.stich", text.replace("1 pass\n", "1 bid 17\n"));
      await expect(page.getByRole("alert").filter({ hasText: "Line 8" })).toContainText("1 bid 17");
      await clean(page, "matches");

      await load(page, "match.stich", text);
      await page.waitForURL(/\/review\/[0-9a-f]{24}\?as=open#1\.0$/);
      await expect(caption(page)).toContainText("Bidding · 0/");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await expect(caption(page)).toContainText("Cy bids 20");
      await expect(page.getByRole("log")).toContainText("Round 1, Bidding, Step 2 of");
      await page.keyboard.press("ArrowLeft");
      await expect(caption(page)).toContainText("Bo passes");
      await page.keyboard.press("PageDown");
      await expect(caption(page)).toContainText("Exchange");
      await page.keyboard.press("End");
      await expect(caption(page)).toContainText("the Chimera wins");

      await controls(page).getByRole("button", { name: /^Round 1/ }).click();
      const jump = page.getByRole("dialog", { name: "Rounds and turns" });
      await clean(page, "rounds and turns");
      await jump.getByText("Round 3").click();
      await jump.getByRole("button", { name: /^Trick 3/ }).filter({ visible: true }).last().click();
      await expect(caption(page)).toContainText("Trick 3 · 14/37");
      await expect(page.getByRole("main")).not.toContainText("NaN"); // of what was not counted
      await clean(page, "all hands open");

      await expect(page.getByRole("list", { name: "Hand", exact: true })).toHaveCount(2);
      await controls(page).getByLabel("View as").selectOption("Bo");
      await expect(page).toHaveURL(/as=1#3\.14$/);
      await expect(page.getByRole("list", { name: "Hand", exact: true })).toHaveCount(0);
      await expect(caption(page)).toContainText("Trick 3 · 14/37");
      const hand = await page.getByRole("listbox").getByRole("option").evaluateAll((all) => all.map((card) => card.getAttribute("aria-label")));
      expect(hand).toHaveLength(16);

      await page.getByRole("button", { name: "Copy link to this position" }).click();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      const friend = await context.newPage();
      await friend.goto(link);
      await expect(caption(friend)).toHaveText((await caption(page).textContent()) ?? "");
      expect(await friend.getByRole("listbox").getByRole("option").evaluateAll((all) => all.map((card) => card.getAttribute("aria-label")))).toEqual(hand);
      await friend.goto(link.replace(/as=.*/, "as=7#3.99"));
      await expect(friend.getByRole("alert").filter({ hasText: "Round 3 has 37 steps; there is no step 99." })).toBeVisible();
      await expect(friend.getByRole("alert").filter({ hasText: "Possible: 0 | 1 | 2 | open | watch" })).toBeVisible();
      await friend.close();

      const record = await page.getByRole("link", { name: "Download this match" }).getAttribute("href");
      expect(await (await page.request.get(record ?? "")).text()).toBe(text);
      await page.getByRole("button", { name: "Score sheet" }).click();
      await expect(page.getByRole("dialog")).toContainText("Round 3 is being played");
      await page.evaluate(() => (window.print = () => undefined));
      await page.getByRole("button", { name: "Print" }).click();
      await expect(page.locator(".paper")).toBeHidden();
      await page.emulateMedia({ media: "print" });
      await expect(page.locator(".paper")).toContainText("Round 2");
      await expect(page.getByRole("dialog")).toBeHidden();
    });
  });
}
