/** People and seats in several browsers: who owns a table, whom they let in, and what becomes of it when they leave. */
import { expect, test, type Browser, type Page } from "@playwright/test";
import { clean } from "./axe";

interface Size {
  width: number;
  height: number;
}
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

async function person(browser: Browser, name: string, viewport: Size, locale = "en"): Promise<Page> {
  const context = await browser.newContext({ viewport, locale, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.addInitScript((mine) => {
    localStorage.setItem("stich.name", mine);
    localStorage.setItem("stich.pace", "instant");
  }, name);
  page.on("pageerror", (error) => {
    throw error;
  });
  return page;
}

/** A table that this person makes and sits down at. */
async function open(page: Page, wanted: object): Promise<string> {
  await page.goto("/");
  const table = await page.evaluate(async (wish) => {
    const made = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) });
    return ((await made.json()) as { table: string }).table;
  }, wanted);
  await page.evaluate((name) => sessionStorage.setItem(`stich.made.${name}`, "wants a seat"), table);
  await page.goto(`/t/${table}`);
  await expect(row(page, 0).getByText("You", { exact: true })).toBeVisible();
  return table;
}

const row = (page: Page, seat: number) => page.locator(`[data-seat-row="${seat}"]`).last();
const menu = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Settings" }).click();
  await expect(row(page, 0)).toBeVisible();
};

test("the host locks the seats, lets one in, turns one away, removes a guest, and hands the table over", async ({ browser }) => {
  const [anna, bela, cleo] = [await person(browser, "Anna", DESK), await person(browser, "Béla", PHONE), await person(browser, "Cleo", DESK)];
  const table = await open(anna, { game: "chimera", gather: true, pace: "instant" });
  await expect(row(anna, 0)).toContainText("host");
  await anna.getByRole("checkbox", { name: /Only people I let in/ }).check();

  for (const page of [bela, cleo]) await page.goto(`/t/${table}`);
  await expect(bela.getByText("Anna starts the match.")).toBeVisible();
  await expect(bela.getByRole("button", { name: "Start", exact: true })).toHaveCount(0);
  await expect(bela.getByRole("button", { name: "Take this seat" })).toHaveCount(0);
  await row(bela, 1).getByRole("button", { name: "Ask for this seat" }).click();
  await row(cleo, 2).getByRole("button", { name: "Ask for this seat" }).click();
  await expect(bela.getByRole("status").filter({ hasText: "You have asked for this seat" })).toBeVisible();
  const asks = anna.getByRole("region", { name: "Who asks for a seat" });
  await expect(asks.getByRole("listitem")).toHaveCount(2);
  await clean(anna, "who asks for a seat");
  await asks.getByRole("button", { name: /Let in.*Béla/ }).press("Enter"); // by keyboard
  await expect(row(bela, 1)).toContainText("You");
  await asks.getByRole("button", { name: /Turn away.*Cleo/ }).press("Enter");
  await expect(asks).toHaveCount(0);
  await expect(row(cleo, 2).getByRole("button", { name: "Ask for this seat" })).toBeVisible();
  await row(cleo, 2).getByRole("button", { name: "Ask for this seat" }).click();
  await expect(cleo.getByText("The host has declined. You can watch.")).toBeVisible();

  await row(anna, 1).getByRole("button", { name: "Remove" }).click();
  await expect(row(anna, 1).getByText(/Take the seat of Béla\?/)).toBeVisible();
  await expect(row(anna, 1).getByRole("button", { name: "Never mind" })).toBeFocused();
  await row(anna, 1).getByRole("button", { name: "Remove" }).click();
  await expect(bela.getByText(/The host has taken your seat/)).toBeVisible();
  await row(bela, 1).getByRole("button", { name: "Ask for this seat" }).click();
  await asks.getByRole("button", { name: /Let in.*Béla/ }).click();
  await expect(row(bela, 1)).toContainText("You");

  await menu(anna);
  await anna.getByLabel("If somebody is away").selectOption({ label: "all wait" });
  await anna.keyboard.press("Escape");
  await anna.getByRole("button", { name: "Start", exact: true }).click();
  await expect(bela.locator("[data-seat='0'] .host")).toBeVisible();
  await expect(bela.locator("[data-seat='0']")).toContainText("host");
  await menu(bela);
  await expect(row(bela, 0).getByRole("button", { name: "Remove" })).toHaveCount(0);
  await expect(bela.getByRole("button", { name: "Instant" })).toHaveAttribute("aria-disabled", "true");
  await expect(bela.getByLabel("If somebody is away")).toHaveValue("wait");
  await expect(bela.getByLabel("If somebody is away")).toBeDisabled();
  await menu(anna);
  await clean(anna, "people in the menu");
  await row(anna, 1).getByRole("button", { name: "Make host" }).click();
  await row(anna, 1).getByRole("button", { name: "Make host" }).click();
  await expect(row(anna, 1)).toContainText("host");
  await expect(row(bela, 0).getByRole("button", { name: "Remove" })).toBeVisible();

  await bela.getByRole("button", { name: "Leave the seat to a bot" }).click(); // a match with Anna runs
  await expect(bela.getByText(/\?/).filter({ hasText: "bot" }).last()).toBeVisible();
  await bela.getByRole("button", { name: "Leave the seat to a bot" }).click();
  await expect(row(anna, 0)).toContainText("host"); // it passes on
  await anna.getByRole("button", { name: "Leave the seat to a bot" }).click(); // only bots are left: no question
  await expect(row(anna, 0)).toHaveCount(0);
  await expect(anna.getByText("Watching").first()).toBeVisible();
  for (const page of [anna, bela, cleo]) await page.context().close();
});

