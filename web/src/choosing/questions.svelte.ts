import { same } from "./choose";
import type { Question } from "./offer";
import type { Requests } from "./requests";
import type { TableStore } from "../table/table.svelte";
import type { Action } from "../wire/objects";

/** turn: which of several actions is meant. aside: the same for announcements. host: which table event happened. */
type About = "turn" | "aside" | "host";

/** The question that the player is asked: it stays open while the list of actions it was built from is current. */
export class Questions {
  #asked = $state.raw<(Question & { about: About; legal: readonly Action[] }) | null>(null);

  constructor(
    readonly table: TableStore,
    readonly requests: Requests,
  ) {}

  get open(): Question | null {
    const asked = this.#asked;
    if (!this.table.shown || !asked) return null;
    const { legal, host } = this.table;
    if (asked.about === "aside") {
      const actions = asked.actions.filter((action) => legal.some((listed) => same(listed, action))); // other players may have acted since
      return actions.length > 0 ? { label: asked.label, actions } : null;
    }
    return asked.legal === (asked.about === "host" ? host : legal) ? asked : null;
  }

  ask(question: Question, about: About = "turn"): void {
    const { host, legal } = this.table;
    this.#asked = { ...question, about, legal: about === "host" ? host : legal };
  }

  /** Do the only action, or ask which. */
  settle(question: Question, about: About = "turn"): void {
    const [only] = question.actions;
    if (only && question.actions.length === 1) this.#do(only, about);
    else this.ask(question, about);
  }

  answer(action: Action | null): void {
    const about = this.#asked?.about ?? "turn";
    this.drop();
    if (action) this.#do(action, about);
  }

  drop(): void {
    this.#asked = null;
  }

  #do(action: Action, about: About): void {
    const { requests, table } = this;
    if (about === "turn") requests.act(action);
    else if (!table.busy) requests.note(about === "aside" ? table.act(action, action.cards) : table.report(action)); // the selection stays
  }
}
