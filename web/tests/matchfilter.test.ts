// @vitest-environment node
import { afterEach, expect, test, vi } from "vitest";
import { fetchMatches, NO_FILTER } from "../src/statistics/matches";

afterEach(() => void vi.unstubAllGlobals());

/** What the server is asked for. */
async function asked(before: number | undefined, filter = NO_FILTER): Promise<Record<string, string>> {
  let url = "";
  vi.stubGlobal("fetch", (path: string) => {
    url = path;
    return Promise.resolve(new Response("[]"));
  });
  await fetchMatches(before, filter);
  return Object.fromEntries(new URL(url, "http://x").searchParams);
}

test("without a filter all matches are asked for, or those before the last one shown", async () => {
  expect(await asked(undefined)).toEqual({});
  expect(await asked(1234)).toEqual({ before: "1234" });
});

test("days are whole days where the reader is, and the end of a page is no later than the last day", async () => {
  const from = new Date(2026, 10, 27).getTime();
  const after = new Date(2026, 10, 29).getTime();
  const filter = { ...NO_FILTER, from: "2026-11-27", to: "2026-11-28" };
  expect(await asked(undefined, filter)).toEqual({ since: String(from), before: String(after) });
  expect(await asked(after - 5, filter)).toEqual({ since: String(from), before: String(after - 5) });
  expect(await asked(after + 5, filter)).toEqual({ since: String(from), before: String(after) });
  expect(await asked(undefined, { ...NO_FILTER, from: "no day", to: "" })).toEqual({});
});

test("a game and a name are passed on as they are", async () => {
  expect(await asked(undefined, { ...NO_FILTER, game: "durak", player: "Zoé & Co" })).toEqual({ game: "durak", player: "Zoé & Co" });
});
