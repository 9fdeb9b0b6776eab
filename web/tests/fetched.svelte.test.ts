import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";
import { keepWords } from "../src/fetched.svelte";
import type { Settings } from "../src/settings.svelte";
import { Text } from "../src/text.svelte";

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
  expect(fetcher).toHaveBeenCalledTimes(2); // those of the table, and those of the games

  settings.language = "de";
  for (let turn = 0; turn < 5; turn++) await settle();
  expect(fetcher).toHaveBeenCalledTimes(4);
  end();
});
