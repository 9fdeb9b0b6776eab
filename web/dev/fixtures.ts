// Positions of a round of Chimera as seat 0 sees them, written by hand.
import type { Legal, TableSpec, TableView } from "../src/wire/protocol";

const FAMILIES = [..."JSPT"];
export const NOTATIONS = [...Array.from({ length: 13 }, (_, r) => FAMILIES.map((f) => f + (r < 12 ? r + 1 : "H"))).flat(), "PI", "CH"];
const KEYS = NOTATIONS.map((_, face) => (face < 52 ? face >> 2 : face - 39));
const cards = (text: string): number[] => text.split(" ").filter(Boolean).map((notation) => NOTATIONS.indexOf(notation));
const backs = (n: number): number[] => Array.from({ length: n }, () => 255);

type Zone = TableSpec["zones"][number];
const zone = (id: string, name: string, owner: number, role: Zone["role"], see: Zone["see"], shown = true): Zone => ({
  id,
  name,
  owner,
  role,
  ordered: name === "trick",
  see,
  shown,
  counted: true,
});

export const SPEC: TableSpec = {
  game: "chimera",
  version: 1,
  table: "gallery",
  seats: 3,
  deck: "chimera",
  decks: ["chimera"],
  faces: NOTATIONS,
  keys: KEYS,
  zones: [
    zone("den", "den", -1, "table", "secret"),
    zone("trick", "trick", -1, "trick", "public"),
    ...[0, 1, 2].flatMap((seat) => [zone(`hand.${seat}`, "hand", seat, "hand", "owner"), zone(`won.${seat}`, "won", seat, "captured", "public", false)]),
  ],
  facts: [
    { name: "up", kind: "card" },
    { name: "bid", kind: "number" },
    { name: "high", kind: "seat" },
    { name: "chimera", kind: "seat" },
    { name: "traps", kind: "number" },
    { name: "attack", kind: "number" },
    { name: "plays", kind: "turns" },
  ],
  phases: ["bid", "exchange", "play"],
  verbs: ["pass", "bid", "give", "play"],
  options: { limit: "400", history: "all", idle_bonus: "once" },
  bots: ["random", "beginner", "club"],
  ahead: ["pass", "play"], asides: [],
  aids: true,
  lesson: null,
};

const NOTHING = { up: -1, upholder: -1, bid: 0, high: -1, forced: 0, passes: 0, chimera: -1, holder: -1, last: 0, played: 0, traps: 0, attack: 0, plays: [], past: [] };
const SEVENTEEN = "P2 T2 T3 S5 J6 T6 P7 J8 T8 S9 P9 J11 S11 P12 SH TH PI";
const TWENTY = "J1 J3 S3 P4 T4 J5 S5 P5 J6 S6 T6 S8 P9 T9 J10 J11 S12 T12 PH CH";

const play = (text: string, type: string, rank: number, length: number): Legal => [
  "play",
  cards(text),
  rank * 100 + length,
  [`chimera.combo.${type}`, { rank: `@chimera.rank.${rank}`, ranks: `@chimera.ranks.${rank}`, low: rank - length + 1, high: rank, n: length }],
];
const pass: Legal = ["pass", [], -1, ["chimera.verb.pass", {}]];
const bid = (n: number): Legal => ["bid", [], n, ["chimera.verb.bid", { n }]];

const BASE: TableView = {
  you: 0,
  status: "playing",
  pace: "normal",
  chairs: [
    { name: "Anna", who: "person", level: "club", online: true, ready: true },
    { name: "Jonas", who: "bot", level: "club", online: true, ready: true },
    { name: "Mira", who: "bot", level: "club", online: true, ready: true },
  ],
  deal: 4,
  dealer: 2,
  phase: "play",
  turn: 0,
  must: 1,
  may: 0,
  zones: {
    den: [],
    trick: [],
    "hand.0": cards(SEVENTEEN),
    "hand.1": backs(17),
    "hand.2": backs(17),
    "won.0": [],
    "won.1": [],
    "won.2": [],
  },
  facts: NOTHING,
  answers: [["silent"], ["silent"], ["silent"]] as TableView["answers"],
  legal: [],
  scores: [150, 35, 180],
  sheets: [],
  winners: [],
  places: [],
  stakes: [],
  window: null,
  record: false,
  undo: false, gone: "",
    order: [],
    plan: [],
    plans: [],
};

interface Change extends Partial<Omit<TableView, "facts" | "zones">> {
  facts?: object;
  zones?: object;
}
const view = ({ facts, zones, ...rest }: Change): TableView => ({
  ...BASE,
  ...rest,
  facts: { ...BASE.facts, ...facts } as TableView["facts"],
  zones: { ...BASE.zones, ...zones } as TableView["zones"],
});

