/**
 * What actions are aimed at, and which cards on the table an action covers: from what the verbs declare alone.
 * Pure.
 */
import type { Action } from "../wire/objects";
import type { TableSpec, VerbSpec } from "../wire/protocol";
import type { ZoneState } from "../table/table.svelte";

/** A zone of this role holds a card that waits for another one to be laid on it. */
const ROLE = "pair";

/** The open card of a place, on which another card can be laid; −1 if there is none. */
export function openCard({ spec, cards }: ZoneState): number {
  return spec.role === ROLE && cards.length === 1 ? cards[0]! : -1;
}

/** What an action is aimed at, where its verb has targets of this kind, in places of the role `at`; else −1. */
export function targetOf({ verbs }: TableSpec, { verb, to }: Action, kind: VerbSpec["to"], at?: string): number {
  const declared = verbs.find(({ name }) => name === verb);
  if (declared?.to !== kind || (at ?? declared.at) !== declared.at) return -1;
  return declared.within > 0 ? to % declared.within : to;
}

/** The pile that an action is done to as a whole: drawn from, taken, discarded on. "" if there is not exactly one. */
export function pileOf({ verbs, zones }: TableSpec, { verb }: Action): string {
  const { at, to } = verbs.find(({ name }) => name === verb) ?? { at: "", to: "" };
  const piles = /zone|card|place/.test(to) ? [] : zones.filter(({ owner, role }) => owner < 0 && role === at);
  return piles.length === 1 ? piles[0]!.id : "";
}

/** The common place of a row at which an action is aimed. */
function inRow(spec: TableSpec, action: Action): string | undefined {
  const at = spec.verbs.find(({ name }) => name === action.verb)?.at;
  const row = spec.zones.filter(({ owner, role }) => owner < 0 && role === at);
  return row[targetOf(spec, action, "place") - 1]?.id;
}

/**
 * Does this action lay its cards on what lies there? It is aimed at the place, at the card that waits in it, or done to
 * the pile.
 */
export function goesOn(action: Action, place: ZoneState, spec: TableSpec): boolean {
  const open = openCard(place);
  const to = spec.zones[targetOf(spec, action, "zone")]?.id ?? inRow(spec, action) ?? pileOf(spec, action);
  if (to === place.spec.id && action.cards.length > 0) return true;
  return open >= 0 && targetOf(spec, action, "card", ROLE) === open;
}
