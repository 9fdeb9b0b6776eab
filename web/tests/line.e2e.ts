/** The connection between page and server fails in every way: the page says so, keeps what was chosen, and continues by itself. */
import { expect, test, type Page } from "@playwright/test";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** A connection that can go dead silently, and that can let no socket through. */
class Line {
  dead = false;
  blocked = false;
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  constructor(readonly to: number) {
    this.#server = createServer((from) => {
      const there = connect(this.to, "127.0.0.1");
      let mute = this.dead; // a client that was connected while the line was dead never receives
      const pass = (target: Socket) => (data: Buffer) => {
        if (this.blocked && data.includes("/api/socket")) from.destroy();
        mute ||= this.dead;
        if (!mute) target.write(data);
      };
      from.on("data", pass(there));
      there.on("data", pass(from));
      for (const [one, other] of [[from, there], [there, from]] as const) {
        one.on("error", () => other.destroy());
        one.on("close", () => other.destroy());
        this.#open.add(one);
      }
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
  }
}

const line = new Line(Number(process.env.STICH_PORT));
let address = "";
test.beforeAll(async () => void (address = await line.open()));
test.afterAll(() => line.close());
test.beforeEach(() => void Object.assign(line, { dead: false, blocked: false }));

async function begin(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("stich.pace", "instant"));
  await page.goto(address);
  await page.getByRole("button", { name: "Play Chimera now" }).click();
  await page.waitForURL(/\/t\//);
}

const cards = (page: Page) => page.getByRole("listbox").getByRole("option");

/** Bid the highest amount until cards can be chosen. Returns the card that was selected then. */
async function takeCard(page: Page) {
  const lit = cards(page).and(page.locator("[aria-selected=false]:not([aria-disabled=true])"));
  const selected = cards(page).and(page.locator("[aria-selected=true]"));
  const bids = page.locator(".actions .offers button:not([aria-disabled=true])");
  await expect(async () => {
    if (await selected.count()) return; // by a click that seemed to take too long
    if (await lit.count()) return lit.last().click({ timeout: 1000 }); // what was lit a moment ago may not be any more
    await bids.filter({ hasText: "40" }).or(bids.first()).last().click({ timeout: 1000 });
    throw new Error("no card may be chosen yet");
  }).toPass();
  return selected.first();
}

test("a line that died while the page slept: said, kept, mended", async ({ page, context }) => {
  await begin(page);
  const chosen = await takeCard(page);
  const name = (await chosen.getAttribute("aria-label"))!;
  line.dead = true;
  await context.setOffline(true);
  await expect(page.getByText(/No network/)).toBeVisible({ timeout: 8000 });
  await expect(chosen).toHaveAttribute("aria-label", name);
  line.dead = false;
  await context.setOffline(false);
  await expect(page.getByText(/No network|Trying again/)).toBeHidden({ timeout: 4000 });
  await expect(chosen).toHaveAttribute("aria-label", name);
});

test("no WebSocket in the browser, or none gets through: the page says which", async ({ page, browser }) => {
  await begin(page);
  await page.addInitScript(() => Reflect.deleteProperty(window, "WebSocket"));
  await page.reload();
  await expect(page.getByRole("heading", { name: /cannot stay connected/ })).toBeVisible();
  const blocked = await browser.newContext({ locale: "de" });
  const other = await blocked.newPage();
  line.blocked = true;
  await other.goto(page.url());
  await expect(other.getByRole("heading", { name: /Verbindung zum Tisch ist blockiert/ })).toBeVisible();
  line.blocked = false;
  await expect(other.getByRole("heading", { name: /blockiert/ })).toBeHidden({ timeout: 10_000 }); // by itself
  await expect(other.getByText("du siehst zu").first()).toBeVisible();
  await blocked.close();
});

test("a part of the page that was lost on its way: said, and fetched again", async ({ page, request }) => {
  const made = await request.post("/api/tables", { data: { game: "chimera", gather: true } });
  const { url } = (await made.json()) as { url: string };
  await page.route(/\/Lobby-[^/]*\.js/, (route) => route.abort());
  await page.goto(url);
  await expect(page.getByRole("alert").getByText(/has not loaded/)).toBeVisible();
  await page.unroute(/\/Lobby-[^/]*\.js/);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.locator(".lobby")).toBeVisible();
});

test("without JavaScript the page says what it needs, in every language", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  for (const words of [/needs JavaScript/, /braucht JavaScript/, /besoin de JavaScript/, /JavaScript és WebSocket kell/]) await expect(page.getByText(words)).toBeVisible();
  await context.close();
});
