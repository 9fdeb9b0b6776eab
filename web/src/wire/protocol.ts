// Written by `python -m stich.server.typescript` from src/stich/server/messages/; do not edit.

export const PROTO = 2;

/** Kinds of events that no game makes. */
export const KERNEL_KINDS: readonly string[] = ["move", "show", "shuffle", "say", "deal", "result"];

export type Value = number | string | (number | string)[];

export type Status = "deal_over" | "gathering" | "match_over" | "playing";

export type Pace = "fast" | "instant" | "normal" | "slow";

export type Talking = "off" | "phrases" | "text";

export interface Hello { t: "hello"; proto: number; table: string; have?: number; epoch?: string; heard?: number; name?: string; }

export interface Act { t: "act"; id: number; v: number; verb: string; cards?: number[]; to?: number; host?: boolean; ask?: boolean; }

export interface Sit { t: "sit"; id: number; seat: number; name?: string; }

export interface Stand { t: "stand"; id: number; }

export interface Rename { t: "rename"; id: number; name: string; }

export interface Start { t: "start"; id: number; }

export interface Ready { t: "ready"; id: number; deal: number; }

export interface Pledge { t: "pledge"; id: number; n: number; hash: string; }

export interface Disclose { t: "disclose"; id: number; n: number; nonce: string; }

export interface Again { t: "again"; id: number; }

export interface SetPace { t: "pace"; id: number; pace: Pace; }

export interface SetTimer { t: "timer"; id: number; timer: "20s" | "60s" | "day" | "match" | "off"; }

export interface SetAbsent { t: "absent"; id: number; absent: "bot" | "wait"; }

export interface Wait { t: "wait"; id: number; seat: number; }

export interface WantBot { t: "want_bot"; id: number; seat: number; }

export interface WantEnd { t: "want_end"; id: number; }

export interface Back { t: "back"; id: number; }

export interface SetLocks { t: "lock"; id: number; seats: number[]; }

export interface Admit { t: "admit"; id: number; person: number; admit?: boolean; }

export interface Remove { t: "remove"; id: number; seat: number; }

export interface HandOver { t: "hand_over"; id: number; seat: number; }

export interface SetListed { t: "list"; id: number; on: boolean; }

export interface Undo { t: "undo"; id: number; }

export interface Hint { t: "hint"; id: number; v: number; }

export interface Say { t: "say"; id: number; phrase?: string; text?: string; }

export interface Agree { t: "agree"; id: number; on: boolean; }

export interface SetWatching { t: "watching"; id: number; on: boolean; }

export interface Silence { t: "silence"; id: number; by: string; on?: boolean; }

export interface SetTalk { t: "talk"; id: number; talk: Talking; watchers?: boolean; }

export interface Ping { t: "ping"; n: number; v?: number; h?: string; }

export interface ZoneSpec {
  id: string;
  name: string;
  owner: number;
  role: "bunker" | "captured" | "discard" | "hand" | "meld" | "open" | "pair" | "pile" | "stock" | "table" | "trick";
  ordered: boolean;
  see: "owner" | "public" | "secret";
  shown: boolean;
  counted: boolean;
  most: number;
}

export interface FactSpec {
  name: string;
  kind: "card" | "cards" | "direction" | "flag" | "key" | "number" | "out" | "places" | "plain" | "points" | "seat" | "seats" | "tally" | "turns";
  staged?: boolean;
}

export type Need = [option: string, values: string[]];

export interface OptionSpec {
  name: string;
  kind: "choice" | "number";
  values: string[];
  default: string;
  least: number;
  most: number;
  order: boolean;
  needs: Need[][];
}

export type PresetSpec = [name: string, options: Record<string, string>, seats: number[], recommended: boolean];

export type Conflict = [option: string, value: string, other: string, its: string, seats: number[]];

