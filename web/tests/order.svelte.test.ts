// @vitest-environment jsdom
import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import OrderField from "../src/pages/start/OrderField.svelte";
import { Text } from "../src/viewer/text.svelte";

const WORDS = { "start.order.up": "{name} up", "start.order.down": "{name} down", "start.order.at": "{name}: {n} of {all}" };
let field: Record<string, unknown> = {};

afterEach(() => void unmount(field));

async function show(value: string): Promise<{ value: string }> {
  const text = new Text(() => Promise.resolve(WORDS));
  await text.load("en", []);
  const props = $state({ value, change: (next: string) => (props.value = next), players: ["Ada", "Mira", "Noor"], label: "Age", text });
  field = mount(OrderField, { target: document.body, props });
  flushSync();
  return props;
}

const button = (name: string): HTMLElement => document.querySelector(`[aria-label="${name}"]`)!;
const names = (): (string | undefined)[] => [...document.querySelectorAll("li .name")].map((item) => item.textContent);

test("a player is moved, keeps the focus, and the new position is announced", async () => {
  const props = await show("2,0,1");
  expect(names()).toEqual(["Noor", "Ada", "Mira"]);
  button("Mira up").focus();
  button("Mira up").click();
  flushSync();
  await tick();
  expect([props.value, names()]).toEqual(["2,1,0", ["Noor", "Mira", "Ada"]]);
  expect(document.activeElement).toBe(button("Mira up"));
  expect(document.querySelector("[aria-live]")?.textContent).toBe("Mira: 2 of 3");
});

test("no player is before the first or after the last", async () => {
  const props = await show("0,1,2");
  button("Ada up").click();
  button("Noor down").click();
  flushSync();
  expect(props.value).toBe("0,1,2");
  expect(button("Ada up").getAttribute("aria-disabled")).toBe("true");
  expect(button("Ada down").getAttribute("aria-disabled")).toBe("false");
});