test("a seat is taken along to a phone in the middle of a round, after a restart of the page, and the old device says so", async ({ browser }) => {
  const [anna, bela] = [await person(browser, "Anna", DESK), await person(browser, "Béla", DESK)];
  const table = await open(anna, { game: "chimera", gather: true, pace: "instant" });
  await bela.goto(`/t/${table}`);
  await row(bela, 1).getByRole("button", { name: "Take this seat" }).click();
  await anna.getByRole("button", { name: "Start", exact: true }).click();
  const hand = bela.getByRole("listbox").first();
  await expect(hand.getByRole("option").first()).toBeVisible();
  const held = await hand.getByRole("option").count();

  await menu(bela);
  await bela.getByText("Play on another device").click();
  await bela.getByRole("button", { name: "Show the code" }).click();
  const code = await bela.locator("output.code").innerText();
  expect(code).toMatch(/^[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$/);
  await clean(bela, "the code of a seat");

  const phone = await person(browser, "Béla", PHONE);
  await phone.goto(`/t/${table}`);
  await phone.getByRole("button", { name: "I have a seat here already" }).click();
  const field = phone.getByRole("textbox", { name: /Your code/ });
  await field.fill("ABCD EFGH JKMN");
  await field.press("Enter");
  await expect(phone.getByRole("alert").filter({ hasText: "This code stands for no seat" })).toBeVisible();
  await field.fill(code.toLowerCase().replaceAll("-", " "));
  await field.press("Enter");
  await expect(phone.getByRole("listbox").first().getByRole("option")).toHaveCount(held);
  await expect(bela.getByText("You play on another device now. Here you watch.")).toBeVisible();
  await expect(bela.getByRole("listbox")).toHaveCount(0);
  await bela.reload();
  await expect(bela.getByText("You play on another device now. Here you watch.")).toBeVisible();
  await expect(anna.locator("[data-seat='1'] .who > b", { hasText: "Béla" })).toBeVisible(); // known cards are named there, too
  for (const page of [anna, bela, phone]) await page.context().close();
});

test("strangers meet at an open table: the list, the next free seat, and an idle start page that fetches nothing", async ({ browser }) => {
  const [anna, bela, cleo] = [await person(browser, "Anna", DESK), await person(browser, "Béla", PHONE), await person(browser, "Cleo", DESK)];
  await anna.goto("/");
  const open = (page: Page) => page.getByRole("region", { name: "Open tables" });
  await expect(open(anna).getByRole("status")).toContainText("Nobody waits");
  await anna.getByRole("radio", { name: /^Durak/ }).or(anna.getByRole("button", { name: /^Durak/ })).first().click();
  await open(anna).getByRole("button", { name: "Next free seat: Durak" }).click();
  await anna.waitForURL(/\/t\//);
  await expect(row(anna, 0)).toContainText("You");
  await expect(anna.getByRole("checkbox", { name: /Strangers may find this table/ })).toBeChecked();

  await bela.goto("/");
  await expect(open(bela).getByText("Anna").first()).toBeVisible();
  await clean(bela, "open tables");
  await open(bela).getByRole("button", { name: /Durak, Anna/ }).click();
  await expect(row(bela, 1)).toContainText("You");
  await expect(row(anna, 1)).toContainText("Béla");

  await cleo.goto("/");
  await expect(open(cleo).getByText("Anna and Béla").first()).toBeVisible();
  const asked: string[] = [];
  cleo.on("request", (request) => asked.push(request.url()));
  await cleo.waitForTimeout(12_000);
  expect(asked.filter((url) => url.includes("/api/lobby"))).toEqual([]);
  await anna.getByRole("checkbox", { name: /Strangers may find this table/ }).uncheck();
  await expect(bela.getByRole("checkbox", { name: /Strangers/ })).toHaveCount(0);
  await open(cleo).getByRole("button", { name: "All games" }).focus(); // the reader comes back to it
  await expect(open(cleo).getByRole("status")).toContainText("Nobody waits");
  for (const page of [anna, bela, cleo]) await page.context().close();
});
