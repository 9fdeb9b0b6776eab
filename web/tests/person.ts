/** A person with a browser, a language and a device of their own: by touch, by keys alone or by mouse. No test. */
import { expect as promptly, type Browser, type BrowserContext, type Locator, type Page } from "@playwright/test";
import type { Catalogue, Language } from "../src/viewer/text.svelte";
import { Album } from "./album";
import { cramped } from "./cramped";
import { misfits } from "./fits";
import { keyboard, mouse, touch, type Hands } from "./player";
import { keysShown, sideways } from "./shown";

const expect = promptly.configure({ timeout: 30_000 }); // a busy machine, and four browsers on it
const TABS = 200; // of a page with all games and options
const SETTLES = 4000; // ms in which a busy machine has drawn everything
const HANDS: Record<string, Hands> = { keyboard, mouse, touch };

export interface Device {
  width: number;
  height: number;
  by: "keyboard" | "mouse" | "touch";
  theme?: "light" | "dark";
}

export class Person {
  context!: BrowserContext;
  page!: Page;
  /** errors of their pages */
  readonly complaints: string[] = [];
  #state: Awaited<ReturnType<BrowserContext["storageState"]>> | undefined;

  private constructor(
    readonly browser: Browser,
    readonly base: string,
    readonly name: string,
    readonly language: Language,
    public device: Device,
    readonly texts: Catalogue,
    readonly album: Album,
  ) {}

  static async enter(browser: Browser, base: string, game: string, name: string, language: Language, device: Device, album: Album): Promise<Person> {
    const texts = (await (await fetch(`${base}/api/text/${language}.json?game=${game}`)).json()) as Catalogue;
    const person = new Person(browser, base, name, language, device, texts, album);
    await person.open();
    return person;
  }

  /** Open their browser, with what it knew when it was closed, and in it this address. */
  async open(at = ""): Promise<void> {
    const { width, height, by, theme = "light" } = this.device;
    const mobile = by === "touch";
    this.context = await this.browser.newContext({
      viewport: { width, height },
      hasTouch: mobile,
      isMobile: mobile,
      colorScheme: theme,
      locale: this.language,
      reducedMotion: "reduce",
      baseURL: this.base,
      storageState: this.#state ?? { cookies: [], origins: [] },
      acceptDownloads: true,
    });
    const settings = { name: this.name, pace: "instant", forced: "off" };
    await this.context.addInitScript((all) => Object.entries(all).forEach(([key, value]) => localStorage.setItem(`stich.${key}`, value)), settings);
    const page = await this.tab();
    if (at) await page.goto(at);
    this.page = page;
  }

  async tab(): Promise<Page> {
    const page = await this.context.newPage();
    page.on("pageerror", (error) => this.complaints.push(`${this.name}: ${error.message}`));
    return page;
  }

  /** Their browser is closed, as when its machine is out of power. */
  async close(): Promise<void> {
    this.#state = await this.context.storageState();
    await this.context.close();
  }

  /** They have another device, which knows nothing of them. */
  async other(device: Device): Promise<Person> {
    const other = new Person(this.browser, this.base, this.name, this.language, device, this.texts, this.album);
    await other.open();
    return other;
  }

  get hands(): Hands {
    return HANDS[this.device.by]!;
  }

  /** A text in their language. */
  t(key: string, args: Record<string, string> = {}): string {
    const words = this.texts[key];
    if (typeof words !== "string") throw new Error(`no text for ${key}`);
    return words.replace(/\{(\w+)\}/g, (whole, name: string) => args[name] ?? whole);
  }

  /** A pattern for a text: its parameters are any words. */
  like(key: string): RegExp {
    return new RegExp(this.t(key).replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, ".+"));
  }

  button(key: string, args: Record<string, string> = {}, within: Page | Locator = this.page): Locator {
    return within.getByRole("button", { name: this.t(key, args), exact: true });
  }

  /** Press a button or follow a link. */
  async press(what: Locator): Promise<void> {
    await expect(what).toBeVisible();
    if (this.device.by === "touch") return what.tap();
    if (this.device.by === "mouse") return what.click();
    await reach(what);
    await what.page().keyboard.press("Enter");
  }

  async check(box: Locator): Promise<void> {
    await expect(box).toBeVisible();
    if (this.device.by === "touch") await box.tap();
    else if (this.device.by === "mouse") await box.click();
    else {
      await reach(box);
      await box.page().keyboard.press("Space");
    }
    await expect(box).toBeChecked();
  }

  /** What they write replaces what was there. */
  async write(field: Locator, words: string): Promise<void> {
    await expect(field).toBeVisible();
    if (this.device.by === "touch") await field.tap();
    else if (this.device.by === "mouse") await field.click();
    else await reach(field);
    const { keyboard } = field.page();
    await keyboard.press("Control+a");
    await keyboard.type(words);
    await keyboard.press("Tab");
  }

  async choose(list: Locator, value: string): Promise<void> {
    if (this.device.by !== "keyboard") await list.selectOption(value);
    else {
      await reach(list);
      for (let i = 0; i < 40 && (await list.inputValue()) !== value; i++) await list.page().keyboard.press("ArrowDown");
    }
    await expect(list).toHaveValue(value);
  }

  /** Look at what is shown: no word is missing, nothing is too wide, too small or upon something else; and take a picture. `covered`: something lies over the table on purpose. */
  async look(station: string, { page = this.page, covered = false } = {}): Promise<void> {
    const { width, height, by, theme = "light" } = this.device;
    const where = `${station}, ${this.name} (${this.language}, ${width}x${height})`;
    await this.album.keep(page, `${width}x${height}-${theme}-${this.language}`, station);
    await expect.soft.poll(() => sideways(page), { message: where, intervals: [100, 300], timeout: SETTLES }).toEqual([]);
    await expect.soft.poll(() => keysShown(page, this.texts), { message: where, intervals: [100, 300], timeout: SETTLES }).toEqual([]);
    if (covered) return;
    const flat = await page.evaluate(() => !document.querySelector(".stage") || document.querySelector("dialog[open]") !== null);
    const faults = (): Promise<string[]> => (flat ? cramped(page) : misfits(page, by === "touch"));
    await expect.soft.poll(faults, { message: where, intervals: [100, 300, 1000], timeout: SETTLES }).toEqual([]);
  }
}

/** By Tab alone. */
async function reach(wanted: Locator): Promise<void> {
  const page = wanted.page();
  for (let i = 0; i < TABS; i++) {
    const { focused, behind } = await wanted.evaluate((element) => ({
      focused: element === document.activeElement,
      behind: (element.compareDocumentPosition(document.activeElement ?? document.body) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    }));
    if (focused) return;
    await page.keyboard.press(behind ? "Shift+Tab" : "Tab");
  }
  throw new Error("Tab never led there");
}
