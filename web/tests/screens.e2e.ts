import { expect, test, type Locator, type Page } from "@playwright/test";
import { clean } from "./axe";
import { mouse, playMatch } from "./player";
import { LONG, some, usual } from "./tiers";

const cards = (page: Page): Locator => page.getByRole("listbox").getByRole("option");

const namesOf = (page: Page): Promise<(string | null)[]> => cards(page).evaluateAll((all) => all.map((card) => card.getAttribute("aria-label")));

/** The state of a screen: enough to distinguish bidding, exchange, play and dialogs. */
function nameOf(page: Page, kind: string): Promise<string> {
  return page.evaluate((what) => {
    const title = document.querySelector("dialog[open] h2, .phase")?.textContent ?? "";
    const piles = document.querySelectorAll(".centre [role=img]").length > 0 ? "with cards" : "";
    return `${what} ${title} ${piles}`;
  }, kind);
}

const WAYS = [
  ["light", 360, 780],
  ["dark", 1440, 900],
] as const;

for (const [colorScheme, width, height] of WAYS) {
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height }, contextOptions: { reducedMotion: "reduce" } });

    test("axe finds nothing on any screen of a match", usual(width === 1440), async ({ page }) => {
      test.setTimeout(300_000);
      await page.addInitScript(() => localStorage.setItem("stich.pace", "instant"));
      await page.goto("/");
      await page.getByText("House rules").click();
      await expect(page.getByLabel("Points to win")).toBeVisible();
      await clean(page, "start page");
      await page.getByLabel("Points to win").fill(LONG ? "50" : "1");
      await page.getByLabel("Points to win").blur();
      await page.getByRole("button", { name: "Play Chimera now" }).click();
      await page.waitForURL(/\/t\//);
      const met = new Set<string>();
      await playMatch(page, mouse, {
        choose: (labels) => Math.max(0, labels.findIndex((label) => /^(Bid )?40/.test(label))),
        seen: async (kind) => {
          const screen = await nameOf(page, kind);
          if (met.has(screen)) return;
          met.add(screen);
          // colours do not change with the size
          await clean(page, screen, { themes: LONG || met.size % 2 === 1, palettes: LONG && kind === "cards" && !/Exchange/.test(screen) });
        },
      });
      expect([...met].some((screen) => screen.startsWith("over"))).toBe(true);
      expect(met.size).toBeGreaterThan(2);
      await page.goto("/matches");
      await expect(page.getByRole("link", { name: /Review/ })).toBeVisible();
      await clean(page, "matches");
    });
  });
}

const SIZES = [[360, 780], [1440, 900]] as const;

async function cleanAtAll(page: Page, screen: string): Promise<void> {
  for (const [width, height] of some(SIZES, (_, i) => i === 0)) {
    await page.setViewportSize({ width, height });
    await clean(page, `${screen}, ${width} px`, { themes: width === SIZES[0][0] }); // colours do not change with the size
  }
}

test.describe("axe finds nothing", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("on any dialog over a table", async ({ page }) => {
    test.setTimeout(180_000);
    await page.goto("/");
    await page.getByRole("button", { name: "Play Chimera now" }).click();
    await expect(cards(page)).toHaveCount(17);
    const dialog = page.getByRole("dialog").or(page.getByRole("complementary", { name: "The rules of Chimera" }));
    const opened: [string, () => Promise<void>][] = [
      ["settings", () => page.getByRole("button", { name: "Settings" }).click()],
      ["score sheet", () => page.getByRole("button", { name: "Score sheet" }).click()],
      ["cards played", () => page.getByRole("button", { name: "Cards played" }).click()],
      ["keys", () => page.keyboard.press("?")],
      ["rules", () => page.getByRole("button", { name: "Rules", exact: true }).click()],
    ];
    for (const [name, open] of opened) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await cards(page).first().focus();
      await open();
      await expect(dialog).toBeVisible();
      await expect(dialog).not.toHaveText(/^\s*$/);
      await cleanAtAll(page, name);
      await dialog.getByRole("button", { name: "Close" }).click();
      await expect(dialog).toHaveCount(0);
    }
  });

  test("on pages that look back, explain, or cannot show a table", async ({ page }) => {
    test.setTimeout(180_000);
    await page.goto("/rules/chimera");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await cleanAtAll(page, "rules page");
    await page.goto("/matches");
    await page.locator("input[type=file]").setInputFiles(new URL("match.stich", import.meta.url).pathname);
    await page.waitForURL(/\/review\//);
    for (const view of ["as=open#3.14", "as=0#2.30", "as=watch#1.3", "as=1#4.12"]) {
      await page.goto(`${page.url().split("?")[0]}?${view}`);
      await expect(page.getByRole("region", { name: "Steps of the match" })).toBeVisible();
      await expect(page.locator(".stage").first()).toBeVisible();
      await cleanAtAll(page, `review ${view}`);
    }
    await page.goto("/t/nosuchtable0");
    await expect(page.getByRole("heading", { name: "This table does not exist (any more)." })).toBeVisible();
    await cleanAtAll(page, "a link that leads nowhere");
    const made = await page.request.post("/api/tables", { data: { game: "chimera" } });
    const { url } = (await made.json()) as { url: string };
    await page.addInitScript(() => Reflect.deleteProperty(window, "WebSocket"));
    await page.goto(url);
    await expect(page.getByRole("heading", { name: /cannot stay connected/ })).toBeVisible();
    await cleanAtAll(page, "a browser without sockets"); // a blocked connection is announced in the same way
  });
});

