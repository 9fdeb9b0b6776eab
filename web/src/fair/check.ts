/** Checks the opened figures of a match: against themselves, and against what this browser remembers of the play. */
import type { FairDeal, Fairness } from "../wire/protocol";
import { commitment, hex, keyOf, pledge, shuffled } from "./fair";
import type { Memory } from "./memory";

/**
 * What is wrong with a deal. "commitment": the secret does not fit it; "pledge": a nonce does not fit its pledge;
 * "story": the commitment is not the one shown during play; "other": the pledges are not those shown; "own": what this
 * browser added, and the server confirmed, was not used; "hand": the own hand does not follow from the shuffle.
 */
export type Fault = "commitment" | "pledge" | "story" | "other" | "own" | "hand";

export interface Checked {
  deal: number;
  figures: FairDeal;
  key: string;
  /** the pack as it was shuffled */
  cards: number[];
  faults: Fault[];
  /** what was shown during play agrees with it */
  remembered: boolean;
  /** this browser has added to it */
  own: boolean;
  /** seats that have pledged and not opened */
  refused: number[];
}

export interface Report {
  /** "fair": agreed on; anything else: the source of the cards */
  source: string;
  deals: Checked[];
  faults: { deal: number; fault: Fault }[];
}

export function checkAll(match: Fairness, memory: Memory): Report {
  const deals = match.deals.map((deal) => check(match, deal, memory));
  const faults = deals.flatMap(({ deal, faults }) => faults.map((fault) => ({ deal, fault })));
  return { source: match.deals.length > 0 ? "fair" : match.source, deals, faults };
}

function check(match: Fairness, figures: FairDeal, memory: Memory): Checked {
  const { table, about, seats, pack, zones } = match;
  const { deal, n, secret, parts, order } = figures;
  const key = keyOf(about, table, n, seats, secret, parts);
  const cards = shuffled(pack, key, 1);
  const known = memory[n];
  const mine = parts.find(({ seat }) => seat === known?.seat);
  const faults: Fault[] = [];
  if (commitment(table, n, secret) !== figures.commitment) faults.push("commitment");
  const unfit = parts.some(({ seat, nonce, pledge: given }) => nonce && pledge(table, n, seat, nonce) !== given);
  if (unfit) faults.push("pledge");
  if (known?.commitment && known.commitment !== figures.commitment) faults.push("story");
  if (known?.opened && mine?.nonce !== known.nonce) faults.push("own");
  const given = Array.from({ length: seats }, (_, seat) => parts.find((part) => part.seat === seat)?.pledge ?? "");
  const others = known?.opened ? known.pledges : undefined;
  if (others?.some((shown, seat) => shown !== given[seat])) faults.push("other");
  if (known?.hand && order.length === cards.length) {
    const zone = zones.indexOf(`hand.${known.hand.seat}`);
    const hand = cards.filter((_, place) => order[place] === zone).sort((a, b) => a - b);
    if (hand.length > 0 && hand.join() !== known.hand.cards.join()) faults.push("hand");
  }
  const refused = parts.filter(({ nonce }) => !nonce).map(({ seat }) => seat);
  const own = !!known?.nonce && mine?.nonce === known.nonce;
  return { deal, figures, key: hex(key), cards, faults, remembered: !!known?.commitment, own, refused };
}
