import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { type Habits, keyboard, playMatch } from "./player";

// Who leads sees the trick before, small, and an open place: neither lies over the other, and both stay in the middle.
const SIZES = [[1440, 900], [768, 1024], [360, 740], [740, 360]] as const;
const DRAWN = 500; // ms after which nothing moves any more

const MATCHES = 8; // random bots may win every trick of one

/** A practice table where the person leads, with a taken trick in the middle. */
async function asLeader(page: Page, request: APIRequestContext): Promise<void> {
  const enough = new Error("that is enough");
  const seen: Habits["seen"] = async (screen) => {
    if (screen === "cards" && (await page.locator(".trick.taken.asked:has(.empty.mine)").count()) > 0) throw enough;
  };
  for (let seed = 0; seed < MATCHES; seed++) {
    const made = await request.post("/api/tables", { data: { game: "gaigel", seats: 4, seed, pace: "instant", bots: ["random", "random", "random"] } });
    const { table, url } = (await made.json()) as { table: string; url: string };
    await page.addInitScript((table) => sessionStorage.setItem(`stich.made.${table}`, "wants a seat"), table);
    await page.goto(url);
    try {
      await playMatch(page, keyboard, { seen });
    } catch (error) {
      if (error === enough) return;
      throw error;
    }
  }
  throw new Error(`nobody led in ${MATCHES} matches`);
}

test("the trick before makes room for the card that is led", async ({ page, request }) => {
  await asLeader(page, request);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(DRAWN);
    const over = () => page.evaluate(() => {
      const boxes = (selector: string): DOMRect[] => [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
      const meet = (a: DOMRect, b: DOMRect): boolean => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
      const old = boxes(".trick.taken .last li");
      const [arena] = boxes(".arena");
      return {
        old: old.length,
        open: boxes(".trick .empty.mine").length,
        meeting: old.filter((card) => boxes(".trick .empty.mine, .console").some((other) => meet(card, other))).length,
        outside: old.filter((card) => card.top < arena!.top - 4 || card.bottom > arena!.bottom + 4 || card.left < 0 || card.right > innerWidth).length,
      };
    });
    await expect.poll(over, { message: `${width} x ${height}` }).toEqual({ old: 4, open: 1, meeting: 0, outside: 0 });
  }
});
