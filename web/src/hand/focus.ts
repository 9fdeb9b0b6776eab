/** Before a button goes with what it stands for: whoever came to it by keyboard finds himself in his hand again, not at the top of the page. */
export function backToHand(button: HTMLElement): void {
  if (!button.matches(":focus-visible")) return;
  document.querySelector<HTMLElement>('[role="listbox"] [role="option"][tabindex="0"]')?.focus({ preventScroll: true });
}
