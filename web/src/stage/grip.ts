import { pileOf } from "../choosing/aim";
import type { Offer } from "../choosing/offer";
import type { TableSpec } from "../wire/protocol";

/** The only thing that can be done to this pile as it lies; null if there is none, or a choice. */
export function gripOf(offers: readonly Offer[], spec: TableSpec, zone: string): Offer | null {
  const found = offers.filter(
    ({ actions: [only, ...more], cards, ahead, aside }) =>
      only && !cards && !ahead && !aside && more.length === 0 && pileOf(spec, only) === zone,
  );
  return found.length === 1 ? found[0]! : null;
}
