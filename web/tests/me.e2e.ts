// One's own data: a copy of it, and its deletion, which is asked about first.
import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import { clean } from "./axe";
import { cramped } from "./cramped";

const SIZES = [[1440, 900], [360, 740], [320, 568]] as const;

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Sit down under a name at a table that this browser has made. */
async function sit(page: Page): Promise<string> {
  await page.goto("/");
  await page.evaluate(() => localStorage.setItem("stich.name", "Quendolina"));
  const made = await page.evaluate(() =>
    fetch("/api/tables", { method: "POST", body: JSON.stringify({ game: "durak", seats: 2, gather: true }) }).then((answer) => answer.json()),
  );
  await page.evaluate((id) => sessionStorage.setItem(`stich.made.${id}`, "wants a seat"), made.table);
  await page.goto(made.url);
  await expect(page.locator(".lobby .taken")).toHaveCount(1);
  return made.table as string;
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test("the words have room, and the question is asked with the keyboard", async ({ page }) => {
      await page.goto("/statistics");
      await page.getByRole("link", { name: "Account and data" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Account and data" })).toBeVisible();
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await expect.poll(() => cramped(page), { message: `${width} px`, intervals: [100, 300] }).toEqual([]);
      }
      await clean(page, "my data");
      await page.getByRole("button", { name: "Delete my data" }).press("Enter");
      await expect(page.getByRole("button", { name: "Keep everything" })).toBeFocused();
      await expect.poll(() => cramped(page)).toEqual([]);
      await clean(page, "my data, asked", { themes: false });
      await page.keyboard.press("Enter");
      await expect(page.getByRole("button", { name: "Delete my data" })).toBeFocused();
    });
  });
}

test("the copy names the table, and after the deletion nothing is left", async ({ page }) => {
  const table = await sit(page);
  await page.goto("/me");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("stich-my-data.json");
  const copy = await readFile(await file.path(), "utf8");
  expect(copy).toContain(table);
  expect(copy).toContain("Quendolina");
  await page.getByRole("button", { name: "Delete my data" }).click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByRole("status").filter({ hasText: "has been deleted" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("stich.name") || "")).toBe("");
  expect(await page.context().cookies()).toEqual([]);
  expect(await (await page.request.get("/api/me/data")).text()).not.toContain("Quendolina");
  await page.goto(`/t/${table}`);
  await expect(page.locator(".lobby")).toBeVisible();
  await expect(page.locator("body")).not.toContainText("Quendolina");
});

test("a refusal is said, and nothing is lost", async ({ page }) => {
  await page.goto("/me");
  await page.evaluate(() => localStorage.setItem("stich.tables", "[]"));
  await page.route("**/api/me", (route) => route.fulfill({ status: 503, json: { t: "error", id: -1, code: "storage", args: {} } }));
  await page.getByRole("button", { name: "Delete my data" }).click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete my data" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("stich.tables"))).toBe("[]");
});
