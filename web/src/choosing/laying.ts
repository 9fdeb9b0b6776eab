import type { Leftovers } from "./leftovers";
import type { Questions } from "./questions.svelte";
import type { Selection } from "./selection.svelte";
import type { ZoneState } from "../table/table.svelte";
import type { Text } from "../viewer/text.svelte";
import { BACK, type Action } from "../wire/objects";

/** Laying cards on places of the table: the cards are selected first, or the place is. */
export class Laying {
  constructor(
    readonly text: Text,
    readonly selection: Selection,
    readonly questions: Questions,
    readonly leftovers: Leftovers,
  ) {}

  /** Do the selected cards go on this place? If none are selected: do any? */
  goesTo(place: ZoneState): boolean {
    const { aimed, slots, turn } = this.selection;
    return slots.length > 0 && !aimed.zone ? this.#on(place).length > 0 : turn.whole.legal.some((action) => aimed.fits(action, place));
  }

  /** The first of these places on which the selected cards go. */
  placeIn(ids: readonly string[]): ZoneState | undefined {
    const { table } = this.selection;
    const known = ids.filter((id) => table.spec.zones.some((spec) => spec.id === id));
    return known.map((id) => table.zone(id)).find((zone) => this.goesTo(zone));
  }

  /** Lay the selected cards on this place; if none are selected, choose cards for it. */
  aimAt(place: ZoneState): void {
    const { aimed, table, turn } = this.selection;
    if (!turn.active) return;
    const actions = aimed.zone ? [] : this.#on(place);
    const [first] = actions;
    this.leftovers.end();
    if (first) this.questions.settle({ label: this.text.bare(`${table.spec.game}.verb.${first.verb}`), actions });
    else this.#choose(place);
  }

  /** The player has chosen the place and then the cards: nothing is open any more. */
  settle(): void {
    const { aimed, menu, slots } = this.selection;
    if (!aimed.zone) return;
    const fitting = menu.exactly(slots);
    const [only] = fitting;
    if (only && fitting.length === 1 && menu.containing(slots).length === 1) this.questions.requests.act(only);
  }

  /** Choose this place, or no longer. */
  #choose(place: ZoneState): void {
    const { aimed } = this.selection;
    const again = aimed.zone === place.spec.id;
    this.selection.choose([]);
    if (again) return aimed.drop();
    aimed.choose(place);
    if (this.goesTo(place)) return;
    aimed.drop();
    this.leftovers.notices.say("info", ["table.aim.none", { card: place.cards[0] ?? BACK }]);
  }

  /** What lays exactly the selected cards there. */
  #on(place: ZoneState): Action[] {
    const { aimed, slots, turn } = this.selection;
    return turn.whole.exactly(slots).filter((action) => aimed.fits(action, place));
  }
}