export interface GameSpec {
  game: string;
  version: number;
  seats: number[];
  minutes: number;
  deck: string;
  showcase: string[];
  options: OptionSpec[];
  bots: string[];
  lessons: string[];
  help: boolean;
  decks: string[];
  conflicts: Conflict[];
  presets: PresetSpec[];
  pose: "fan" | "guess" | "pairs" | "pile" | "row" | "trick" | "turned";
  kind: "" | "guessing" | "melds" | "shedding" | "tricks";
}

export interface Step { at: number; key: string; args: Record<string, Value>; verb: string; cards: number[]; to: number; look: string[]; }

export interface Lesson { name: string; steps: Step[]; seat: number; }

export interface VerbSpec {
  name: string;
  cards: string[];
  bare: boolean;
  free: boolean;
  to: "" | "*" | "card" | "choice" | "choices" | "count" | "number" | "place" | "seat" | "way" | "zone";
  at: string;
  least: number;
  most: number;
  within: number;
  among: string[];
  above: number;
  optional: boolean;
  away: boolean;
}

export interface TableSpec {
  game: string;
  version: number;
  table: string;
  seats: number;
  deck: string;
  faces: string[];
  keys: number[];
  copies: number[];
  zones: ZoneSpec[];
  facts: FactSpec[];
  phases: string[];
  verbs: VerbSpec[];
  options: Record<string, string>;
  bots: string[];
  preset: string;
  premoves: string[];
  asides: string[];
  fewest: boolean;
  wild: number[];
  sides: number[][];
  aids: boolean;
  lesson: Lesson | null;
  help: boolean;
  seeded: boolean;
  deals: number;
  decks: string[];
  tables: Record<string, string[]>;
  lookback: number;
  daily: string;
  rated: boolean;
  reference: string;
  phrases: string[];
  phrases_in_play: string[];
  unlisted: Legal[];
}

export type Phrase = [key: string, args: Record<string, Value>];

export type Legal = [verb: string, cards: number[], to: number, say: Phrase, group?: number];

export type Said = [kind: string, seat: number, card: number, src: string, dst: string, say: Phrase | null, cards?: number[], n?: number, moment?: string, topic?: string];

export interface Occupant {
  name: string;
  who: "bot" | "person";
  level: string;
  online: boolean;
  ready: boolean;
  coming?: string | null;
  until?: number;
  bot?: string;
  agreed?: number[];
  program?: boolean;
}

export interface Clock { until: number; left: number; }

export type Item = [seat: number, n: number, say: Phrase];

export interface Tally { name: string; seats: number[]; n: number; rest: string; }

export interface Sheet {
  deal: number;
  points: number[];
  totals: number[];
  items: Item[];
  headline: Phrase;
  counted: boolean;
  tallies: Tally[];
}

export interface Window { closes: number; lasts: number; spare: number; plays: number; }

export type Answer = [state: "own" | "sealed" | "silent" | "waiting", verb: string, cards: number[], to: number];

export type Prompt = [scene: Phrase | null, task: Phrase | null, note: Phrase | null, best: number];

export type Side = [seats: number[], name: Phrase | null, points: number | null];

export type Note = [seat: number, say: Phrase];

export type Situation = [trump: number, trumps: Phrase | null, led: number, trump_led: boolean, contract: Phrase | null, declarer: number, sides: Side[], attacks: number[][], direction: number, stake: Item[], notes: Note[]];

export type Reached = [seats: number[], n: number, goal: number, added: boolean, say: Phrase | null, name: Phrase | null];

export type Barred = [verb: string, say: Phrase, why: Phrase];

export interface Shuffle {
  n: number;
  commitment: string;
  pledges: string[];
  opening: boolean;
  opened: number;
  dealt: string;
  soon: boolean;
}

