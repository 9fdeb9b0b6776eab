// An account: the same person in two browsers, with the keyboard alone.
import { expect, test, type Page } from "@playwright/test";
import { clean } from "./axe";
import { cramped } from "./cramped";
import { usual } from "./tiers";

const SIZES = [[1440, 900], [360, 740], [320, 568]] as const;
const [SECRET, OTHER] = ["correct horse battery", "staple and something"];

test.use({ contextOptions: { reducedMotion: "reduce" } });

async function enter(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel("Account name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

test("somebody is the same person in another browser, and changes the password", async ({ page, browser }) => {
  const name = `Quendolina ${Date.now() % 1e6}`;
  await page.goto("/");
  const made = await page.evaluate(() =>
    fetch("/api/tables", { method: "POST", body: JSON.stringify({ game: "durak", seats: 2 }) }).then((answer) => answer.json()),
  );
  await page.getByRole("link", { name: "Account and data" }).click();
  await enter(page, name, "short");
  await expect(page.getByRole("alert")).toContainText("10 to 200 characters");
  await enter(page, name, SECRET);
  await expect(page.getByText(`You are signed in as ${name}.`)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Account", exact: true })).toBeFocused();

  const phone = await (await browser.newContext()).newPage();
  await phone.goto("/me");
  await phone.getByRole("button", { name: "I have one" }).press("Enter");
  await enter(phone, name, OTHER);
  await expect(phone.getByRole("alert")).toContainText("do not belong together");
  await enter(phone, name.toUpperCase(), SECRET);
  await expect(phone.getByText(`You are signed in as ${name}.`)).toBeVisible();
  expect(await (await phone.request.get("/api/me/data")).text()).toContain(made.table);

  await phone.getByRole("button", { name: "Change the password" }).click();
  await phone.getByLabel("Current password").fill(SECRET);
  await phone.getByLabel("New password").fill(OTHER);
  await phone.keyboard.press("Enter");
  await expect(phone.locator("section [role=status]")).toContainText("The new password holds");
  await expect.poll(async () => (await (await page.request.get("/api/account")).json()).name, { timeout: 20_000 }).toBe("");
  await phone.getByRole("button", { name: "Sign out" }).click();
  await expect(phone.locator("section [role=status]")).toContainText("You are signed out");
  expect(await phone.context().cookies()).toEqual([]);
  await phone.context().close();
});

for (const [language, colorScheme] of [["de", "dark"], ["en", "light"], ["fr", "dark"], ["hu", "light"]] as const) {
  test.describe(language, () => {
    test.use({ colorScheme });

    test("the words have room in every form", usual(language === "de"), async ({ page }) => {
      await page.addInitScript((wanted) => localStorage.setItem("stich.language", wanted), language);
      const forms: (() => Promise<void>)[] = [
        () => page.locator("input").first().waitFor(),
        () => page.locator(".segment button").last().click(),
        () => page.locator("main form button").click(), // the browser asks for the name
        async () => {
          await page.locator(".segment button").first().click();
          await page.locator("input").first().fill(`Maximiliane ${language} ${Date.now() % 1e7}`);
          await page.locator("input").last().fill(SECRET);
          await page.keyboard.press("Enter");
          await page.locator("form").waitFor({ state: "detached" });
        },
        () => page.locator("main .buttons button").first().click(),
      ];
      await page.goto("/me");
      for (const [n, step] of forms.entries()) {
        await step();
        for (const [width, height] of SIZES) {
          await page.setViewportSize({ width, height });
          await expect.poll(() => cramped(page), { message: `${n}, ${width} px`, intervals: [100, 300] }).toEqual([]);
        }
        await clean(page, `account ${n}`, { themes: n === 0 });
        if (process.env.SHOTS) {
          for (const [width, height] of SIZES.slice(0, 2)) {
            await page.setViewportSize({ width, height });
            await page.screenshot({ path: `${process.env.SHOTS}/account-${language}-${n}-${width}.png`, fullPage: true });
          }
        }
      }
    });
  });
}
