// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { backToHand, rescueFocus } from "../src/choosing/hand/focus";

afterEach(() => (document.body.innerHTML = ""));

function page(byKeyboard: boolean): HTMLButtonElement {
  document.body.innerHTML = `
    <div role="listbox"><div role="option" tabindex="-1">1</div><div role="option" tabindex="0" id="stop">2</div></div>
    <button type="button">20</button>`;
  const button = document.querySelector("button")!;
  button.focus();
  vi.spyOn(button, "matches").mockImplementation((selector) => selector === ":focus-visible" && byKeyboard); // jsdom has no keyboard
  return button;
}

test("a button that goes gives the focus to the hand's one stop", () => {
  backToHand(page(true));
  expect(document.activeElement?.id).toBe("stop");
});

test("a finger or a mouse moves no focus", () => {
  const button = page(false);
  backToHand(button);
  expect(document.activeElement).toBe(button);
});

test("a dialog that has gone leaves the focus where it is of use, and to the next dialog if there is one", () => {
  const button = page(true);
  rescueFocus();
  expect(document.activeElement).toBe(button);
  button.remove();
  document.body.insertAdjacentHTML("beforeend", "<dialog open></dialog>");
  rescueFocus();
  expect(document.activeElement).toBe(document.body);
  document.querySelector("dialog")?.remove();
  rescueFocus();
  expect(document.activeElement?.id).toBe("stop");
});
