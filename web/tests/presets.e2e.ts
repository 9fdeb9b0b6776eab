/** House rules at the start page: presets with one click, and an explanation at every field. */
import { expect, test } from "@playwright/test";
import type { GameSpec } from "../src/wire/protocol";

test("every house rule of every game explains itself at its field", async ({ page, request }) => {
  // of a game that only has its sheet the options are explained there
  const explains = async ({ game, help }: GameSpec): Promise<boolean> =>
    help && ((await (await request.get(`/api/help/${game}/en.json`)).json()) as { id: string }[]).some(({ id }) => id.startsWith("option."));
  const all = (await (await request.get("/api/games")).json()) as GameSpec[];
  const explained = await Promise.all(all.map(explains));
  const games = all.filter((_, i) => explained[i]);
  expect(games.length).toBeGreaterThan(10);
  await page.goto("/?lang=en");
  for (const { game } of games) {
    const words = (await (await request.get(`/api/text/en.json?game=${game}`)).json()) as Record<string, string>;
    await page.locator(".tile .whole").filter({ has: page.getByText(words[`${game}.name`]!, { exact: true }) }).click();
    const details = page.locator("details.box");
    if (!(await details.evaluate((element: HTMLDetailsElement) => element.open))) await details.locator("summary").click();
    const fields = page.locator(".option");
    await expect(fields.first().locator(".help")).not.toBeEmpty();
    const silent = (): Promise<unknown[]> => fields.evaluateAll((all) => all.filter((one) => !one.querySelector(".help")?.textContent?.trim()).map((one) => one.querySelector("label")?.textContent));
    await expect.poll(silent, game).toEqual([]); // the texts of a game arrive after its fields
    const undrawn = await fields.locator(".help .cards").count();
    expect(undrawn, game).toBe(0);
  }
});

test("a usual table is one click, is what is dealt, and is named at the table", async ({ page }) => {
  await page.goto("/?lang=en");
  await page.locator(".tile .whole", { hasText: "Chinchón" }).click();
  const picker = page.locator(".presets");
  await expect(picker.getByRole("button", { pressed: true })).toHaveText(/recommended/);
  await picker.getByRole("button", { name: "By the book" }).click();
  await expect(picker.getByRole("button", { pressed: true })).toHaveText("By the book");
  await picker.getByRole("button", { name: "recommended" }).click();

  await page.locator("details.box summary").click();
  const limit = page.getByLabel("Points left over to close with");
  await expect(limit).toHaveValue("5");
  await limit.selectOption("3");
  await expect(picker.getByRole("button", { pressed: true })).toHaveCount(0); // the visitor's own rules
  await expect(picker).toContainText("1 rule changed");
  await limit.selectOption("5");
  await expect(picker.getByRole("button", { pressed: true })).toHaveText(/recommended/);

  await page.locator(".go .primary").click();
  await expect(page.locator("header.bar").getByText("Usual")).toBeVisible();
});
