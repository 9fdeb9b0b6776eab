import { expect, test, type Page } from "@playwright/test";
import { clean } from "./axe";
import { mouse } from "./player";

const LEAST_STEPS = 12;

test.use({ viewport: { width: 360, height: 740 }, contextOptions: { reducedMotion: "reduce" } });

/** The card of the lesson lies over nothing that it speaks of. */
async function uncovered(page: Page, step: string): Promise<void> {
  await expect(async () => {
    const overlap = await page.evaluate(() => {
      const [card, ring] = [".coach", ".ring"].map((name) => document.querySelector(name)?.getBoundingClientRect());
      return card && ring ? Math.min(card.bottom, ring.bottom) - Math.max(card.top, ring.top) : 0;
    });
    expect(overlap, step).toBeLessThanOrEqual(0);
  }).toPass({ timeout: 3000 });
}

test("a newcomer is led from the bidding to the score by clicking alone", async ({ page }) => {
  test.setTimeout(300_000);
  await page.addInitScript(() => localStorage.setItem("stich.pace", "instant"));
  await page.goto("/");
  await page.getByRole("button", { name: "Learn it in two minutes" }).click();

  const coach = page.getByRole("region", { name: "Chimera in two minutes" });
  const words = coach.locator(".words");
  const next = coach.getByRole("button", { name: "Next" });
  const free = page.locator('[role="option"]:not([aria-disabled="true"]):not([aria-selected="true"])');
  const met: string[] = [];

  for (let guard = 0; guard < 40; guard++) {
    await expect(coach.getByText("The others are playing")).toHaveCount(0);
    await expect(words).not.toBeEmpty();
    const said = await words.innerText();
    if (met.at(-1) !== said) {
      met.push(said);
      await uncovered(page, said);
      await clean(page, said);
    }
    if (await coach.getByRole("button", { name: "Play a real match" }).count()) break;
    if (await next.count()) {
      await next.click();
    } else if (/bid 30/.test(said)) {
      await page.locator(".actions").getByRole("button", { name: /^Pass/ }).click({ force: true }); // marked as not to be used now
      await expect(coach.getByText("Just this once")).toBeVisible();
      await page.reload(); // and nothing but what was read is forgotten
      while (await words.innerText().then((now) => now !== said)) await next.click();
      await mouse.press(page, page.locator(".actions").getByRole("button", { name: /^(Bid )?30/ }));
    } else if (/and pass/.test(said)) {
      await mouse.press(page, page.locator(".actions").getByRole("button", { name: /^Pass/ }));
    } else {
      while (await free.count()) await mouse.take(page, free.first());
      await mouse.press(page, page.locator(".actions").getByRole("button", { name: /^Play/ }));
    }
    if (!(await next.count())) await expect(words).not.toHaveText(said);
  }

  expect(met.length).toBeGreaterThanOrEqual(LEAST_STEPS);
  await expect(page.getByRole("dialog").getByRole("cell", { name: "+115" })).toBeVisible();
  const lesson = page.url();
  await coach.getByRole("button", { name: "Play a real match" }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/t/") && url.href !== lesson);
  await expect(page.getByRole("listbox")).toBeVisible();
  await expect(coach).toHaveCount(0);
});

test("the rules are searched beside a running table, and a link leads to a section", async ({ page }) => {
  await page.goto("/rules/chimera#combo.trap");
  await expect(page.getByRole("heading", { name: "13. Trap" })).toBeFocused();
  await page.getByLabel("Search the rules").fill("toad");
  await expect(page.locator("mark").first()).toHaveText(/toad/i);
  await clean(page, "rules page");

  const made = await page.request.post("/api/tables", { data: { game: "chimera", options: { kickers_distinct: false } } });
  const { url, table } = (await made.json()) as { url: string; table: string };
  await page.evaluate((name) => sessionStorage.setItem(`stich.made.${name}`, "wants a seat"), table);
  await page.goto(url);
  await page.getByRole("button", { name: "The den" }).click();
  await clean(page, "a word explained");
  await page.getByRole("link", { name: "More" }).click();
  const rules = page.getByRole("dialog");
  await expect(rules.getByRole("heading", { name: "Den and exchange" })).toBeFocused();
  await expect(rules.getByRole("link", { name: "Attached cards must differ" })).toBeVisible();
  await clean(page, "rules over the table");
  await rules.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("listbox")).toBeVisible();
});