const den = { den: backs(3) };
const FOLLOW: Change = {
  facts: {
    bid: 30,
    high: 2,
    chimera: 2,
    holder: 2,
    played: 0b110,
    traps: 1,
    plays: [
      [1, 5, 10, 7, 5],
      [2, 5, 10, 8, 5],
    ],
    past: [
      [2, 2, 2, 10, 1, 0, 0, 0, 0, 0, 1, 4, 13, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, ...cards("J10 S10 J1 S1 P1 T1")],
    ],
  },
  zones: { trick: cards("J3 S4 P5 P6 J7 P4 T5 S6 S7 P8"), "hand.1": backs(8), "hand.2": backs(13), "won.1": cards("J10 S10 J1 S1 P1 T1") },
  legal: [
    pass,
    play("S5 J6 P7 J8 S9", "straight", 9, 5),
    play("J6 P7 J8 S9 PI", "straight", 10, 5),
    play("P7 J8 S9 PI J11", "straight", 11, 5),
    play("J8 S9 PI J11 P12", "straight", 12, 5),
  ],
};
const LEAD: Change = {
  facts: { bid: 40, high: 0, chimera: 0 },
  zones: { "hand.0": cards(TWENTY) },
  legal: [
    ...["J1", "J3", "P4", "J5", "J6", "S8", "P9", "J10", "J11", "S12"].map((face) => play(face, "single", KEYS[NOTATIONS.indexOf(face)]! + 1, 1)),
    play("PH", "single", 13, 1),
    play("CH", "single", 15, 1),
    play("J3 S3", "pair", 3, 1),
    play("P4 T4", "pair", 4, 1),
    play("J5 S5 P5", "triple", 5, 1),
    play("J6 S6 T6", "triple", 6, 1),
    play("J5 S5 P5 J6 S6 T6", "triples", 6, 2),
    play("J1 J5 S5 P5 J6 S6 T6 S8", "triples1", 6, 2),
    play("J3 S3 P4 T4 J5 S5 J6 S6", "pairs", 6, 4),
  ],
};

export const STATES: Record<string, TableView> = {
  bid: view({ phase: "bid", facts: { up: NOTATIONS.indexOf("J12"), upholder: 1, bid: 20, high: 2 }, zones: den, legal: [pass, bid(30), bid(40)] }),
  forced: view({ phase: "bid", facts: { up: NOTATIONS.indexOf("T3"), upholder: 0 }, zones: den, legal: [pass, bid(20), bid(30), bid(40)] }),
  bid_wait: view({ phase: "bid", turn: 1, must: 2, facts: { up: NOTATIONS.indexOf("T3"), upholder: 0, bid: 30, high: 0 }, zones: den }),
  exchange: view({
    phase: "exchange",
    must: 0b11,
    turn: 2,
    facts: { bid: 40, high: 2, chimera: 2 },
    zones: { "hand.2": backs(20) },
    answers: [["waiting"], ["sealed"], ["silent"]] as TableView["answers"],
    legal: cards(SEVENTEEN).flatMap((a, i, all) => all.slice(i + 1).map((b): Legal => ["give", [a, b], -1, ["chimera.verb.give", { cards: [a, b] }]])),
  }),
  sealed: view({
    phase: "exchange",
    must: 0b10,
    facts: { bid: 30, high: 2, chimera: 2 },
    zones: { "hand.2": backs(20) },
    answers: [["own", "give", cards("P2"), -1], ["waiting"], ["silent"]] as TableView["answers"],
  }),
  chimera_waits: view({
    phase: "exchange",
    must: 0b110,
    facts: { bid: 40, high: 0, chimera: 0 },
    zones: { "hand.0": cards(TWENTY) },
    answers: [["silent"], ["waiting"], ["sealed"]] as TableView["answers"],
  }),
  lead: view(LEAD),
  follow: view(FOLLOW),
  stuck: view({ ...FOLLOW, legal: [pass] }),
  others: view({ ...FOLLOW, legal: [], must: 0b10, turn: 1 }),
  attack: view({
    ...FOLLOW,
    legal: [pass],
    facts: { ...FOLLOW.facts, attack: 1, traps: 2, holder: 1, plays: [[2, 4, 13, 12, 1], [0, 0, 0, 0, 0], [1, 2, 14, 15, 1]], played: 0b100 },
    zones: { ...FOLLOW.zones, trick: cards("J12 S12 P12 T12 PI CH") },
  }),
  long: view({
    ...FOLLOW,
    legal: [pass],
    facts: { ...FOLLOW.facts, plays: [[1, 8, 8, 4, 2], [2, 16, 8, 9, 4]], holder: 2 },
    zones: { ...FOLLOW.zones, trick: cards("J3 S3 P3 J4 S4 P4 J9 SH J6 S6 P6 J7 S7 P7 J8 S8 P8 J9 S9 P9 J12 TH PI S1") },
  }),
  open: view({ ...FOLLOW, zones: { ...FOLLOW.zones, "hand.2": [...cards("J1 S7 TH J12"), ...backs(9)] }, facts: { ...FOLLOW.facts, up: NOTATIONS.indexOf("J12"), upholder: 2 } }),
  few: view({ ...FOLLOW, zones: { ...FOLLOW.zones, "hand.1": backs(2), "hand.2": backs(1) } }),
  shown: view({ ...FOLLOW, facts: { ...FOLLOW.facts, up: NOTATIONS.indexOf("P9"), upholder: 0 } }),
  readings: view({ ...FOLLOW, legal: [pass, play("S5 J6 P7 J8 PI", "straight", 9, 5), play("S5 J6 P7 J8 PI", "straight", 8, 5)] }),
  watch: view({ ...FOLLOW, you: 15, legal: [], zones: { ...FOLLOW.zones, "hand.0": backs(12) } }),
  score: view({
    ...FOLLOW,
    status: "deal_over",
    legal: [],
    must: 0,
    scores: [165, 55, 290],
    sheets: [
      {
        deal: 4,
        counted: true,
        points: [15, 20, 110],
        totals: [165, 55, 290],
        headline: ["chimera.event.chimera_win", { seat: 2, n: 30 }],
        items: [
          [2, 60, ["chimera.score.bid", { n: 30 }]],
          [2, 25, ["chimera.score.traps", { n: 1 }]],
          [0, 10, ["chimera.score.toads", { n: 1 }]],
          [1, 20, ["chimera.score.toads", { n: 2 }]],
          [2, 10, ["chimera.score.toads", { n: 1 }]],
          [0, 5, ["chimera.score.cats", { n: 1 }]],
          [2, 15, ["chimera.score.cats", { n: 3 }]],
        ],
      },
    ],
  }),
};
