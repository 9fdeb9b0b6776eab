/** Before a button goes with what it stands for: whoever came to it by keyboard finds himself in his hand again, not at the top of the page. */
export function backToHand(button: HTMLElement): void {
  if (button.matches(":focus-visible")) toHand();
}

/** What had the focus is gone: the hand has it, so that the keyboard never has to begin at the top of the page. */
export function rescueFocus(): void {
  if (document.activeElement === document.body && !document.querySelector("dialog[open]")) toHand();
}

function toHand(): void {
  document.querySelector<HTMLElement>('[role="listbox"] [role="option"][tabindex="0"]')?.focus({ preventScroll: true });
}
