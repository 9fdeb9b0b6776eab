import { expect, test, type Page } from "@playwright/test";
import type { ClientMessage, Legal, ServerMessage, TableSpec, TableView } from "../src/wire/protocol";
import { LONG, usual } from "./tiers";

// Each card of a hand answers where it is seen, to a mouse and to a finger. Chromium moves a touch to small things under the finger, as a pip of the
// neighbouring card. The hands are made up here, so that every number of cards comes.
const MOST = 20;
const GAMES = ["doppelkopf", "chimera"]; // held by suits and trumps, and by ranks
const SCREENS = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 740, height: 360 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;
const EVERY = LONG ? SCREENS.length : 3 * SCREENS.length; // each number of cards comes on one of them, or every third five
const APART = 20; // px between two taps that are surely not one
const DOUBLE = 520; // ms, the same
const EDGE = 3; // px from the border of what is seen of a card
const FINGER = 12; // px, half of its width
const CARDS = '[role="listbox"] [role="option"]';

interface Point {
  x: number;
  y: number;
}

/** A table at which the page is shown what the test makes up. */
class MadeUp {
  #show: (view: TableView) => void = () => undefined;
  #view: TableView | null = null;
  #spec: TableSpec | null = null;
  #deals = 1;

  constructor(
    readonly page: Page,
    readonly game: string,
  ) {}

  async sit(): Promise<void> {
    const { page, game } = this;
    await page.routeWebSocket("**/api/socket/*", (line) => {
      const table = line.connectToServer();
      let made = 0; // from the first view on that is made up, nothing that the table says counts
      line.onMessage((text) => {
        const said = JSON.parse(String(text)) as ClientMessage;
        if (made === 0) table.send(text);
        else if (said.t === "ping") table.send(JSON.stringify({ t: "ping", n: said.n })); // without what the page has, which the table would put right
        else if ("id" in said) line.send(JSON.stringify({ t: "error", id: said.id, code: "stale", args: {} })); // two quick taps on one card
      });
      table.onMessage((text) => {
        const told = JSON.parse(String(text)) as ServerMessage;
        if (told.t === "welcome") {
          for (const zone of told.spec.zones) if (zone.role === "hand") zone.most = MOST; // the page keeps room for so many
          this.#spec = told.spec;
          return line.send(JSON.stringify(told));
        }
        if (told.t === "view") {
          this.#view = told.view;
          this.#show = (view) => line.send(JSON.stringify({ t: "view", v: told.v + 1000 + ++made, view }));
        }
        if (made === 0 || told.t === "pong") line.send(text);
      });
    });
    const answer = await page.request.post("/api/tables", { data: { game, seed: 5, pace: "instant" } });
    const { table, url } = (await answer.json()) as { table: string; url: string };
    await page.addInitScript((key) => sessionStorage.setItem(key, "wants a seat"), `stich.made.${table}`);
    await page.goto(url);
    await expect(page.locator(CARDS).first()).toBeVisible();
  }

