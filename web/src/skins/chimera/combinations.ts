// The fourteen combinations for the help page: the text key of each one's name and of what it takes, and an example in the deck's notation.

export interface Combination {
  name: string;
  takes: string;
  /** the cards that count, then the attached ones */
  cards: readonly string[];
  attached?: readonly string[];
}

const of = (cards: string): string[] => cards.split(" ");

export const COMBINATIONS: readonly Combination[] = [
  { name: "chimera.help.single", takes: "chimera.help.single_takes", cards: of("T7") },
  { name: "chimera.help.pair", takes: "chimera.help.pair_takes", cards: of("J4 S4") },
  { name: "chimera.help.pairs", takes: "chimera.help.pairs_takes", cards: of("J3 P3 S4 T4 J5 S5") },
  { name: "chimera.help.triple", takes: "chimera.help.triple_takes", cards: of("J8 S8 P8") },
  { name: "chimera.help.triples", takes: "chimera.help.triples_takes", cards: of("J5 S5 P5 J6 P6 T6") },
  { name: "chimera.help.triple1", takes: "chimera.help.triple1_takes", cards: of("J8 S8 T8"), attached: of("P3") },
  { name: "chimera.help.triple2", takes: "chimera.help.triple2_takes", cards: of("J8 S8 T8"), attached: of("P3 J3") },
  { name: "chimera.help.triples1", takes: "chimera.help.triples1_takes", cards: of("J5 S5 P5 J6 P6 T6"), attached: of("S3 T9") },
  { name: "chimera.help.triples2", takes: "chimera.help.triples2_takes", cards: of("J5 S5 P5 J6 P6 T6"), attached: of("S3 J3 T9 S9") },
  { name: "chimera.help.straight", takes: "chimera.help.straight_takes", cards: of("J5 S6 T7 PI P9") },
  { name: "chimera.help.quad1", takes: "chimera.help.quad1_takes", cards: of("J7 S7 P7 T7"), attached: of("S3 T9") },
  { name: "chimera.help.quad2", takes: "chimera.help.quad2_takes", cards: of("J7 S7 P7 T7"), attached: of("S3 J3 T9 S9") },
  { name: "chimera.help.trap", takes: "chimera.help.trap_takes", cards: of("J9 S9 P9 T9") },
  { name: "chimera.help.attack", takes: "chimera.help.attack_takes", cards: of("PI CH") },
];

/** What else a newcomer needs, in the order in which it is read: text keys of a heading and of what is said. */
export const RULES: readonly (readonly [string, string])[] = [
  ["chimera.help.goal", "chimera.help.goal_is"],
  ["chimera.help.order", "chimera.help.order_is"],
  ["chimera.help.beats", "chimera.help.beats_is"],
  ["chimera.help.piya", "chimera.help.piya_is"],
  ["chimera.help.bonus", "chimera.help.bonus_is"],
  ["chimera.help.treasures", "chimera.help.treasures_is"],
];
