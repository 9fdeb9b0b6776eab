/**
 * What is forced plays by itself, for a person who wants that. The rules decide what it is (`TableView.forced`), never
 * this page: among people a quick answer must not show that somebody had no choice. The pause depends on the pace
 * alone.
 */
import { untrack } from "svelte";
import type { TableStore } from "../table/table.svelte";
import { capital, sentenceOf } from "../table/sentence";
import { promptOf, type Action } from "../wire/objects";
import type { Pace, Phrase } from "../wire/protocol";
import { readStored, writeStored } from "../viewer/storage";
import type { ChoiceStore } from "./choice.svelte";

/** The person's setting, kept by this browser. It is not needed before the first card, as other settings are. */
class ByItself {
  #on = $state(readStored("forced") !== "off");

  get on(): boolean {
    return this.#on;
  }

  set on(on: boolean) {
    this.#on = on;
    writeStored("forced", on ? "" : "off");
  }
}
export const byItself = new ByItself();

/** About as long as a bot takes, with a moment to look at what was played before. */
export const PAUSE_MS: Record<Pace, number> = { slow: 3000, normal: 1800, fast: 1000, instant: 500 };

export class Forced {
  /** what was taken back, or stopped, is left to the person until they have acted */
  #held = $state(false);
  /** the notice of what will be done is shown */
  #said = false;
  readonly #ready = $derived.by(() => {
    const { table, choice } = this;
    if (!this.wanted() || !table.shown || !table.view.forced || this.#held || table.busy) return false;
    return choice.active && choice.only === null && choice.queued === null && table.legal.length === 1;
  });

  /** wanted: the person wants it, and sees the page. Created in a component. */
  constructor(
    readonly table: TableStore,
    readonly choice: ChoiceStore,
    readonly wanted: () => boolean,
  ) {
    $effect(() =>
      table.listen((events) => {
        for (const { seat, kind, topic } of events) {
          if (seat !== table.me || kind !== "say") continue;
          if (topic === "undo") this.#held = true;
          else if (!topic) this.#held = false;
        }
      }),
    );
    $effect(() => {
      if (this.#ready) return untrack(() => this.#begin());
    });
    $effect(() => {
      // the message was closed: they do it themselves
      if (choice.notice === null && this.#said && this.#ready) this.#held = true;
    });
  }

  #begin(): () => void {
    const { table, choice } = this;
    const action = table.legal[0]!;
    choice.say("info", ...this.#why(action));
    this.#said = true;
    const pause = PAUSE_MS[table.view.pace];
    let timer: ReturnType<typeof setTimeout>;
    const act = (): void => {
      if (document.querySelector("dialog:modal")) return void (timer = setTimeout(act, pause)); // the table is covered
      this.#said = false;
      choice.dismiss();
      choice.act(action);
    };
    timer = setTimeout(act, pause);
    return () => {
      this.#said = false;
      clearTimeout(timer);
    };
  }

  /** The message has the place of the sentence, so it says what the sentence does: what lies there, and why. */
  #why(action: Action): Phrase[] {
    const { table, choice } = this;
    const act = choice.text.say(action.say);
    const what = capital(sentenceOf(table.view, choice.text).task || act);
    const { scene } = table.view.prompt ? promptOf(table.view.prompt) : { scene: null };
    return [...(scene ? [scene] : []), ["table.forced.seen", { what, act }]];
  }
}
