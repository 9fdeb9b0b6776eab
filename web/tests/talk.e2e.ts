import { expect, test, type Browser, type Page } from "@playwright/test";
import { clean } from "./axe";
import { misfits } from "./fits";
import { listen } from "./tree";

async function sits(browser: Browser, name: string, url: string, size: { width: number; height: number }, locale: string): Promise<Page> {
  const context = await browser.newContext({ viewport: size, locale, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.addInitScript(([mine, language]) => {
    localStorage.setItem("stich.name", mine!);
    localStorage.setItem("stich.language", language!);
  }, [name, locale]);
  await page.goto(url);
  await page.locator("main .button.primary").first().click(); // sit down
  return page;
}

/** Where everything on the felt is. */
const places = (page: Page): Promise<string> =>
  page.evaluate(() => [...document.querySelectorAll(".stage *")].map((part) => JSON.stringify(part.getBoundingClientRect())).join("\n"));

test("two people say something, each in their own language: seen at the seat, heard once, muted", async ({ browser, request }) => {
  const made = await request.post("/api/tables", { data: { game: "durak", seats: 3, gather: true, seed: 7 } });
  const { url } = (await made.json()) as { url: string };
  const anna = await sits(browser, "Anna", url, { width: 1280, height: 800 }, "en");
  const bela = await sits(browser, "Béla", url, { width: 360, height: 740 }, "de");
  await expect(anna.getByText("Béla").first()).toBeVisible();
  const heard = await listen(anna);
  await anna.reload(); // it listens from now on
  await anna.getByRole("button", { name: "Start", exact: true }).click();
  await expect(anna.locator(".stage")).toBeVisible();
  await expect(anna.locator(".board [data-seat]")).toHaveCount(2);
  await expect(anna.getByRole("button", { name: "Say something" })).toBeVisible();
  await anna.waitForTimeout(1500); // everything has come
  const before = await places(anna);

  await bela.getByRole("button", { name: "Etwas sagen" }).click();
  const panel = bela.getByRole("dialog", { name: "Gespräch" });
  await expect(panel.getByRole("button", { name: "Viel Glück!" }), "it could be a signal").toHaveCount(0);
  await clean(bela, "the panel of talk on a phone");
  await panel.getByRole("button", { name: "Danke!" }).click();
  await expect(panel).toHaveCount(0);

  const bubble = anna.locator(".bubble", { hasText: "Thank you!" });
  await expect(bubble).toBeVisible();
  expect(await places(anna), "it moves nothing").toBe(before);
  const [covered, pressed] = await bubble.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return [document.elementsFromPoint(x, y).some((one) => one.closest(".card")), node.contains(document.elementFromPoint(x, y))];
  });
  expect(covered, "no card lies below it").toBe(false);
  expect(pressed, "what lies below it can be pressed").toBe(false);
  await expect.poll(() => heard.join("\n").split("Béla: Thank you!").length - 1).toBe(1);
  await expect(anna.getByRole("button", { name: "Say something; something new was said" })).toBeVisible();
  await expect(bubble).toHaveCount(0, { timeout: 8000 });

  await anna.getByRole("button", { name: "Say something; something new was said" }).press("Enter");
  const beside = anna.getByRole("complementary", { name: "Talk" });
  await expect(beside.getByText("Thank you!").last()).toBeVisible();
  await beside.getByRole("button", { name: "Mute Béla" }).press("Enter");
  await expect(beside.getByRole("button", { name: "Hear Béla again" })).toBeVisible();
  await clean(anna, "the panel of talk beside the felt");
  await anna.keyboard.press("Escape");
  await expect(beside).toHaveCount(0);
  await anna.reload();
  await expect(anna.locator(".board [data-seat]")).toHaveCount(2);
  await bela.getByRole("button", { name: "Etwas sagen" }).click();
  await bela.getByRole("button", { name: "Hallo!" }).click();
  await expect(bela.locator(".bubble", { hasText: "Hallo!" })).toBeVisible();
  await anna.waitForTimeout(500);
  await expect(anna.locator(".bubble"), "still muted").toHaveCount(0);
  await Promise.all([anna, bela].map((page) => page.context().close()));
});

test("a table that allows it talks in words of its own, with the keyboard", async ({ browser, request }) => {
  const made = await request.post("/api/tables", { data: { game: "durak", seats: 2, gather: true, seed: 7 } });
  const { url } = (await made.json()) as { url: string };
  const anna = await sits(browser, "Anna", url, { width: 1280, height: 800 }, "en");
  const bela = await sits(browser, "Béla", url, { width: 360, height: 740 }, "en");
  await anna.getByRole("button", { name: "Settings" }).click();
  await anna.getByRole("button", { name: "free text" }).click();
  await anna.keyboard.press("Escape");
  await bela.getByRole("button", { name: "Say something" }).press("Enter");
  const field = bela.getByRole("textbox", { name: "Your words" });
  await field.fill("<b>http://x.example</b> @error.rate");
  await field.press("Enter");
  await expect(field).toHaveValue("");
  await anna.getByRole("button", { name: "Say something; something new was said" }).click();
  const panel = anna.getByRole("complementary", { name: "Talk" });
  await expect(panel.getByText("<b>http://x.example</b> @error.rate")).toBeVisible();
  await expect(panel.getByRole("link")).toHaveCount(0);
  await panel.getByRole("button", { name: "Report Béla" }).click();
  await expect(panel.getByText("goes to the people who run this server")).toBeVisible();
  await panel.getByRole("button", { name: "Report Béla" }).click();
  await expect(panel.getByText("Reported. You no longer hear Béla.")).toBeVisible();
  await expect(panel.getByText("@error.rate")).toHaveCount(0);
  for (let i = 0; i < 5; i++) {
    await field.fill(`again ${i}`);
    await field.press("Enter");
    await bela.waitForTimeout(50);
  }
  await expect(bela.getByRole("alert").filter({ hasText: "That was too fast" }).first()).toBeVisible();
  expect(await field.inputValue(), "it can be sent again").not.toBe("");
  await Promise.all([anna, bela].map((page) => page.context().close()));
});

for (const [game, seats] of [["chimera", 3], ["frustration", 4], ["frustration", 6]] as const) {
  test(`on a phone on its side the bar has room for talk and the scores: ${game}, ${seats}`, async ({ browser, request }) => {
    const made = await request.post("/api/tables", { data: { game, seats, gather: true, seed: 7 } });
    const { url } = (await made.json()) as { url: string };
    const anna = await sits(browser, "Anna", url, { width: 740, height: 360 }, "en");
    await expect(anna.getByRole("button", { name: "Start", exact: true })).toBeVisible();
    await sits(browser, "Béla", url, { width: 740, height: 360 }, "en");
    await expect(anna.getByText("Béla").first()).toBeVisible();
    await anna.getByRole("button", { name: "Start", exact: true }).click();
    await expect(anna.locator(".bar .talk")).toBeVisible();
    await expect(anna.locator(".stage dl")).toBeVisible();
    // in the lowest window five buttons have no room to be as large as a finger, but nothing lies over them
    for (const [width, height, touch] of [[740, 360, true], [667, 375, true], [568, 320, false]] as const) {
      await anna.setViewportSize({ width, height });
      await expect.poll(() => misfits(anna, touch), `${width}x${height}`).toEqual([]);
    }
  });
}
