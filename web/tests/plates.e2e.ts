/**
 * What is said at the plate of a player who is away, with a long name, of whom much is said: names keep letters enough to be known by, and what is
 * said is whole or out of sight, in every window.
 */
import { expect, test, type Page } from "@playwright/test";
import { usual } from "./tiers";

const SIZES = [[360, 740], [600, 960], [768, 1024], [740, 360], [1133, 744], [1440, 900]] as const;
const NAMES = ["Maximiliane", "Szentgyörgyi", "Anna", "Wilhelmine", "Oberhuber", "Montgomery"];
const LETTERS = 4;
const STATES: Record<number, object> = { 1: { bot: "Noor" }, 3: { coming: "Eva" } };
const TOLD = ["told_re", "told_no90", "told_no60"];

interface Shown {
  occupants: object[];
  facts: Record<string, unknown>;
}

/** Show a page a table whose players are people who are away, and have announced what they could. */
async function absent(page: Page): Promise<void> {
  await page.routeWebSocket("**/api/socket/*", (socket) => {
    const table = socket.connectToServer();
    socket.onMessage((text) => table.send(text));
    table.onMessage((text) => {
      const message = JSON.parse(String(text)) as { t: string; view?: Shown };
      if (message.view) {
        const { view } = message;
        view.occupants = view.occupants.map((_, seat) => ({ name: NAMES[seat % NAMES.length], who: "person", level: "", online: seat === 1, ready: false, ...STATES[seat] }));
        for (const name of TOLD) view.facts[name] = 5;
      }
      if (message.t !== "update") socket.send(JSON.stringify(message));
    });
  });
}

/** Names without letters enough, and words that are cut. */
const faults = (page: Page): Promise<string[]> =>
  page.evaluate((letters) => {
    const found: string[] = [];
    const shown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest(".spoken");
    /** What is around it, of which nothing beyond is seen. */
    const frame = (element: Element): { left: number; right: number; top: number; bottom: number } => {
      const part = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
      for (let at: Element | null = element; at; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.clipPath !== "none") return { left: 0, right: 0, top: 0, bottom: 0 };
        if (style.overflowX === "visible" && style.overflowY === "visible") continue;
        const { left, right, top, bottom } = at.getBoundingClientRect();
        Object.assign(part, { left: Math.max(part.left, left), right: Math.min(part.right, right), top: Math.max(part.top, top), bottom: Math.min(part.bottom, bottom) });
      }
      return part;
    };
    const of = (node: Text, length = node.data.trimEnd().length): DOMRect => {
      const range = document.createRange();
      range.setStart(node, node.data.length - node.data.trimStart().length);
      range.setEnd(node, Math.min(node.data.length, length));
      return range.getBoundingClientRect();
    };
    for (const name of document.querySelectorAll(".spot .who > b, .strip dt")) {
      const node = [...name.childNodes].find((child): child is Text => child instanceof Text && child.data.trim() !== "");
      if (!node || !shown(name)) continue;
      const [part, whole] = [frame(name), of(node)];
      if (part.right - part.left < 2 || whole.right <= part.right + 1) continue; // out of sight, or whole
      const dots = getComputedStyle(name).textOverflow === "ellipsis" ? parseFloat(getComputedStyle(name).fontSize) : 0;
      if (of(node, letters).right > part.right - dots + 1) found.push(`${node.data}: ${Math.round(part.right - whole.left)} of ${Math.round(whole.width)} px`);
    }
    for (const said of document.querySelectorAll(".spot .news, .spot .news > *, .spot .ribbon .label")) {
      for (const node of said.childNodes) {
        if (!(node instanceof Text) || !node.data.trim() || !shown(said)) continue;
        const [part, whole] = [frame(said), of(node)];
        const [across, down] = [Math.min(part.right, whole.right) - Math.max(part.left, whole.left), Math.min(part.bottom, whole.bottom) - Math.max(part.top, whole.top)];
        if (across < 2 || down < 5) continue; // out of sight
        if (across < whole.width - 1.5) found.push(`cut: ${said.className.replace(/ .*/, "")} "${node.data.trim()}" ${Math.round(across)} of ${Math.round(whole.width)} px`);
      }
    }
    return [...new Set(found)];
  }, LETTERS);

for (const language of ["fr", "de", "hu", "en"]) {
  test(`names and what is said of players can be read at their plates, ${language}`, usual(false), async ({ page, request }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript((wanted) => localStorage.setItem("stich.language", wanted), language);
    await absent(page);
    for (const wish of [{ game: "doppelkopf", preset: "club" }, { game: "durak", seats: 4 }, { game: "durak", seats: 6 }, { game: "gaigel" }]) {
      const made = await request.post("/api/tables", { data: { ...wish, pace: "slow", seed: 3 } });
      const { table, url } = (await made.json()) as { table: string; url: string };
      for (const sits of [false, true]) {
        await page.addInitScript(({ table, sits }) => (sits ? sessionStorage.setItem(`stich.made.${table}`, "wants a seat") : sessionStorage.clear()), { table, sits });
        await page.goto(url);
        if (!sits) await page.locator("dialog[open] button, .spot .news").first().waitFor();
        await expect(page.locator(".spot .news").first()).toBeAttached();
        for (const [width, height] of SIZES) {
          await page.setViewportSize({ width, height });
          await page.waitForTimeout(150);
          if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${language}-${wish.game}${wish.seats ?? ""}-${sits ? "own" : "watch"}-${width}.png` });
          expect.soft(await faults(page), `${JSON.stringify(wish)} ${sits ? "seated" : "watching"} ${width} x ${height}`).toEqual([]);
        }
      }
    }
  });
}
