import type { Advice } from "./advice.svelte";
import { slotsOf } from "./choose";
import { Holding, type Ruled } from "./holding.svelte";
import type { Pick } from "./offer";
import type { Selection } from "./selection.svelte";
import type { TableStore, ZoneState } from "../table/table.svelte";
import { BACK, situationFrom } from "../wire/objects";

const NOTHING: Ruled = { faces: [], order: [] };

/** If several melds can be laid, the player collects them. */
function ruled({ spec, view, me }: TableStore): Ruled {
  const melds = spec.zones.filter((zone) => zone.role === "meld" && zone.owner === me).length > 1;
  const { trump, trumps } = situationFrom(view.situation);
  const { faces, keys } = spec;
  return { faces, keys, order: view.order, melds, trumped: trump >= 0 || trumps !== null, plan: view.plan };
}

/** The cards that can be selected, sorted, with what is needed to draw them. */
export class Picks {
  /** How the hand is sorted. */
  readonly holding: Holding;

  constructor(
    readonly table: TableStore,
    readonly selection: Selection,
    readonly advice: Advice,
  ) {
    this.holding = new Holding(() => (table.shown ? ruled(table) : NOTHING));
  }

  get hand(): Pick[] {
    return this.of(...this.selection.reach.hand);
  }

  /** Sorted as one hand: cards that all have seen lie in a zone of their own, and are held among the others. */
  of(...zones: ZoneState[]): Pick[] {
    const { advice, holding, selection, table } = this;
    const { aimed, usable, turn, reach } = selection;
    const chosen = new Set(selection.ids);
    const fitting = selection.narrow ? selection.joining : usable;
    const held = zones.flatMap((zone) => reach.slotsIn(zone)).sort((a, b) => a.key - b.key || a.face - b.face);
    return holding.packs(held).flatMap((slots, pack) => {
      const whole = holding.melded(slots);
      return slots.map((slot) => {
        const alone = turn.whole.exactly([slot]);
        /** it is part of a meld, or goes on one that lies on the table */
        const melded = whole || table.zones("meld").some((at) => alone.some((action) => aimed.fits(action, at)));
        const selected = chosen.has(slot.id);
        const lit = !turn.active || (selected ? usable : fitting).has(slot.key);
        const tipped = advice.ids.has(slot.id);
        return { ...slot, notation: table.drawn(slot.face), selected, lit, tipped, pack, melded };
      });
    });
  }

  /** Cards in the order in which their holder would sort them, backs last. */
  laid(faces: readonly number[]): number[] {
    const known = this.holding.packs(slotsOf("", faces, this.table.spec.keys)).flatMap((pack) => pack.map(({ face }) => face));
    return [...known, ...faces.filter((face) => face === BACK)];
  }
}