  /** n cards from all of the pack, of which one may be played: any of them. */
  async deal(n: number): Promise<void> {
    const [view, spec] = [this.#view!, this.#spec!];
    const hand = Array.from({ length: n }, (_, i) => Math.floor((i * spec.faces.length) / n));
    const zone = spec.zones.find(({ role, owner }) => role === "hand" && owner === view.you)!;
    const legal = hand.map((face): Legal => ["play", [face], -1, [`${this.game}.verb.play`, { cards: [face] }]]);
    this.#deals += 1; // what is selected is so for one deal
    this.#show({ ...view, deal: this.#deals, legal, zones: { ...view.zones, [zone.id]: hand } });
    await expect(this.page.locator(CARDS)).toHaveCount(n);
    await expect(this.page.locator(`${CARDS}[aria-selected="true"]`)).toHaveCount(0);
    await this.page.locator('[role="listbox"]').scrollIntoViewIfNeeded();
  }
}

/** What is seen of each card, by the places of the cards alone: those that come later in the list lie upon it. */
function seen(page: Page): Promise<Point[][]> {
  return page.locator(CARDS).evaluateAll((cards, edge) => {
    const boxes = cards.map((card) => card.getBoundingClientRect());
    const turned = cards.some((card) => !getComputedStyle(card).transform.startsWith("matrix(1, 0")); // borders are aslant
    return boxes.map((box, i) => {
      const upon = boxes.slice(i + 1).filter((other) => other.left < box.right && other.right > box.left && other.top < box.bottom);
      const beside = upon.filter((other) => other.left > box.left && Math.abs(other.top - box.top) < box.height / 2);
      const right = Math.min(box.right, ...beside.map(({ left }) => left));
      const below = upon.filter((other) => other.top > box.top + box.height / 2 && other.left < right);
      const bottom = Math.min(box.bottom, innerHeight, ...below.map(({ top }) => top));
      const [x, y] = [(box.left + right) / 2, (box.top + bottom) / 2];
      const far = turned ? 0 : (right - box.left) / 2 - edge;
      return far > 0 ? [{ x, y }, { x: x - far, y }, { x: x + far, y }] : [{ x, y }];
    });
  }, EDGE);
}

let last: Point & { face?: string | null } = { x: 0, y: 0 }; // where the last hit was, and on which card

/** Hit each card at each of its points. Returns a line for each hit that took another card or none, and for each card that is covered. */
async function misses(page: Page, hit: (at: Point) => Promise<void>): Promise<string[]> {
  const cards = await seen(page);
  const aims = [0, 1, 2].flatMap((which) => cards.flatMap((points, i) => (points[which] && (which === 0 || cards.length > 1) ? [{ i, at: points[which] }] : [])));
  await page.evaluate(() => (globalThis as { taken?: string[] }).taken = []);
  const taken = (): Promise<string[]> => page.evaluate(() => (globalThis as { taken?: string[] }).taken!);
  const covered = await page.evaluate(
    (aims) => aims.filter(({ i, at }) => document.elementFromPoint(at.x, at.y)?.closest("[data-i]")?.getAttribute("data-i") !== String(i)),
    aims,
  );
  const faces = await page.locator(CARDS).evaluateAll((all) => all.map((card) => card.getAttribute("data-card")));
  for (const { i, at } of aims) {
    if (faces[i] === last.face || Math.hypot(last.x - at.x, last.y - at.y) < APART) await page.waitForTimeout(DOUBLE);
    await hit(at);
    last = { face: faces[i], ...at };
  }
  await expect.poll(async () => (await taken()).length, { timeout: 1000 }).toBe(aims.length).catch(() => undefined);
  const got = await taken();
  return [
    ...covered.map(({ i }) => `${i} of ${cards.length} is covered`),
    ...aims.flatMap(({ i, at }, n) => (got[n] === String(i) ? [] : [`${i} of ${cards.length} at ${Math.round(at.x)}, ${Math.round(at.y)}: ${got[n] ?? "none"}`])),
  ];
}

for (const game of GAMES) {
  for (const by of ["touch", "mouse"] as const) {
    test.describe(`the hand of ${game} by ${by}`, () => {
      test.use({ hasTouch: by === "touch", isMobile: by === "touch", contextOptions: { reducedMotion: "reduce" } });

      test("each card answers where it is seen", usual(game === "chimera" && by === "touch"), async ({ page }) => {
        test.setTimeout(120_000);
        await page.setViewportSize(SCREENS[0]);
        const table = new MadeUp(page, game);
        await table.sit();
        await page.evaluate(() => {
          const note = (): unknown => (globalThis as { taken?: string[] }).taken?.push(document.querySelector('[role="option"][aria-selected="true"]')?.getAttribute("data-i") ?? "");
          addEventListener("click", note); // comes after the hand has shown what the click did
        });
        const line = await page.context().newCDPSession(page);
        const tap = async (at: Point): Promise<void> => {
          const down = line.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ ...at, radiusX: FINGER, radiusY: FINGER }] });
          await Promise.all([down, line.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] })]); // no long press where the machine is slow
        };
        const hit = by === "touch" ? tap : (at: Point): Promise<void> => page.mouse.click(at.x, at.y);
        const out: string[] = [];
        for (const [k, screen] of SCREENS.entries()) {
          await page.setViewportSize(screen);
          for (let n = MOST - k; n > 0; n -= EVERY) {
            await table.deal(n);
            out.push(...(await misses(page, hit)).map((miss) => `${screen.width} px: ${miss}`));
          }
        }
        expect(out).toEqual([]);
      });
    });
  }
}
