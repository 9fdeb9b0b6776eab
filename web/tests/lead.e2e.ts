import { expect, test } from "@playwright/test";
import { keyboard, playMatch } from "./player";

// Who leads sees the trick before, small, and an open place: neither lies over the other, and both stay in the middle.
const SIZES = [[1440, 900], [768, 1024], [360, 740], [740, 360]] as const;
const DRAWN = 500; // ms after which nothing moves any more

test("the trick before makes room for the card that is led", async ({ page, request }) => {
  const made = await request.post("/api/tables", { data: { game: "gaigel", seats: 4, seed: 11, pace: "instant", bots: ["random", "random", "random"] } });
  const { table, url } = (await made.json()) as { table: string; url: string };
  await page.addInitScript((table) => sessionStorage.setItem(`stich.made.${table}`, "wants a seat"), table);
  await page.goto(url);
  const enough = new Error("that is enough");
  await playMatch(page, keyboard, {
    seen: async () => {
      if ((await page.locator(".trick.taken.asked").count()) > 0) throw enough;
    },
  }).catch((error: unknown) => {
    if (error !== enough) throw error;
  });
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(DRAWN);
    const over = await page.evaluate(() => {
      const boxes = (selector: string): DOMRect[] => [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
      const meet = (a: DOMRect, b: DOMRect): boolean => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
      const old = boxes(".trick.taken li:not(.empty)");
      const [arena] = boxes(".arena");
      return {
        old: old.length,
        open: boxes(".trick .empty.mine").length,
        meeting: old.filter((card) => boxes(".trick .empty.mine, .console").some((other) => meet(card, other))).length,
        outside: old.filter((card) => card.top < arena!.top - 4 || card.bottom > arena!.bottom + 4 || card.left < 0 || card.right > innerWidth).length,
      };
    });
    expect(over, `${width} x ${height}`).toEqual({ old: 4, open: 1, meeting: 0, outside: 0 });
  }
});