test("the lobby: share a link, sit down, start", async ({ page, browser }) => {
  await page.goto("/");
  await page.getByLabel("Your name").fill("Anna");
  await page.getByRole("button", { name: "Invite friends" }).click();
  await expect(page.getByRole("heading", { name: "Waiting for friends" })).toBeVisible();
  await expect(page.getByRole("listitem").first()).toContainText("You");
  await clean(page, "lobby");
  const friend = await browser.newContext({ locale: "de" });
  const other = await friend.newPage();
  await other.goto(page.url());
  await expect(other.getByText("Anna", { exact: true })).toBeVisible();
  await other.getByLabel("Dein Name").fill("Ben");
  await other.getByRole("button", { name: "Hier Platz nehmen" }).first().click();
  await expect(page.getByRole("listitem").filter({ hasText: "Ben" })).toBeVisible();
  await page.getByRole("button", { name: "Start" }).click();
  for (const either of [page, other]) await expect(cards(either)).toHaveCount(17);
  await expect(page.locator(".seat", { hasText: "Ben" }).first()).toBeVisible();
  await friend.close();
});

test("a person who opens the link of a running table watches, and sees no hidden card", async ({ page, browser }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play Chimera now" }).click();
  await expect(cards(page)).toHaveCount(17);
  const hand = await namesOf(page);
  const stranger = await browser.newContext({ locale: "en" });
  const watcher = await stranger.newPage();
  await watcher.goto(page.url());
  await expect(watcher.getByText("you are watching")).toBeVisible();
  await expect(watcher.getByRole("button", { name: "Take this seat" })).not.toHaveCount(0);
  const html = await watcher.content();
  const shown = new Set(await watcher.locator("[role=img]").evaluateAll((cards) => cards.map((card) => card.getAttribute("aria-label"))));
  const said = await watcher.locator(".rail, .stage").first().innerText();
  for (const card of hand) if (card && !shown.has(card) && !said.includes(card)) expect(html).not.toContain(`"${card}"`);
  await stranger.close();
});

test("the language is switched without a reload, and errors are in it", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play Chimera now" }).click();
  await expect(page.getByRole("listbox")).toBeVisible();
  const before = await page.evaluate(() => performance.timeOrigin);
  await page.locator("header select").selectOption("de");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("listbox")).toHaveAccessibleName(/Deine Hand, 17 Karten/);
  await expect(cards(page).first()).toHaveAccessibleName(/Jade|Schwert|Pagode|Stern/);
  await page.locator("header select").selectOption("hu");
  await expect(page.getByRole("listbox")).toHaveAccessibleName(/17 lap/);
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(before);
  await page.goto("/t/nosuchtable0");
  await expect(page.getByRole("heading")).toHaveText("Ez az asztal nem létezik (többé).");
});

test("a reload in the middle of a deal shows the same table, and the seat is kept", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play Chimera now" }).click();
  await expect(cards(page)).toHaveCount(17);
  const before = await namesOf(page);
  await page.reload();
  await expect(cards(page)).toHaveCount(17);
  expect(await namesOf(page)).toEqual(before);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await expect(cards(second)).toHaveCount(17);
});

