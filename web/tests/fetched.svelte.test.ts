// @vitest-environment jsdom
import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { keepWords, part } from "../src/viewer/fetched.svelte";
import type { Settings } from "../src/viewer/settings.svelte";
import { Text } from "../src/viewer/text.svelte";

const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 20)).then(() => flushSync());

test("words are asked for once, though the games are sorted by the names that come with them", async () => {
  const words = { "one.name": "Whist", "two.name": "Bezique" };
  const fetcher = vi.fn((): Promise<Record<string, string>> => (fetcher.mock.calls.length < 20 ? Promise.resolve(words) : new Promise(() => undefined)));
  const text = new Text(fetcher);
  const settings = $state({ language: "en" });
  const end = $effect.root(() => {
    const sorted = $derived(["one", "two"].sort((a, b) => text.t(`${a}.name`).localeCompare(text.t(`${b}.name`))));
    keepWords(text, settings as Settings, () => sorted);
  });
  for (let turn = 0; turn < 5; turn++) await settle();
  expect(text.t("two.name")).toBe("Bezique");
  expect(fetcher).toHaveBeenCalledTimes(2); // the texts of the table, and those of the games

  settings.language = "de";
  for (let turn = 0; turn < 5; turn++) await settle();
  expect(fetcher).toHaveBeenCalledTimes(4);
  end();
});

afterEach(() => {
  vi.useRealTimers();
});

test("a part of the page is asked for once it is wanted, and again when it was lost on its way", async () => {
  vi.useFakeTimers();
  const load = vi.fn((): Promise<string> => (load.mock.calls.length < 3 ? Promise.reject(new Error("lost")) : Promise.resolve("here")));
  let wanted = $state(false);
  let found: { readonly here: string | null } | undefined;
  const end = $effect.root(() => {
    found = part(load, () => wanted);
  });
  const pass = async (ms: number): Promise<void> => {
    flushSync();
    await vi.advanceTimersByTimeAsync(ms);
    flushSync();
  };
  await pass(10_000);
  expect(load).not.toHaveBeenCalled();
  wanted = true;
  await pass(1000);
  expect([load.mock.calls.length, found?.here]).toEqual([1, null]);
  wanted = false; // nobody waits for it any more
  await pass(10_000);
  expect(load).toHaveBeenCalledTimes(1);
  wanted = true;
  await pass(10_000);
  expect([load.mock.calls.length, found?.here]).toEqual([3, "here"]);
  await pass(10_000);
  expect(load).toHaveBeenCalledTimes(3);
  end();
});