export interface TableView {
  you: number;
  status: Status;
  pace: Pace;
  occupants: Occupant[];
  owner: number;
  locked: number[];
  listed: boolean;
  deal: number;
  dealer: number;
  phase: string;
  turn: number;
  must: number;
  may: number;
  zones: Record<string, number[]>;
  facts: Record<string, number | string | (number | number[])[]>;
  answers: Answer[];
  legal: Legal[];
  scores: number[];
  sheets: Sheet[];
  winners: number[];
  places: number[];
  stakes: number[];
  window: Window | null;
  record: boolean;
  undo: boolean;
  forced: boolean;
  acts: number;
  gone: string;
  order: number[][];
  barred: Barred[];
  host: Legal[];
  dares: number[];
  plan: number[][];
  plans: number[][][];
  talk: Talking;
  watching: boolean;
  agreed: number[];
  open_hands: boolean;
  watchers_talk: boolean;
  prompt: Prompt | null;
  situation: Situation | null;
  shuffle: Shuffle | null;
  reached: Reached[];
  timer: "20s" | "60s" | "day" | "match" | "off";
  clocks: Clock[];
  absent: "bot" | "wait";
  may_end: boolean;
  ending: number[];
}

export interface Welcome { t: "welcome"; proto: number; epoch: string; v: number; now: number; spec: TableSpec; coming?: number; }

export interface Whole { t: "view"; v: number; view: TableView; }

export type Sat = [n: number, you: number, names: string[]];

export interface Told { t: "told"; v: number; events: Said[]; sat: Sat[]; }

export interface Update { t: "update"; v: number; events: Said[]; patch: Record<string, unknown>; id?: number; }

export interface Skip { t: "skip"; v: number; id?: number; }

export interface Asker { person: number; name: string; seat: number; }

export interface Rights {
  t: "rights";
  rules?: boolean;
  sit?: number[];
  ask?: number[];
  asking?: number;
  askers?: Asker[];
  moved?: number;
  removed?: boolean;
  silenced?: string[];
}

export interface Ack { t: "ack"; id: number; v: number; }

export interface Problem { t: "error"; id: number; code: string; args: Record<string, Value>; }

export interface Tip { t: "tip"; id: number; verb: string; cards: number[]; to: number; say: Phrase; }

export interface Watchers { t: "watchers"; n: number; names: string[]; }

export interface Line { n: number; seat: number; name: string; by: string; phrase: string; text: string; }

export interface Talk { t: "talk"; lines: Line[]; }

export interface Pong { t: "pong"; n: number; now: number; }

export interface NewTable {
  game: string;
  seats?: number;
  preset?: string;
  options?: Record<string, string | number | boolean>;
  bots?: string[];
  pace?: Pace;
  gather?: boolean;
  seed?: number | null;
  aids?: boolean;
  lesson?: string;
  daily?: boolean;
  timer?: "20s" | "60s" | "day" | "match" | "off";
  absent?: "bot" | "wait";
  listed?: boolean;
  talk?: Talking;
  joined?: boolean;
  rated?: boolean;
}

export interface Daily { date: string; left: number; game: string; }

export interface TableMade { table: string; url: string; }

export interface Invitation { url: string; reached: boolean; size: number; code: string; }

export interface ProgramToken { token: string; seat: number; until: number; }

export interface HelpSection { id: string; title: string; level: number; html: string; }

export interface Player { name: string; who: "bot" | "person"; level: string; by_bot?: number; }

export interface Finished {
  id: string;
  table: string;
  game: string;
  at: number;
  seat: number;
  players: Player[];
  scores: number[];
  winners: number[];
  deals: number;
  fewest: boolean;
  places: number[];
  preset: string | null;
  lesson: boolean;
  daily: string;
  public: boolean;
  seeded: boolean;
  rated: boolean;
  called_off: boolean;
}

export interface Unfinished {
  table: string;
  game: string;
  at: number;
  seat: number;
  players: Player[];
  waits: number[];
  deal: number;
  status: Status;
  until: number;
  lesson: boolean;
  daily: string;
}

export interface FairPart { seat: number; pledge: string; nonce: string; }

export interface FairDeal { deal: number; n: number; secret: string; commitment: string; parts: FairPart[]; order: number[]; }

