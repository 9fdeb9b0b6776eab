import { Menu } from "./choose";
import type { TableStore } from "../table/table.svelte";
import type { Action } from "../wire/objects";

const EMPTY = new Menu([], []);

/** What the player can do now, whatever is selected. */
export class Turn {
  /** A lesson allows one action at a time; any other attempt calls `denied`. */
  only = $state.raw<Action | null>(null);
  denied: () => void = () => undefined;
  /** The phase of the deal: a selection, a message, a queued choice are valid for one. */
  readonly when = $derived.by(() => {
    const { table } = this;
    return table.shown ? `${table.view.deal} ${table.view.phase}` : "";
  });
  /** The actions of the turn, without what can be said beside it at any time. */
  readonly actions = $derived.by(() => {
    const { table } = this;
    return table.shown ? table.legal.filter(({ verb }) => !table.spec.asides.includes(verb)) : [];
  });
  readonly asides = $derived.by(() => {
    const { table } = this;
    return table.shown && !table.watching ? table.legal.filter(({ verb }) => table.spec.asides.includes(verb)) : [];
  });
  /** All actions of the turn, for queries. */
  readonly whole = $derived.by(() => {
    const { table } = this;
    return table.shown ? new Menu(this.actions, table.spec.keys, table.spec.verbs) : EMPTY;
  });
  /** The player can act, and cards are of no use for it. */
  readonly cardless = $derived.by(() => this.active && [...this.actions, ...this.unlisted].every(({ cards }) => cards.length === 0));

  constructor(readonly table: TableStore) {}

  get active(): boolean {
    return this.actions.length > 0;
  }

  /** Those of the actions that take cards. */
  get taking(): readonly Action[] {
    return this.actions.filter(({ cards }) => cards.length > 0);
  }

  /** No seat has the turn, and the player can interrupt: an action is done at once, without selecting cards before. */
  get reacting(): boolean {
    const { table } = this;
    if (!table.shown || table.watching || !table.view.window) return false;
    return ((table.view.may >> table.me) & 1) === 1 && ((table.view.window.plays >> table.me) & 1) === 0;
  }

  /**
   * What the rules would accept now though it is not legal: offered apart, and confirmed by a question. One of several
   * of its verb only where the table lists one, too: elsewhere nobody looks for it.
   */
  get unlisted(): readonly Action[] {
    const { table } = this;
    if (!table.shown || table.watching || this.only || table.view.status !== "playing") return [];
    const asked = table.view.must | table.view.may;
    if (((asked >> table.me) & 1) === 0) return [];
    const sought = ({ verb, to }: Action): boolean => to < 0 || this.actions.some((action) => action.verb === verb);
    return table.unlisted.filter((action, n) => table.view.dares.includes(n) && sought(action));
  }

  /**
   * The table events that this viewer can report: those with a seat can, or everybody if nobody has one. Other people
   * report for themselves.
   */
  get tableEvents(): readonly Action[] {
    const { table } = this;
    if (!table.shown || this.only || (table.watching && table.view.occupants.some(({ who }) => who === "person"))) return [];
    return table.host.filter(({ to }) => to === table.me || table.view.occupants[to]?.who !== "person");
  }
}
