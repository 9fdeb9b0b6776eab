import { expect, test, type Page } from "@playwright/test";
import type { ServerMessage, TableView } from "../src/wire/protocol";
import { misfits } from "./fits";

// The fullest tables that games with melds allow, and stacks that belong to players. What takes a whole match to come about is written into the view that a
// real table sends; the page is looked at in four windows.
const SIZES = ["1440x900", "768x1024", "360x740", "740x360"];
const RESIZED = 150; // ms after which the page has drawn itself
const BUSY = 3000; // ms that a busy machine may need for it

/** A seat at a new table, whose view is changed before the page sees it. */
async function seated(page: Page, game: string, seats: number, change: (view: TableView) => void = () => undefined): Promise<void> {
  const made = await page.request.post("/api/tables", { data: { game, seats, seed: 7, pace: "instant", bots: Array.from({ length: seats - 1 }, () => "random") } });
  const { table, url } = (await made.json()) as { table: string; url: string };
  await page.routeWebSocket("**/api/socket/*", (line) => {
    const server = line.connectToServer();
    line.onMessage((text) => server.send(text));
    server.onMessage((text) => {
      const told = JSON.parse(String(text)) as ServerMessage;
      if (told.t === "view") change(told.view);
      line.send(JSON.stringify(told));
    });
  });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript((table) => sessionStorage.setItem(`stich.made.${table}`, "wants a seat"), table);
  await page.goto(url);
  await expect(page.locator(".stage .card:visible").first()).toBeVisible();
}

/** What is wrong in each window. */
async function everywhere(page: Page, look: (size: string) => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  for (const size of SIZES) {
    const [width, height] = size.split("x").map(Number) as [number, number];
    await page.setViewportSize({ width, height });
    const until = Date.now() + BUSY;
    let faults: string[];
    do {
      await page.waitForTimeout(RESIZED);
      faults = [...(await misfits(page, width < 600 || height < 480)), ...(await look(size))];
    } while (faults.length > 0 && Date.now() < until);
    found.push(...faults.map((fault) => `${size} ${fault}`));
  }
  return [...new Set(found)];
}

test("all melds of a table are seen, as many as the game allows", async ({ page }) => {
  const LENGTHS = [3, 4, 3, 13, 5, 3, 4, 3, 6, 3, 4, 3];
  await seated(page, "rummy", 3, (view) => {
    for (const [i, n] of LENGTHS.entries()) view.zones[`meld${i + 1}`] = Array.from({ length: n }, (_, j) => (7 * i + j) % 52);
  });
  await expect(page.locator(".meld")).toHaveCount(LENGTHS.length);
  const look = (): Promise<string[]> =>
    page.evaluate(() => {
      const felt = document.querySelector(".common")!.getBoundingClientRect();
      const boxes = [...document.querySelectorAll(".meld")].map((meld) => meld.getBoundingClientRect());
      return boxes.flatMap(({ left, top, right, bottom }, i) => [
        ...(left < felt.left - 1 || right > felt.right + 1 || top < felt.top - 1 || bottom > felt.bottom + 1 ? [`meld ${i} is cut`] : []),
        ...boxes.slice(i + 1).flatMap((other, j) => (left < other.right && other.left < right && top < other.bottom && other.top < bottom ? [`meld ${i} over ${i + 1 + j}`] : [])),
        ...boxes.slice(i + 1).flatMap((other, j) => (top < other.bottom && other.top < bottom && Math.max(other.left - right, left - other.right) < 7 ? [`no gap between meld ${i} and ${i + 1 + j}`] : [])),
        ...(bottom - top < 28 ? [`meld ${i} is ${bottom - top} px high`] : []),
      ]);
    });
  expect(await everywhere(page, look)).toEqual([]);
});

