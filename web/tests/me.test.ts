// @vitest-environment jsdom
/** Deleting one's own data: the server first, then this browser, whose look stays. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deleteMe } from "../src/viewer/me";
import { Refused } from "../src/wire/lobby";
import { writeStored } from "../src/viewer/storage";

const asked: string[] = [];
let answer = { ok: true, json: async (): Promise<unknown> => ({}) };
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  asked.length = 0;
  for (const key of ["name", "tables", "statistics", "muted", "theme", "language", "deck"]) writeStored(key, "1");
  sessionStorage.setItem("stich.made.t", "1");
  localStorage.setItem("another", "1");
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    asked.push(`${init.method} ${url}`);
    return answer;
  });
});
afterEach(() => void vi.unstubAllGlobals());

const kept = (): string[] => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort();

test("everything about the person goes, the look stays, and so does what is not ours", async () => {
  answer = { ok: true, json: async () => ({}) };
  await deleteMe();
  expect(asked).toEqual(["DELETE /api/me"]);
  expect(kept()).toEqual(["another", "stich.deck", "stich.language", "stich.theme"]);
});

test("where the server refuses, nothing is deleted here", async () => {
  const before = kept();
  answer = { ok: false, json: async () => ({ t: "error", id: -1, code: "storage", args: {} }) };
  await expect(deleteMe()).rejects.toBeInstanceOf(Refused);
  expect(kept()).toEqual(before);
});
