import { expect, test, type Page } from "@playwright/test";
import { curious, mouse, playMatch } from "./player";
import { usual } from "./tiers";

// The setting for larger cards: the cards of the hand are larger, none on the felt is smaller, and those of a trick are larger where the window is
// large. The first with every change.
const TABLES = [["doppelkopf", 4], ["durak", 6], ["cruzo", 4], ["frustration", 4], ["gaigel", 4], ["ecarte", 2], ["herzblatt", 3], ["chimera", 3]] as const;
const SIZES = [[1440, 900], [768, 1024], [360, 740], [740, 360]] as const;
const DRAWN = 250; // ms after which the page has drawn itself

/** Widths of the cards as laid out, by card: cards may be turned. */
const widths = (page: Page): Promise<{ felt: Record<string, number>; hand: number }> =>
  page.evaluate(() => ({
    felt: Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>(".arena [data-card], .shelves [data-card]")].map((card, i) => [`${i} ${card.dataset.card}`, Math.round(card.getBoundingClientRect().width)]),
    ),
    hand: document.querySelector<HTMLElement>("[role=listbox] .card")?.offsetWidth ?? document.querySelector<HTMLElement>("[role=listbox] [role=option]")!.offsetWidth,
  }));

for (const [i, [game, seats]] of TABLES.entries()) {
  test(`larger cards are larger: ${game}`, usual(i === 0), async ({ page, request }) => {
    const bots = Array.from({ length: seats - 1 }, () => "random");
    const made = await request.post("/api/tables", { data: { game, seats, seed: 7, pace: "instant", bots } });
    const { table, url } = (await made.json()) as { table: string; url: string };
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript((table) => sessionStorage.setItem(`stich.made.${table}`, "wants a seat"), table);
    await page.goto(url);
    const enough = new Error("that is enough");
    await playMatch(page, mouse, {
      ...curious(),
      seen: async (kind) => {
        if (kind === "sheet" || kind === "over") return;
        const lies = await page.evaluate(() => document.querySelectorAll(".arena figure:not(.taken) [data-card], .pairs [data-card], .shelves [data-card]").length);
        if (lies > 0) throw enough;
      },
    }).catch((error: unknown) => {
      if (error !== enough) throw error;
    });
    const look = async (large: boolean): Promise<Awaited<ReturnType<typeof widths>>[]> => {
      await page.evaluate((on) => localStorage.setItem("stich.large", on), large ? "on" : "off");
      await page.reload();
      await page.locator("[role=listbox] [role=option]").first().waitFor();
      const found = [];
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(DRAWN);
        await page.locator("[role=listbox] [role=option]").first().waitFor(); // on a busy machine it comes later
        found.push(await widths(page));
      }
      return found;
    };
    const [before, after] = [await look(false), await look(true)];
    expect(Object.keys(before[0]!.felt).length, "nothing lies on the felt").toBeGreaterThan(0);
    SIZES.forEach(([width, height], j) => {
      const [off, on] = [before[j]!, after[j]!];
      for (const [card, size] of Object.entries(off.felt)) expect(on.felt[card], `${card} on the felt at ${width} x ${height}`).toBeGreaterThanOrEqual(size);
      expect(on.hand, `the hand at ${width} x ${height}`).toBeGreaterThan(off.hand);
    });
    if (game === TABLES[0][0]) expect(Object.values(after[0]!.felt)[0], "a card of the trick").toBeGreaterThan(Object.values(before[0]!.felt)[0]!);
  });
}
