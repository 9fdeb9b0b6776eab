import type { Text } from "../viewer/text.svelte";
import type { Position, ReviewStore } from "./review.svelte";

/** What was the matter with the decision of a step: "mistake" or "luck", and in words. */
export interface Mark {
  kind: string;
  words: string;
}

/** What the analysis of a match is given. */
export interface AnalysisProps {
  review: ReviewStore;
  text: Text;
  go: (to: Position) => void;
  /** said of the step at which the review is; null: nothing */
  mark: (mark: Mark | null) => void;
  onclose: () => void;
}
