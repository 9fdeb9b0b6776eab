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

export interface Bar {
  /** in parts of the whole: where zero is */
  zero: number;
  /** from and to: what there was before, and what the deal has changed */
  before: readonly [number, number];
  now: readonly [number, number];
}

/** The bar of a total that was `was` before the deal and is `is` after it: what stays of the former, and the change. */
export function barOf(was: number, is: number, { least, most }: Scale): Bar {
  const at = (n: number): number => Math.min(1, (n - least) / (most - least)); // who has more has reached it
  const span = (a: number, b: number): [number, number] => [at(Math.min(a, b)), at(Math.max(a, b))];
  if (was * is < 0) return { zero: at(0), before: span(0, was), now: span(0, is) };
  const [less, more] = Math.abs(was) < Math.abs(is) ? [was, is] : [is, was];
  return { zero: at(0), before: span(0, less), now: span(less, more) };
}