test("melds of a table take the room that the end of a deal leaves", async ({ page }) => {
  let over = false;
  const LENGTHS = [8, 4, 3, 4, 4, 4, 4, 4, 3];
  const cards = async (ended: boolean): Promise<number[]> => {
    over = ended;
    await seated(page, "rummy", 3, (view) => {
      for (const [i, n] of LENGTHS.entries()) view.zones[`meld${i + 1}`] = Array.from({ length: n }, (_, j) => (7 * i + j) % 52);
      if (!over) return;
      Object.assign(view, { status: "deal_over", must: 0, legal: [], prompt: [null, null, null, -1] });
      view.sheets = [{ deal: view.deal, points: [27, -4, -23], totals: [27, -4, -23], items: [0, 1, 2].map((seat) => [seat, 3, ["rummy.score.out", {}]]), headline: ["rummy.event.out", { seat: 0 }], counted: true, tallies: [] }];
    });
    await expect(page.locator(".meld")).toHaveCount(LENGTHS.length);
    if (over) await expect(page.locator("[data-end]")).toBeVisible();
    const found: number[] = [];
    for (const size of SIZES) {
      const [width, height] = size.split("x").map(Number) as [number, number];
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(3 * RESIZED);
      found.push(await page.locator(".meld li").first().evaluate((card) => (card as HTMLElement).offsetWidth));
      if (!over) continue;
      const low = await page.evaluate(() => document.querySelector("[data-end]")!.getBoundingClientRect().top - Math.max(...[...document.querySelectorAll(".meld")].map((meld) => meld.getBoundingClientRect().bottom)));
      expect(low, `${size}: no meld is covered`).toBeGreaterThanOrEqual(-1);
      expect(low, `${size}: no band lies empty below them`).toBeLessThan(90);
    }
    return found;
  };
  const playing = await cards(false);
  const ended = await cards(true);
  for (const [i, size] of SIZES.entries()) expect(ended[i]!, `${size}, ${playing[i]} px while one played`).toBeGreaterThanOrEqual(playing[i]!);
  expect(ended[0]!, "1440x900").toBeGreaterThan(playing[0]!);
});

test("melds are as large as the usual number has room, and can be read on a phone", async ({ page }) => {
  let laid = 1;
  const widths = (): Promise<number[]> => page.locator(".meld li").evaluateAll((cards) => cards.map((card) => (card as HTMLElement).offsetWidth));
  const meld = (n: number): number[] => Array.from({ length: n }, (_, j) => j);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const melds of [1, 3]) {
    laid = melds;
    await seated(page, "rummy", 3, (view) => void Array.from({ length: laid }, (_, i) => (view.zones[`meld${i + 1}`] = meld(i < 2 ? 3 : 4))));
    await expect(page.locator(".meld")).toHaveCount(melds);
    await expect.poll(async () => [...new Set(await widths())].length).toBe(1);
    expect(Math.min(...(await widths())), `${melds} melds`).toBeGreaterThanOrEqual(44);
  }
});

test("eight melds on shelves can be read on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await seated(page, "frustration", 4, (view) => {
    for (let seat = 0; seat < 4; seat++) Object.assign(view.zones, { [`meld1.${seat}`]: [9, 9, 9, 9], [`meld2.${seat}`]: [3, 3, 3], [`hand.${seat}`]: seat === 0 ? [17] : [255] });
    view.facts["laid"] = 0b1111;
  });
  await expect(page.locator(".shelf .meld")).toHaveCount(8);
  const least = (): Promise<number> => page.locator(".shelf .meld li").evaluateAll((cards) => Math.min(...cards.map((card) => (card as HTMLElement).offsetWidth)));
  await expect.poll(least).toBeGreaterThanOrEqual(36);
  expect(await misfits(page, true)).toEqual([]);
});

