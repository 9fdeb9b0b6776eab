/** How far each has come: the scale that all bars of a table share, and the part that a deal has added. Pure. */
import type { Sheet } from "../../wire/protocol";

export interface Scale {
  least: number;
  most: number;
}

/** From zero, or the least total of the match, to the score that ends it; without one to the most of the match. */
export function scaleOf(sheets: readonly Sheet[], limit: number): Scale {
  const totals = sheets.flatMap((sheet) => sheet.totals);
  return { least: Math.min(0, ...totals), most: limit > 0 ? limit : Math.max(1, ...totals) };
}

/** From and to, in parts of the whole: what there was before, and what the deal has changed. */
export interface Bar {
  before: readonly [number, number];
  now: readonly [number, number];
}

/**
 * The bar of a total that was `was` before the deal and is `is` after it, in this part of the scale: what stays of the
 * former, and the change.
 */
export function barOf(was: number, is: number, { least, most }: Scale): Bar {
  // who has more has reached the end, and what lies on the other side of zero has a bar of its own
  const at = (n: number): number => Math.max(0, Math.min(1, (n - least) / (most - least)));
  const span = (a: number, b: number): [number, number] => [at(Math.min(a, b)), at(Math.max(a, b))];
  if (was * is < 0) return { before: span(0, was), now: span(0, is) };
  const [less, more] = Math.abs(was) < Math.abs(is) ? [was, is] : [is, was];
  return { before: span(0, less), now: span(less, more) };
}
