/** Cards that a player is given are shown: in the log, on the cards, to screen readers; and a name is sent while it is typed. */
import { expect, test } from "@playwright/test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, Server } from "./server";
import { usual } from "./tiers";

let server: Server;
test.beforeAll(async () => {
  server = new Server(await freePort(), mkdtempSync(join(tmpdir(), "stich-given-")), join(import.meta.dirname, "../../tests/guests"));
  await server.start();
});
test.afterAll(() => server.kill());

for (const language of ["en", "de", "fr", "hu"]) {
  test(`two cards that a neighbour passes: ${language}`, usual(language === "hu"), async ({ browser }) => {
    test.setTimeout(120_000);
    const context = await browser.newContext({ baseURL: server.url, locale: language, viewport: { width: language === "de" ? 360 : 1440, height: 800 } });
    const page = await context.newPage();
    const made = await page.request.post("/api/tables", { data: { game: "hearts", bots: ["random"], seed: 2, pace: "instant" } });
    const { table, url } = (await made.json()) as { table: string; url: string };
    await page.addInitScript((id) => sessionStorage.setItem(`stich.made.${id}`, "wants a seat"), table);
    const watched: string[] = [];
    await page.exposeFunction("saw", (words: string) => watched.push(words));
    await page.addInitScript(() => {
      const look = (): void => {
        const said = document.querySelector("header")?.textContent ?? "";
        if (/watching|schaust zu|regardez|nézel/i.test(said)) void (window as unknown as { saw(words: string): void }).saw(said);
        requestAnimationFrame(look);
      };
      look();
    });
    await page.goto(url);
    const cards = page.locator('[role="listbox"] [role="option"]');
    await expect(cards).toHaveCount(5, { timeout: 30_000 });
    const before = await cards.evaluateAll((all) => all.map((card) => card.getAttribute("data-card")));
    for (const i of [0, 1]) await cards.nth(i).press("Space");
    await page.keyboard.press("Enter");
    await expect(page.locator("[data-new]")).toHaveCount(2);
    const came = await page.locator("[data-new]").evaluateAll((all) => all.map((card) => ({ face: card.getAttribute("data-card"), told: card.getAttribute("aria-description"), name: card.getAttribute("aria-label") })));
    expect(came.filter(({ face }) => before.includes(face))).toEqual([]);
    expect(came.every(({ told }) => told)).toBe(true);
    const names = await page.locator("[data-new]").evaluateAll((all) => all.map((card) => card.textContent ?? ""));
    expect(names).toHaveLength(2);
    const words = { en: "gives you", de: "gibt dir", fr: "vous donne", hu: "Noor" }[language]!;
    await expect(page.locator(".spoken.live")).toContainText(words);
    if (language !== "de") await expect(page.locator("[role=region].log")).toContainText(words);
    await page.screenshot({ path: test.info().outputPath("given.png") });
    // and they stay in the log after a reload
    await page.reload();
    if (language !== "de") await expect(page.locator("[role=region].log")).toContainText(words);
    expect(watched, "no player who sits down hears that they watch").toEqual([]);
    await context.close();
  });
}

test("a name is sent as soon as the player pauses", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.url, locale: "en" });
  const [page, other] = [await context.newPage(), await (await browser.newContext({ baseURL: server.url, locale: "en" })).newPage()];
  const made = await page.request.post("/api/tables", { data: { game: "hearts", gather: true } });
  const { table, url } = (await made.json()) as { table: string; url: string };
  await page.addInitScript((id) => sessionStorage.setItem(`stich.made.${id}`, "wants a seat"), table);
  await page.goto(url);
  await other.goto(url);
  await expect(page.getByText("You", { exact: true }).first()).toBeVisible();
  await page.getByLabel("Your name").pressSequentially("Zelda", { delay: 30 });
  await expect(other.locator("b", { hasText: /^Zelda$/ })).toBeVisible();
  await other.context().close();
  await context.close();
});
