// @vitest-environment jsdom
// The script in index.html and the modules that continue its work agree; otherwise everything is requested twice.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Connection, type Listener, type Wire } from "../src/wire/connection";
import { earlySocket, fetchEarly } from "../src/wire/early";
import { PROTO } from "../src/wire/protocol";
import { fetchGames } from "../src/wire/lobby";
import { Settings } from "../src/viewer/settings.svelte";
import { fetchCatalogue, LANGUAGES } from "../src/viewer/text.svelte";

const page = readFileSync(resolve(import.meta.dirname, "../index.html"), "utf8");
const script = /<script>(.*?)<\/script>/s.exec(page)?.[1] ?? "";
const sockets: Socket[] = [];

class Socket {
  static readonly OPEN = 1;
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    sockets.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  close(): void {
    this.readyState = 3;
  }
}

const asked = vi.fn((_url: string) => Promise.resolve(new Response("{}")));
const listener = (): Listener => ({
  state: vi.fn(), welcome: vi.fn(), whole: vi.fn(), told: vi.fn(), update: vi.fn(), hash: () => "", waiting: vi.fn(), problem: vi.fn(), tip: vi.fn(),
});

function begin(path: string): void {
  history.replaceState(null, "", path);
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ serverTiming: [{ name: "game", description: "chimera" }] }] as unknown as PerformanceEntryList);
  new Function(script)();
}

beforeEach(() => {
  localStorage.clear();
  sockets.length = 0;
  delete window.early;
  asked.mockClear();
  vi.stubGlobal("fetch", asked);
  vi.stubGlobal("WebSocket", Socket);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("begins nothing on other pages", () => {
  begin("/rules/chimera");
  expect(asked).not.toHaveBeenCalled();
  expect(sockets).toEqual([]);
});

it("asks for what the start page will ask for", async () => {
  asked.mockImplementation(async () => Response.json([]));
  begin("/");
  expect(asked).toHaveBeenCalledTimes(2);
  await fetchCatalogue(new Settings().language, [], "all");
  await fetchGames();
  expect(asked).toHaveBeenCalledTimes(2);
  expect(sockets).toEqual([]);
});

it("says the hello that the connection would say, and it is said once", async () => {
  begin("/t/abc");
  const [socket] = sockets as [Socket];
  const heard = listener();
  const wire = earlySocket() as Wire;
  const connection = new Connection("abc", heard, () => wire);
  socket.open();
  expect(socket.sent).toEqual([JSON.stringify({ t: "hello", proto: PROTO, table: "abc", have: -1, epoch: "", heard: -1, name: "" })]);
  expect(earlySocket()).toBeNull();
  connection.close();
});

it("hands on what the socket heard before anybody listened", async () => {
  begin("/t/abc");
  const [socket] = sockets as [Socket];
  socket.open();
  socket.onmessage?.({ data: JSON.stringify({ t: "welcome", proto: PROTO, epoch: "e", spec: {}, now: 0 }) });
  const heard = listener();
  const connection = new Connection("abc", heard, () => earlySocket() as Wire);
  expect(heard.welcome).not.toHaveBeenCalled();
  await new Promise((next) => setTimeout(next)); // in a task of its own
  expect(heard.welcome).toHaveBeenCalledOnce();
  expect(socket.sent).toHaveLength(1);
  connection.close();
});

it("leaves a socket alone that has died meanwhile", () => {
  begin("/t/abc");
  sockets[0]?.close();
  expect(earlySocket()).toBeNull();
});

it.each([...Object.keys(LANGUAGES), "pt-BR", "de-AT"])("asks for the words that the page will ask for: %s", async (tag) => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue([tag, "fr"]);
  begin("/t/abc");
  expect(asked).toHaveBeenCalledTimes(1);
  const { language } = new Settings();
  await fetchCatalogue(language, ["chimera"], "first");
  expect(asked).toHaveBeenCalledTimes(1);
  await fetchCatalogue(language, ["chimera"], "first"); // again, after a change of language and back
  expect(asked).toHaveBeenCalledTimes(2);
});

it("prefers the language that was chosen", async () => {
  localStorage.setItem("stich.language", "hu");
  begin("/t/abc");
  await fetchCatalogue(new Settings().language, ["chimera"], "first");
  expect(asked.mock.calls.map(([url]) => url)).toEqual(["/api/text/hu.json?game=chimera&part=first"]);
});

it("asks again if the early answer failed", async () => {
  asked.mockResolvedValueOnce(new Response("", { status: 500 }));
  begin("/t/abc");
  expect((await fetchEarly("/api/text/en.json?")).ok).toBe(true);
});
