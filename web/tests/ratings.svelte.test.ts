// @vitest-environment jsdom
// What a rated match has changed, on the score sheet: the server counts it a moment after its end.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import RatingChanges from "../src/stage/sheet/RatingChanges.svelte";
import { fetchChanges } from "../src/statistics/ratings";
import type { TableStore } from "../src/table/table.svelte";
import type { Text } from "../src/viewer/text.svelte";

const CHANGES = [{ seat: 0, before: 1000, after: 1012 }, { seat: 1, before: 1100, after: 1088 }, { seat: 2, before: 1000, after: 1000 }];
const text = { t: (key: string) => key, name: (seat: number) => "ABC"[seat] } as unknown as Text;

/** Answer one after the other; the last one from then on. */
function answers(...all: { ok: boolean; status?: number; json: () => Promise<unknown> }[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    if (!/t-(own|last)/.test(url)) return later; // a sheet of another test, which is still asking
    asked.push(url);
    return all[Math.min(asked.length, all.length) - 1];
  });
  return asked;
}
const counted = { ok: true, json: async () => ({ changes: CHANGES }) };
const later = { ok: true, json: async () => ({ changes: [] }) };
afterEach(() => void vi.useRealTimers());

test("it is asked again until the match is counted, and not for ever", async () => {
  vi.useFakeTimers();
  const asked = answers(later, later, counted);
  const found = fetchChanges("t-own");
  await vi.advanceTimersByTimeAsync(5000);
  expect(await found).toEqual(CHANGES);
  expect(asked).toEqual(Array(3).fill("/api/reviews/t-own/ratings"));
  const never = answers(later);
  const nothing = fetchChanges("t-own");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await nothing).toEqual([]);
  expect(never).toHaveLength(10);
});

test("each player's number and by how much it has changed, in the order of the seats; nothing where it does not count", async () => {
  for (const [answer, shown] of [[counted, ["B", "1088 (−12)", "C", "1000 (±0)", "A", "1012 (+12)"]], [{ ok: false, status: 404, json: async () => ({ t: "error", code: "not_rated", args: {} }) }, []]] as const) {
    answers(answer);
    const target = document.createElement("div");
    const sheet = mount(RatingChanges, { target, props: { id: "t-last", table: { around: [1, 2, 0] } as unknown as TableStore, text } });
    await new Promise((done) => setTimeout(done, 20));
    flushSync();
    expect([...target.querySelectorAll("dt, dd")].map((one) => one.textContent)).toEqual(shown);
    await unmount(sheet);
  }
});
