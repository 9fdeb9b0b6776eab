import type { ChoiceStore } from "./choice.svelte";

const ELSEWHERE = "input, select, textarea, [contenteditable], dialog";
const PRESSED_BY_ENTER = "button, a, summary, label";

/** The hot keys of the choices, wherever the focus is; Escape goes a step back. */
export function press(event: KeyboardEvent, choice: ChoiceStore): void {
  if (event.altKey || event.repeat || event.defaultPrevented) return;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest(ELSEWHERE) || document.querySelector("dialog[open]")) return;
  if (takesBack(event, choice)) return;
  if (event.ctrlKey || event.metaKey) return;
  if (event.key === "Enter" && target.closest(PRESSED_BY_ENTER)) return;
  if (event.key === "Escape") return choice.clear();
  const offer = choice.forKey(event.key);
  if (!offer) return;
  event.preventDefault();
  choice.press(offer);
}

function takesBack(event: KeyboardEvent, choice: ChoiceStore): boolean {
  const chord = event.ctrlKey || event.metaKey;
  const wanted = chord ? event.key.toLowerCase() === "z" && !event.shiftKey : event.key === "Backspace";
  if (!wanted || !choice.mayUndo) return false;
  event.preventDefault();
  choice.undo();
  return true;
}
