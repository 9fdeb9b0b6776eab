/**
 * Before a button disappears: a player who came to it by keyboard is put back into the hand, not at the top of the
 * page.
 */
export function backToHand(button: HTMLElement): void {
  if (button.matches(":focus-visible")) toHand();
}

/** The focused element is gone: the hand gets the focus, so that the keyboard never starts at the top of the page. */
export function rescueFocus(): void {
  if (document.activeElement === document.body && !document.querySelector("dialog[open]")) toHand();
}

function toHand(): void {
  document.querySelector<HTMLElement>('[role="listbox"] [role="option"][tabindex="0"]')?.focus({ preventScroll: true });
}
