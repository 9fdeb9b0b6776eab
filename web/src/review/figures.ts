import type { Text } from "../viewer/text.svelte";
import type { AnalysisStore } from "./analysis.svelte";

const UNITS: Record<string, string> = {
  points: "evaluation.points",
  chance: "evaluation.chance",
  places: "evaluation.places",
};

/** A loss without its unit: of a chance in whole per cent, otherwise with one decimal. */
export function plain(x: number, analysis: AnalysisStore, text: Text): string {
  const shown = analysis.loss(x);
  const rounded = analysis.unit === "chance" ? Math.round(shown) : Math.round(10 * shown) / 10;
  return text.number(rounded || 0); // no −0
}

/** A loss with its unit. */
export const amount = (x: number, analysis: AnalysisStore, text: Text): string =>
  text.t(UNITS[analysis.unit] ?? "evaluation.points", { x: plain(x, analysis, text) });
