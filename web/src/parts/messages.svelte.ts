/** The messages of a page, and the words for what went wrong. */
import type { Text } from "../viewer/text.svelte";
import type { Problem } from "../wire/protocol";
import type { Toast } from "./Toasts.svelte";

export const SHOWN_MS = 7000;

/** The words for a refusal; a code without a text is at least named. */
export function wordsFor({ code, args }: Problem, text: Text): string {
  return text.has(`error.${code}`) ? text.t(`error.${code}`, args) : text.t("error.unknown", { code });
}

export class Messages {
  list = $state.raw<readonly Toast[]>([]);

  /**
   * Show a message, with at most two before it. `words` are read when it is drawn, because texts may arrive later.
   * `ms`: 0 until it is dropped.
   */
  add(words: () => string, ms = SHOWN_MS, bad?: boolean): Toast {
    const toast: Toast = {
      id: Math.random(),
      bad,
      get words() {
        return words();
      },
    };
    this.list = [...this.list.slice(-2), toast];
    if (ms > 0) setTimeout(() => this.drop(toast.id), ms);
    return toast;
  }

  readonly drop = (id: number): void => {
    this.list = this.list.filter((toast) => toast.id !== id);
  };
}
