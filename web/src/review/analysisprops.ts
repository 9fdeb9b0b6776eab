import type { Text } from "../viewer/text.svelte";
import type { Position, ReviewStore } from "./review.svelte";

/** What the analysis of a match is given. */
export interface AnalysisProps {
  review: ReviewStore;
  text: Text;
  go: (to: Position) => void;
  onclose: () => void;
}