/** Six players who have laid their contracts; the deal goes on, or is over. */
const laidBySix = (over: boolean) => (view: TableView) => {
  for (let seat = 0; seat < 6; seat++) {
    const [first, second] = seat === 1 ? [8, 5] : [3 + (seat % 3), 3];
    Object.assign(view.zones, { [`meld1.${seat}`]: Array.from({ length: first }, () => 9), [`meld2.${seat}`]: Array.from({ length: second }, () => 4 + seat), [`hand.${seat}`]: seat === 0 ? [17] : [255] });
  }
  view.facts["laid"] = 0b111111;
  if (!over) return;
  const six = [0, 1, 2, 3, 4, 5];
  Object.assign(view, { status: "deal_over", must: 0, legal: [], prompt: [null, null, null, -1] });
  view.sheets = [{ deal: view.deal, points: six.map((seat) => 25 * seat), totals: six.map((seat) => 25 * seat), items: six.map((seat) => [seat, 25 * seat, ["frustration.score.hand", { n: 5 }]]), headline: ["frustration.event.out", { seat: 0 }], counted: true, tallies: [] }];
};

test("cards on shelves are equally large, and the viewer's shelf is named like the others", async ({ page }) => {
  await seated(page, "frustration", 6, laidBySix(false));
  await expect(page.locator(".shelf .meld")).toHaveCount(12);
  await expect(page.locator(".shelf .ribbon.own")).toBeVisible();
  const look = (): Promise<string[]> =>
    page.evaluate(() => {
      const widths = [...document.querySelectorAll<HTMLElement>(".shelf .meld li")].map((card) => card.offsetWidth);
      const felt = document.querySelector(".felt")!.getBoundingClientRect();
      const shelf = document.querySelector(".shelf:has(.whose)")!;
      const inside = ({ left, top, right, bottom }: DOMRect, box: DOMRect): boolean => left >= box.left - 1 && right <= box.right + 1 && top >= box.top - 1 && bottom <= box.bottom + 1;
      const ribbon = shelf.querySelector(".ribbon.own")?.getBoundingClientRect();
      return [
        ...(Math.max(...widths) > Math.min(...widths) + 1 ? [`cards of ${widths.join(", ")} px`] : []),
        ...(document.querySelectorAll(".ribbon.own").length === 1 ? [] : ["the viewer's part is not said once"]),
        ...(ribbon && inside(ribbon, shelf.getBoundingClientRect()) && inside(ribbon, felt) ? [] : ["the viewer's part is outside"]),
      ];
    });
  expect(await everywhere(page, look)).toEqual([]);
});

test("six at the end of a deal stand in equal rows, and what was laid stays in sight", async ({ page }) => {
  await seated(page, "frustration", 6, laidBySix(true));
  await expect(page.locator("[data-end] .standing")).toHaveCount(6);
  const look = (): Promise<string[]> =>
    page.evaluate(() => {
      const boxes = [...document.querySelectorAll("[data-end] .standing")].map((one) => one.getBoundingClientRect());
      const tops = boxes.map(({ top }) => Math.round(top));
      const sizes = new Set(tops.map((top) => tops.filter((other) => other === top).length));
      const heights = new Set(boxes.map(({ height }) => Math.round(height)));
      const end = document.querySelector("[data-end]")!.getBoundingClientRect().top;
      const covered = [...document.querySelectorAll(".shelf .meld")].filter((meld) => meld.getBoundingClientRect().bottom > end + 1).length;
      const names = [...document.querySelectorAll("[data-end] .who b")].filter((name) => name.getClientRects().length > 1).length;
      return [
        ...(sizes.size > 1 ? [`rows of ${[...sizes].join(" and ")}`] : []),
        ...(heights.size > 1 ? [`boxes of ${[...heights].join(" and ")} px`] : []),
        ...(covered > 0 ? [`${covered} melds covered`] : []),
        ...(names > 0 ? [`${names} names broken`] : []),
        ...(getComputedStyle(document.querySelector(".stocks")!).visibility === "visible" ? [] : ["no stock"]),
      ];
    });
  expect(await everywhere(page, look)).toEqual([]);
  await expect(page.locator(".bar .talk"), "there are only bots to talk to").toHaveCount(0);
});

