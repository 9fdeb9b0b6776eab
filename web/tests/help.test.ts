import { describe, expect, test } from "vitest";
import { withCards } from "../src/help/help";
import { chapters, marked, matches, searched } from "../src/help/search";
import type { HelpSection } from "../src/wire/protocol";
import { Text } from "../src/viewer/text.svelte";

const section = (id: string, level: number, title: string, html: string): HelpSection => ({ id, title, level, html });
const RULES = [
  section("bid", 2, "Bieten", "<p>Wer <strong>passt</strong>, darf später bieten.</p>"),
  section("combos", 2, "Kombinationen", "<p>Vierzehn &amp; nicht mehr.</p>"),
  section("combo.trap", 3, "Falle", "<p>Vier gleiche Karten.</p>"),
];

describe("a search in the rules", () => {
  test("finds words whatever their case and accents, and in tags none", () => {
    expect(matches(RULES[0]!, "SPATER")).toBe(true);
    expect(matches(RULES[0]!, "strong")).toBe(false);
    expect(matches(RULES[0]!, "bieten passt")).toBe(true);
    expect(matches(RULES[0]!, "bieten falle")).toBe(false);
  });
  test("marks what it found, tags untouched", () => {
    expect(marked(RULES[0]!.html, "p")).toBe("<p>Wer <strong><mark>p</mark>asst</strong>, darf s<mark>p</mark>äter bieten.</p>");
    expect(marked("Später spaten", "spat")).toBe("<mark>Spät</mark>er <mark>spat</mark>en");
    expect(marked("a<b", "")).toBe("a<b");
  });
  test("keeps a chapter's heading over the parts that match", () => {
    const found = searched(chapters(RULES), "falle");
    expect(found.map(({ head, parts }) => [head.id, parts.map((part) => part.id)])).toEqual([["combos", ["combo.trap"]]]);
    expect(searched(chapters(RULES), " ")).toHaveLength(2);
  });
});

test("cards are drawn and named", async () => {
  const text = new Text(() => Promise.resolve({ "help.no_combination": "no combination" }));
  await text.load("en", []);
  const html = withCards('<p><span class="cards" data-kind="not" data-cards="J8 S8 + P3"></span></p>', "none", text);
  expect(html).toContain('class="cards not" role="img" aria-label="no combination"');
  expect(html.match(/class="group"/g)).toHaveLength(2);
  expect(html.match(/class="card-of"/g)).toHaveLength(3);
});