export interface Fairness {
  id: string;
  source: string;
  table: string;
  about: string[];
  seats: number;
  pack: number[];
  zones: string[];
  deals: FairDeal[];
}

export interface Rated { who: "bot" | "person"; name: string; n: number; margin: number; matches: number; you: boolean; }

export interface Ratings { game: string; people: number; best: Rated[]; }

export interface RatingChange { seat: number; before: number; after: number; }

export interface RatingChanges { changes: RatingChange[]; }

export interface RecoveryCode { code: string; }

export interface AccountState { offered: boolean; name: string; }

export interface Credentials { name: string; password: string; }

export interface NewPassword { old: string; new: string; }

export interface SeatRecovered { seat: number; }

export interface OpenTable {
  table: string;
  game: string;
  preset: string;
  seats: number;
  free: number;
  names: string[];
  since: number;
  status: Status;
  seeded: boolean;
}

export interface Lobby { tables: OpenTable[]; all: number; games: Record<string, number>; }

export type Bookmark = [at: number, kind: string, say: Phrase];

export interface ReviewDeal { deal: number; dealer: number; steps: number; bookmarks: Bookmark[]; sheet: Sheet | null; }

export interface Review {
  id: string;
  at: number;
  spec: TableSpec;
  players: Player[];
  own: number;
  viewer: string;
  viewers: string[];
  deals: ReviewDeal[];
  deal: number;
  opening: Said[];
  start: TableView;
  steps: (Update | Skip)[];
}

export type Estimated = [mean: number, low: number, high: number];

export interface JudgedChoice { label: Phrase; cards: number[]; }

export interface JudgedDecision {
  deal: number;
  step: number;
  seat: number;
  phase: string;
  chosen: JudgedChoice;
  best: JudgedChoice;
  loss: Estimated;
  mistake: boolean;
  luck: boolean;
  better: number;
  worse: number;
  expected: Estimated;
  open_best: JudgedChoice;
  open_loss: Estimated;
  open_values: number[];
  why: Phrase;
}

export interface DealEnd { deal: number; steps: number; values: number[]; }

export interface PlayerTally {
  seat: number;
  phase: string;
  decisions: number;
  mistakes: number;
  accuracy: number;
  lost: number;
  luck: number;
}

export interface Analysis {
  id: string;
  state: string;
  total: number;
  since: number;
  decisions: JudgedDecision[];
  ends: DealEnd[];
  tallies: PlayerTally[];
  turning: number[];
  whole: boolean;
  unit: string;
  low: number;
  high: number;
  worlds: number;
}

export interface RecordKept { id: string; url: string; faulty: number; }

export interface PuzzlesOf { game: string; today: number; grades: number[]; sure: number[]; }

export interface Puzzles { date: string; left: number; games: PuzzlesOf[]; }

export type PuzzleReply = [seat: number, label: Phrase];

export interface PuzzleTry {
  verb: string;
  cards: number[];
  to: number;
  label: Phrase;
  lost: number;
  why: Phrase | null;
  replies: PuzzleReply[];
  steps: (Update | Skip)[];
}

export interface Puzzle {
  game: string;
  number: number;
  grade: number;
  sure: boolean;
  goal: "points" | "win";
  seat: number;
  cards: number;
  answer: number;
  spec: TableSpec;
  names: string[];
  opening: Said[];
  view: TableView;
  tries: PuzzleTry[];
}

export type ClientMessage = Hello | Act | Sit | Stand | Rename | Start | Ready | Again | SetPace | Undo | Hint | Ping | Pledge | Disclose | SetTimer | SetAbsent | Wait | WantBot | WantEnd | Back | SetLocks | Admit | Remove | HandOver | SetListed | Say | SetTalk | Silence | Agree | SetWatching;

export type ServerMessage = Welcome | Whole | Told | Update | Skip | Rights | Ack | Problem | Tip | Talk | Watchers | Pong;
