import { expect, test, type Page } from "@playwright/test";
import { LONG } from "./tiers";
import { below, listen, thing, tree, type TreeNode } from "./tree";

type Words = Record<string, string | string[]>;

/** Activate an element as a screen reader does: by role and name, wherever it is. */
const activate = (page: Page, role: "button" | "option", name: string, n = 0): Promise<void> =>
  thing(page, role, name, n).dispatchEvent("click", undefined, { timeout: 3000 });

/** A player with a screen reader: goes on from dialogs, tries cards until a button for them can be pressed, otherwise does what is offered. */
async function playByEar(page: Page, words: Words): Promise<number> {
  let tried = 0;
  for (let step = 0; step < 4000; step++) {
    const nodes = await tree(page);
    const buttons = (top: TreeNode | undefined): TreeNode[] => below(nodes, top).filter((node) => node.role === "button" && !node.disabled);
    const dialog = nodes.find((node) => node.role === "dialog");
    const open = (dialog ? buttons(dialog) : nodes.filter((node) => node.role === "button" && !node.disabled)).map((node) => node.name);
    if (open.includes(words["table.again"] as string)) return step;
    const next = open.find((name) => name === words["table.next_deal"]);
    if (dialog || next) {
      const on = next ?? open.find((name) => name !== words["page.close"]);
      if (on) await activate(page, "button", on).catch(goneMeanwhile);
      continue;
    }
    const group = nodes.find((node) => node.role === "group" && node.name === words["table.actions"]);
    const offered = below(nodes, group).filter((node) => node.role === "button" && node.name !== words["table.undo"]);
    const cards = nodes.filter((node) => node.role === "option" && below(nodes, nodes.find((n) => n.role === "listbox")).includes(node));
    const free = cards.filter((card) => !card.disabled && !card.selected);
    const verbs = ["chimera.verb.play", "chimera.verb.give"].map((key) => (words[key] as string).split(" ")[0]!);
    const play = offered.find((node) => verbs.some((verb) => node.name.startsWith(verb)));
    if (offered.length === 0 || offered.some((node) => node.name.includes(words["table.premove.when"] as string))) {
      await page.waitForTimeout(15);
    } else if (play && !play.disabled) {
      tried = 0;
      await activate(page, "button", play.name).catch(goneMeanwhile);
    } else if (play && free.length > 0 && tried < 20) {
      tried += 1;
      const card = free[0]!;
      await activate(page, "option", card.name, cards.filter((other) => other.name === card.name).indexOf(card)).catch(goneMeanwhile);
    } else {
      tried = 0;
      const say = offered.find((node) => !node.disabled && /^(Bid 20|Pass)/.test(node.name)) ?? offered.find((node) => !node.disabled);
      if (say) await activate(page, "button", say.name).catch(goneMeanwhile);
    }
  }
  throw new Error("the match is not over");
}

/** The table may have moved on between listening and acting. */
function goneMeanwhile(error: unknown): void {
  if (!/Timeout|detached|not attached/.test(String(error))) throw error;
}

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("a match through the accessibility tree alone", async ({ page }) => {
  test.setTimeout(300_000);
  const heard = await listen(page);
  await page.addInitScript(() => localStorage.setItem("stich.pace", "instant"));
  await page.goto("/");
  const words = (await (await page.request.get("/api/text/en.json?game=chimera")).json()) as Words;
  await page.getByRole("spinbutton").fill(LONG ? "100" : "1");
  await page.getByRole("spinbutton").press("Tab");
  await activate(page, "button", "Play Chimera now");
  await page.waitForURL(/\/t\//);
  await playByEar(page, words);
  await expect.poll(() => heard.at(-1)).toMatch(/(wins|You win)$/);
  const story = heard.join("\n");
  expect(heard).not.toContain("table.your_turn");
  for (const needed of ["Your turn", "Mira", "Jonas", "out first", "total "]) expect(story).toContain(needed);
  expect(story).toMatch(/takes? the trick/); // any player
  expect(story).not.toMatch(/\b(table|chimera|error|sheet)\.[a-z_.]+\b/); // a text key must not be announced
});
