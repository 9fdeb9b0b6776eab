// @vitest-environment jsdom
/**
 * What the ear gets at one's turn, in every game and in four languages, on real tables: what is asked, what is trump, the card that is winning; and short,
 * also when somebody takes up a heap.
 */
import { readdirSync } from "node:fs";
import { flushSync } from "svelte";
import { afterAll, expect, test } from "vitest";
import { trumpWords } from "../src/stage/marks/suit";
import { situationOf } from "../src/table/situation";
import { sentenceOf } from "../src/table/sentence";
import { spoken } from "../src/table/spoken";
import { narration } from "../src/table/narration";
import { TableStore } from "../src/table/table.svelte";
import { Text } from "../src/viewer/text.svelte";
import type { Wire } from "../src/wire/connection";
import { bestOf } from "../src/wire/objects";
import { evaluated, Pipe } from "./pipe";

const GAMES = readdirSync("../src/stich/games", { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() && !/^[_.]/.test(entry.name) ? [entry.name] : []));
const LANGUAGES = ["en", "de", "fr", "hu"] as const;
const DECISIONS = 30;
const LONGEST = 260; // characters of a turn: about fifteen seconds of speech
const HEAP = 420; // of a sentence about one update

const pipe = new Pipe();
afterAll(() => pipe.end());
const words = evaluated("from stich.games import games\nfrom stich.text.catalogue import catalogue", `{lang: dict(catalogue(lang, *games())) for lang in ${JSON.stringify(LANGUAGES)}}`) as Record<string, never>;

class Line implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  queue: object[] = [];

  send(text: string): void {
    const message = JSON.parse(text) as { t: string };
    if (message.t !== "ping") this.queue.push(message);
  }

  close(): void {}
}

test.each(GAMES)("%s", async (game) => {
  await pipe.open({ game, seed: 4 });
  const line = new Line();
  let table!: TableStore;
  const told: string[] = [];
  const texts = await Promise.all(
    LANGUAGES.map(async (lang) => {
      const text = new Text(() => Promise.resolve(words[lang]!));
      await text.load(lang, [game]);
      return text;
    }),
  );
  const end = $effect.root(() => {
    table = new TableStore("table", () => line);
  });
  table.listen((events) => {
    for (const text of texts) {
      speak(text);
      for (const sentence of narration(events, table, text)) told.push(sentence);
    }
  });
  const speak = (text: Text): void => text.speakOf({ me: table.me, seat: (seat) => table.view.occupants[seat]?.name || `P${seat}`, notation: (face) => table.notation(face), deck: table.deck });
  async function pump(ms: number): Promise<void> {
    const frames: string[] = [];
    for (const message of line.queue.splice(0)) frames.push(...(await pipe.say(message)));
    frames.push(...(await pipe.wait(ms)));
    for (const frame of frames) line.onmessage?.({ data: frame });
    flushSync();
  }
  line.onopen?.();
  await pump(0);
  let turns = 0;
  for (let i = 0; i < 400 && turns < DECISIONS; i++) {
    await pump(500);
    if (!table.shown || table.view.legal.length === 0 || table.busy) {
      if (table.shown && table.view.status === "deal_over") table.ready();
      if (table.shown && table.view.status === "match_over") break;
      continue;
    }
    turns += 1;
    const trick = table.zones("trick").flatMap(({ cards }) => cards);
    const best = bestOf(table.view);
    for (const text of texts) {
      speak(text);
      const trumps = trumpWords(table, text);
      const said = spoken(sentenceOf(table.view, text), text, trick, best, trumps);
      const about = `${game} ${text.lang}: ${said}`;
      expect(said.toLocaleLowerCase(), about).toContain(trumps.toLocaleLowerCase());
      if (situationOf(table.view).trump >= 0) expect(trumps, about).not.toBe("");
      if (trick.length > 1 && best >= 0) expect(said, about).toContain(text.card(trick[best]!));
      expect(said, about).not.toMatch(/\{|\}|undefined|table\.|NaN/);
      expect(said.length, about).toBeLessThanOrEqual(LONGEST);
    }
    const { legal } = table;
    const action = legal[(i * 7) % legal.length]!;
    table.act(action, action.cards);
  }
  expect(turns).toBeGreaterThan(3);
  expect(told.length).toBeGreaterThan(8);
  expect(told.filter((sentence) => sentence.length > HEAP || /undefined|NaN/.test(sentence))).toEqual([]);
  table.close();
  end();
}, 60_000);
