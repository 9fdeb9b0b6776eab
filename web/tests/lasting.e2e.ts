/** A page that stays open for many deals keeps what it shows, and nothing of what it has shown: nodes, listeners and memory stay as they were. */
import { expect, test, type CDPSession } from "@playwright/test";
import { LONG } from "./tiers";

const WARM = 2; // deals, after which everything has been fetched and drawn once
const DEALS = 10;
const THIRD = 3;
const GAMES = ["ecarte", "farbe_und_wert"];

async function settled(devtools: CDPSession): Promise<Record<string, number>> {
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("HeapProfiler.collectGarbage");
  const { metrics } = await devtools.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/** Plays whatever is offered, in the page: ends of deals are counted, and waited at until somebody goes on. */
function play(): void {
  const press = (all: NodeListOf<HTMLElement>, last: boolean): boolean => {
    const one = last ? all[all.length - 1] : all[0];
    one?.click();
    return one !== undefined;
  };
  setInterval(() => {
    if (document.querySelector("[data-end]")) return;
    if (press(document.querySelectorAll('.actions .offers .button:not([aria-disabled="true"], [data-ahead], .aside)'), true)) return;
    press(document.querySelectorAll('[role="listbox"] [role="option"]:not([aria-disabled="true"], [aria-selected="true"])'), false);
  }, 40);
}

for (const game of GAMES) {
  test(`ten deals of ${game} leave nothing behind`, async ({ page }) => {
    test.skip(!LONG, "only with STICH_LONG: it takes minutes");
    test.setTimeout(600_000);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript(() => localStorage.setItem("stich.pace", "instant"));
    const made = await page.request.post("/api/tables", { data: { game, seats: 2, seed: 3, pace: "instant", bots: ["random"] } });
    await page.goto(((await made.json()) as { url: string }).url);
    await page.getByRole("button", { name: "Take this seat" }).first().click({ timeout: 60_000 });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable");
    await page.evaluate(play);
    const end = page.locator("[data-end]");
    const taken: Record<string, number>[] = [];
    for (let deal = 1; deal <= WARM + DEALS; deal++) {
      await expect(end, `deal ${deal}`).toBeVisible({ timeout: 60_000 });
      if (deal > WARM) taken.push(await settled(devtools));
      if (deal < WARM + DEALS) {
        await end.locator(".button.primary").click();
        await expect(end).toBeHidden();
      }
    }
    // ends of deals differ: a king has more nodes than a seven, and a long deal a longer story. What is left behind adds up: it would be in all of the last
    // ones, and in none of the first
    // what is compiled and drawn for the first time still adds to the heap
    for (const [name, margin] of [["Nodes", 1.05], ["JSEventListeners", 1.05], ["JSHeapUsedSize", 1.2]] as const) {
      const each = taken.map((one) => one[name]!);
      console.log(game, name, each.join(" "));
      expect(Math.min(...each.slice(-THIRD)), `${name}: ${each.join(" ")}`).toBeLessThanOrEqual(margin * Math.max(...each.slice(0, THIRD)));
    }
  });
}