test("the start page leads back to an unfinished match, until it is no more", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play Chimera now" }).click();
  await expect(cards(page)).toHaveCount(17);
  const [hand, address] = [await namesOf(page), page.url()];
  await page.goto("/");
  const list = page.getByRole("navigation", { name: "Matches that are not finished" });
  const back = list.getByRole("link");
  await expect(back).toHaveText("Chimera");
  await expect(list).toContainText(/Your turn|to play/);
  await expect(list).toContainText("with 2 bots");
  await clean(page, "start page with a way back");
  await back.click();
  await page.waitForURL(address);
  await expect(cards(page)).toHaveCount(17);
  expect(await namesOf(page)).toEqual(hand);
  await page.evaluate(() => localStorage.setItem("stich.tables", JSON.stringify([{ table: "nosuchtable0", game: "chimera", at: 1 }])));
  await page.goto("/t/nosuchtable0");
  await expect(page.getByRole("heading")).toHaveText("This table does not exist (any more).");
  await expect(page.getByRole("listitem")).toHaveCount(0); // the heading says it, without another message
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Play Chimera now" })).toBeVisible();
  await expect(back).toHaveCount(0);
});

test("where nothing is, the page says so and leads back to the games", async ({ page }) => {
  const answer = await page.goto("/nowhere/at-all");
  expect(answer!.status()).toBe(404);
  await expect(page.getByRole("heading")).toHaveText("There is nothing at /nowhere/at-all.");
  await clean(page, "an address where nothing is");
  await page.goto("/rules/nowhere");
  await page.getByRole("link", { name: "To the games" }).click();
  await expect(page.getByRole("button", { name: "Play Chimera now" })).toBeVisible();
});

test("a rank that is typed finds its card, wherever the focus is", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: /Schnapsen/ }).click();
  await page.getByRole("button", { name: "Play Schnapsen now" }).click();
  await expect(cards(page)).toHaveCount(5);
  for (const name of await namesOf(page)) {
    const rank = name!.split(" ")[0]!;
    await page.getByRole("button", { name: "Settings" }).focus();
    await page.keyboard.press(rank.slice(0, 1));
    await expect(page.getByRole("option", { name: new RegExp(`^${rank} `) }).and(page.locator(":focus"))).toHaveCount(1);
  }
});

/** What extends beyond the right edge of the window, by tag, class and text. */
function outside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5);
    return wide.map((element) => `${element.tagName} ${element.getAttribute("class") ?? ""} ${element.getBoundingClientRect().right}`);
  });
}

const NARROW_TO_WIDE = [[320, 568], [360, 640], [640, 360], [768, 1024], [1024, 600], [2560, 1440]] as const;

test("nothing sticks out at any size, and targets are large enough", async ({ page }) => {
  test.setTimeout(120_000);
  const atAll = async (look: (size: string) => Promise<void>): Promise<void> => {
    for (const [width, height] of NARROW_TO_WIDE) {
      await page.setViewportSize({ width, height });
      const size = `${width} × ${height}`;
      await expect.poll(() => outside(page), { message: size, intervals: [50, 100], timeout: 3000 }).toEqual([]); // elements that depend on the size change at once
      await look(size);
    }
  };
  await page.goto("/");
  await page.getByText("House rules").click();
  await atAll(async () => undefined);
  await page.getByRole("button", { name: "Play Chimera now" }).click();
  await expect(cards(page)).toHaveCount(17);
  await atAll(async (size) => {
    await expect(cards(page)).toHaveCount(17);
    const small = (): Promise<string[]> =>
      page.locator("button:visible, select:visible, a:visible").evaluateAll((targets) =>
        targets.flatMap((target) => {
          const { width: w, height: h } = target.getBoundingClientRect();
          const least = target.closest("[data-seat]") ? 32 : innerWidth < 360 ? 36 : 44; // the plate of a seat is as high as there is room, and wide
          return w < least || h < least ? [`${target.textContent?.trim()} ${w} × ${h}`] : [];
        }),
      );
    await expect(page.locator("header.bar .talk"), "nobody is here to talk to").toHaveCount(0);
    await expect.poll(small, { message: size, timeout: 2000 }).toEqual([]); // a button may go between being found and being measured
  });
});
