/** What a table has that nothing is said of: tests spread these and give what matters to them. */
import type { TableSpec, TableView } from "../src/wire/protocol";

export const PLAIN_SPEC: TableSpec = {
  game: "g", version: 1, table: "t", seats: 2, deck: "french", decks: ["french"], faces: [], keys: [], copies: [], zones: [],
  facts: [], phases: [], verbs: [], options: {}, bots: [], preset: "", premoves: [], asides: [], fewest: false, wild: [],
  sides: [], aids: true, lesson: null, help: false, seeded: false, deals: 0, tables: {}, lookback: 0, daily: "", rated: false,
  phrases: [], phrases_in_play: [], reference: "", unlisted: [],
};

export const PLAIN_VIEW: TableView = {
  you: 0, status: "playing", pace: "instant", occupants: [], owner: -1, locked: [], listed: false, deal: 1, dealer: 0,
  phase: "", turn: 0, must: 0, may: 0, zones: {}, facts: {}, answers: [], legal: [], scores: [], sheets: [], winners: [],
  places: [], stakes: [], window: null, record: false, undo: false, forced: false, acts: 0, gone: "", order: [], barred: [],
  host: [], dares: [], plan: [], plans: [], prompt: null, situation: null, reached: [], talk: "phrases",
  watchers_talk: false, shuffle: null,
  watching: true, agreed: [], open_hands: false, timer: "off", clocks: [], absent: "bot", may_end: false, ending: [],
};
