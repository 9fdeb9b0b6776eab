import { expect, test, type Page } from "@playwright/test";
import { existsSync, readdirSync } from "node:fs";
import { clean } from "./axe";
import { mouse } from "./player";
import { LONG, onlyLong } from "./tiers";

const LEAST_STEPS = 12;
const LEAST_STEPS_ELSEWHERE = 6; // of 8 and more: one that passes while the others play may be missed between two checks

test.use({ viewport: { width: 360, height: 740 }, contextOptions: { reducedMotion: "reduce" } });

const PHONES = [[320, 568], [740, 360], [568, 320], [360, 740]] as const; // the last one is the usual one here

/** On a phone, upright or on its side, the guide of the lesson covers neither the hand nor a button of the player. */
async function clearOfHand(page: Page, step: string): Promise<void> {
  for (const [width, height] of PHONES) {
    await page.setViewportSize({ width, height });
    await expect(async () => {
      const covered = await page.evaluate(() => {
        const card = document.querySelector(".coach:not(.inside)")?.getBoundingClientRect();
        if (!card) return [];
        return [...document.querySelectorAll('[role="listbox"] [role="option"], .actions button')].flatMap((element) => {
          const box = element.getBoundingClientRect();
          const [across, down] = [Math.min(card.right, box.right) - Math.max(card.left, box.left), Math.min(card.bottom, box.bottom) - Math.max(card.top, box.top)];
          return across > 1 && down > 1 ? [`${element.textContent?.trim()} by ${Math.round(down)} px`] : [];
        });
      });
      expect(covered, `${width} × ${height}: ${step}`).toEqual([]);
    }).toPass({ timeout: 4000 });
  }
}

/** The guide of the lesson covers nothing that it is about. */
async function uncovered(page: Page, step: string): Promise<void> {
  await expect(async () => {
    const overlap = await page.evaluate(() => {
      const [card, ring] = [".coach", ".ring:not(.seats)"].map((name) => document.querySelector(name)?.getBoundingClientRect());
      return card && ring ? Math.min(card.bottom, ring.bottom) - Math.max(card.top, ring.top) : 0;
    });
    expect(overlap, step).toBeLessThanOrEqual(0);
  }).toPass({ timeout: 3000 });
}

test("a newcomer is led from the bidding to the score by clicking alone", async ({ page }) => {
  test.setTimeout(300_000);
  await page.addInitScript(() => localStorage.getItem("stich.pace") ?? localStorage.setItem("stich.pace", "instant")); // once: what the page sets stays
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
      await clearOfHand(page, said);
      await uncovered(page, said);
      if (LONG || met.length % 4 === 1) await clean(page, said, { themes: met.length % 4 === 1 }); // one step looks like another in the other theme
    }
    if (await coach.getByRole("button", { name: "Play a real match" }).count()) break;
    if (await next.count()) {
      await next.click();
    } else if (/bid 30/.test(said)) {
      await page.locator(".actions").getByRole("button", { name: /^Pass/ }).click({ force: true }); // marked as disabled now
      await expect(coach.getByText("Just this once")).toBeVisible();
      await page.reload(); // only what was read is forgotten
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
  await expect(page.locator("[data-end]").getByText("+115").first()).toBeVisible();
  const lesson = page.url();
  const made = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/tables"));
  await coach.getByRole("button", { name: "Play a real match" }).click();
  expect((await made).postDataJSON(), "the lesson had a pace of its own").toMatchObject({ game: "chimera", pace: "instant" });
  await page.waitForURL((url) => url.pathname.startsWith("/t/") && url.href !== lesson);
  expect(await page.evaluate(() => localStorage.getItem("stich.pace"))).toBe("instant");
  await expect(page.getByRole("listbox")).toBeVisible();
  await expect(coach).toHaveCount(0);
});

// Every other game's lesson, by doing what is enabled: a player who looks at the page needs to know nothing else.
const GAMES = readdirSync("../src/stich/games").filter((game) => game !== "chimera" && existsSync(`../src/stich/games/${game}/lessons`));

for (const game of GAMES) {
  test(`the lesson of ${game} is clicked through`, onlyLong, async ({ page, request }) => {
    test.setTimeout(120_000);
    const texts = (await (await request.get(`/api/text/en.json?game=${game}`)).json()) as Record<string, string>;
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.addInitScript(() => localStorage.setItem("stich.pace", "instant"));
    await page.goto("/");
    await page.locator(".tiles").getByRole("button", { name: texts[`${game}.name`]! }).click();
    await page.getByRole("button", { name: "Learn it in two minutes" }).click();

    const coach = page.getByRole("region", { name: texts[`${game}.lesson.first`]! });
    const words = coach.locator(".words");
    const next = coach.getByRole("button", { name: "Next" });
    const real = coach.getByRole("button", { name: "Play a real match" });
    const [inHand, onTable] = ['[role="option"]:not([aria-selected="true"])', 'button[data-card][aria-pressed="false"]'];
    const card = page.locator(`:is(${inHand}, ${onTable}):not([aria-disabled="true"])`);
    const taken = page.locator('[role="option"][aria-selected="true"]');
    const action = page.locator(".actions .offers button:not([aria-disabled='true'])");
    const met = new Set<string>();
    await expect(async () => {
      await expect(words).not.toBeEmpty({ timeout: 1000 });
      const said = await words.innerText();
      if (!met.has(said)) await clearOfHand(page, said);
      met.add(said);
      if (await real.count()) return;
      if (await coach.getByText("The others are playing").count()) throw new Error("others play");
      if (await next.count()) await next.click({ timeout: 1000 });
      else if (await action.count()) await mouse.press(page, action.first());
      else if (await card.count()) await mouse.take(page, card.first());
      else if (await taken.count()) await mouse.clear(page); // chosen while others played, and not to be played now
      throw new Error("not over yet");
    }).toPass({ intervals: [50], timeout: 60_000 });

    expect(met.size).toBeGreaterThanOrEqual(LEAST_STEPS_ELSEWHERE);
    expect(complaints).toEqual([]);
  });
}

test("the rules are searched beside a running table, and a link leads to a section", async ({ page }) => {
  await page.goto("/rules/chimera#combo.trap");
  await expect(page.getByRole("heading", { name: "13. Trap" })).toBeFocused();
  await page.getByLabel("Search the rules").fill("toad");
  await expect(page.locator("mark").first()).toHaveText(/toad/i);
  await clean(page, "rules page");

  const made = await page.request.post("/api/tables", { data: { game: "chimera", seed: 3, options: { kickers_distinct: false } } });
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
