// @vitest-environment jsdom
/**
 * What page and terminal both derive by rules of their own, on the same small cases: `../tests/corpus/rules.json`, written by `../tests/twin_rules.py`.
 */
import { readFileSync } from "node:fs";
import { flushSync } from "svelte";
import { expect, test } from "vitest";
import type { Offer } from "../src/choosing/choose";
import { HotKeys } from "../src/choosing/hotkeys";
import { LessonProgress } from "../src/lesson/progress.svelte";
import { whereabouts } from "../src/table/out";
import { TableStore } from "../src/table/table.svelte";
import { MIDDLE } from "../src/table/trick";
import { verdict } from "../src/table/verdict";
import { Text } from "../src/viewer/text.svelte";
import type { Wire } from "../src/wire/connection";
import { PROTO } from "../src/wire/protocol";
import type { Legal, Lesson, TableSpec, TableView, ZoneSpec } from "../src/wire/protocol";

interface Rules {
  hot: { phase: string; ranks: string; offers: [verb: string, cards: "" | "needs" | "fits", to: number, label: string][]; keys: string[] }[];
  lesson: { steps: Lesson["steps"]; keys: number[]; listed: Record<string, Legal[]> }[];
  walk: { do: string[]; seen: [now: number, at: number, next: boolean, action: [string, number[], number] | null][] }[];
  out: { zones: [role: ZoneSpec["role"], owner: number, cards: number[]][]; gone: string; copies: number[]; me: number; out: number[]; held: [number, number][] }[];
  verdict: { texts: string[]; winners: number[]; places: number[]; say: [string, object] }[];
  middle: { roles: string[] }[];
}

const RULES = JSON.parse(readFileSync("../tests/corpus/rules.json", "utf-8")) as Rules;

test("buttons have the same keys", () => {
  const keys = new HotKeys();
  for (const { phase, ranks, offers, keys: wanted } of RULES.hot) {
    const made = offers.map(([verb, cards, to]): Offer => ({ id: `${verb} ${to}`, verb, cards: cards !== "", actions: cards === "needs" ? [] : [{ verb, cards: cards ? [3] : [], to, say: ["", {}] }] }));
    const got = keys.assign(phase, made, offers.map(([, , , label]) => label), new Set(ranks));
    expect(got.map((key) => key.toLowerCase()), JSON.stringify(offers)).toEqual(wanted);
  }
});

class Line implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(): void {}
  close(): void {}
}

test.each(RULES.walk)("a learner is at the same step: %j", ({ do: done, seen }) => {
  const { steps, keys, listed } = RULES.lesson[0]!;
  const corpus = JSON.parse(readFileSync("../tests/corpus/durak.json", "utf-8")) as { spec: TableSpec; positions: { view: TableView }[] };
  const line = new Line();
  const hear = (frame: object): void => {
    line.onmessage?.({ data: JSON.stringify(frame) });
    flushSync();
  };
  const end = $effect.root(() => {
    const table = new TableStore("table", () => line);
    const walk = new LessonProgress(table, { name: "l", steps, seat: 0 });
    line.onopen?.();
    hear({ t: "welcome", proto: PROTO, epoch: "e", v: 1, now: Date.now(), spec: { ...corpus.spec, keys } });
    const got = done.map((what) => {
      const [verb, n = ""] = what.split(" ");
      if (verb === "next") walk.next();
      else hear({ t: "view", v: 1, view: { ...corpus.positions[0]!.view, acts: Number(n), legal: listed[n] ?? [] } });
      const { action } = walk;
      return [walk.now, walk.at, walk.mayNext, action && [action.verb, action.cards, action.to]];
    });
    table.close();
    expect(got).toEqual(seen);
  });
  end();
});

test.each(RULES.out)("the same cards are out: %j", ({ zones, gone, copies, me, out, held }) => {
  const known = whereabouts(zones.map(([role, owner, cards]) => ({ spec: { role, owner } as ZoneSpec, cards })), gone, copies, me);
  expect(known.faces.map((places) => places.filter((place) => place === "out").length)).toEqual(out);
  expect(known.held.map(({ seat, face }) => [seat, face])).toEqual(held);
});

test.each(RULES.verdict)("a match ends in the same words: %j", async ({ texts, winners, places, say }) => {
  const text = new Text(() => Promise.resolve(Object.fromEntries([...texts, say[0]].map((key) => [key, `${key} {seats}{seat}`]))));
  await text.load("en", ["g"]);
  text.speakOf({ me: -1, deck: "", seat: String, notation: String });
  const has = (key: string): boolean => texts.includes(key);
  const told = Object.assign(Object.create(text) as Text, { has, say: (phrase: unknown) => JSON.stringify(phrase) });
  expect(JSON.parse(verdict(winners, [0, 1, 2], "g", told, places))).toEqual(say);
});

test("the same roles are those of the middle", () => expect([...MIDDLE].sort()).toEqual(RULES.middle[0]!.roles));