test("what is shown at the end of a deal is as large as the felt allows", async ({ page }) => {
  const LEAST: Record<string, number> = { "1440x900": 60, "768x1024": 60, "360x740": 32, "740x360": 24 };
  await seated(page, "chinchon", 3, (view) => {
    Object.assign(view, { status: "deal_over", must: 0, legal: [], prompt: [null, null, null, -1] });
    Object.assign(view.zones, { "hand.0": [], "hand.1": [], "hand.2": [], closed: [255], "left.0": [2], "meld1.0": [8, 18, 28], "meld2.0": [9, 19, 29], "left.1": [1, 11, 3, 14, 5, 16, 30], "left.2": [0, 12, 21, 33], "meld1.2": [7, 17, 27] });
    view.sheets = [{ deal: view.deal, points: [3, 30, 16], totals: [3, 30, 16], items: [0, 1, 2].map((seat) => [seat, 3, ["chinchon.score.left", { seat, n: 3 }]]), headline: ["chinchon.event.closed", { seat: 2, n: 16 }], counted: true, tallies: [] }];
  });
  await expect(page.locator("[data-end]")).toBeVisible();
  await expect(page.locator(".opened .card").first()).toBeVisible();
  const look = (size: string): Promise<string[]> =>
    page.evaluate((least) => {
      const cards = [...document.querySelectorAll<HTMLElement>(".opened .card")];
      return [...new Set(cards.map((card) => card.offsetWidth))].filter((width) => width < least).map((width) => `cards of ${width} px`);
    }, LEAST[size]!);
  expect(await everywhere(page, look)).toEqual([]);
});

test("a stack lies once, under its owner's name, and the one that is guessed from is marked", async ({ page }) => {
  await seated(page, "farbe_und_wert", 2);
  const asked = page.locator(".stock.asked");
  await expect(asked).toHaveCount(1, { timeout: 15_000 });
  await expect(asked.locator('[data-zones="stack.1"]')).toBeVisible();
  const twice = (): Promise<string[]> =>
    page.evaluate(() => {
      const zones = [...document.querySelectorAll(".stage figure[data-zones]")].map((figure) => (figure as HTMLElement).dataset.zones!);
      return zones.filter((zone, i) => zones.indexOf(zone) !== i).map((zone) => `${zone} twice`);
    });
  expect(await everywhere(page, twice)).toEqual([]);
  await page.locator(".actions .offers button").first().click();
  await expect(page.locator(".pile:is(.won, .lost) i")).toBeVisible(); // on the pile where it lies, and nowhere else
  await expect(page.locator('.whole figure:not([data-zones^="stack"]) [role="img"]')).toHaveCount(1);
  expect(await everywhere(page, twice)).toEqual([]);
  const covered = (): Promise<string[]> =>
    page.evaluate(() => {
      const [words, cards] = [".acts", ".stock.asked figure > div"].map((one) => document.querySelector(one)!.getBoundingClientRect());
      return words!.bottom <= cards!.top || words!.top >= cards!.bottom ? [] : ["what is done at a stack lies on its cards"];
    });
  expect(await everywhere(page, covered)).toEqual([]);
});

test("stacks use a phone held upright, red suits on buttons are red, and no name in the bar is cut", async ({ page }) => {
  await seated(page, "farbe_und_wert", 2);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.locator(".offers .note b")).toHaveText(["♥", "♦"]);
  const look = (): Promise<string[]> =>
    page.evaluate(() => {
      const found: string[] = [];
      const widthOf = (one: string): number => document.querySelector<HTMLElement>(one)!.getBoundingClientRect().width;
      if (innerWidth === 360 && widthOf(".whole .stock .card") < 64) found.push(`cards of ${widthOf(".whole .stock .card")} px`);
      const red = getComputedStyle(document.querySelector(".offers .note b")!).color;
      if (red === getComputedStyle(document.querySelector(".offers .note")!).color) found.push("red suits are not red");
      for (const one of innerWidth === 360 ? document.querySelectorAll(".bar .where b") : []) {
        if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display === "block") found.push(`${one.textContent} is cut`);
      }
      return found;
    });
  expect(await everywhere(page, look)).toEqual([]);
});
