/**
 * What a person hears who cannot see the screen: the page's accessibility tree as text, and nothing else. Playing through it means pressing elements
 * that have a role and a name.
 */
import type { Locator, Page } from "@playwright/test";

export interface TreeNode {
  role: string;
  name: string;
  depth: number;
  disabled: boolean;
  selected: boolean;
}

const LINE = /^(\s*)- (\w+)(?: ("(?:[^"\\]|\\.)*"|\/.*\/))?((?: \[[^\]]*\])*)(?::(?: (.*))?)?$/;

/** Read Playwright's picture of a tree: one node a line, its children indented, YAML's quotes taken off. */
export function readTree(snapshot: string): TreeNode[] {
  return snapshot.split("\n").flatMap((line) => {
    const quoted = /^(\s*- )'(.*)'(:.*)?$/.exec(line);
    const plain = quoted ? `${quoted[1]}${quoted[2]!.replaceAll("''", "'")}${quoted[3] ?? ""}` : line;
    const found = LINE.exec(plain);
    if (!found) return [];
    const [, indent = "", role = "", name, marks = "", content = ""] = found;
    return [
      {
        role,
        name: name ? (JSON.parse(name) as string) : unquoted(content),
        depth: indent.length / 2,
        disabled: marks.includes("[disabled]"),
        selected: marks.includes("[selected]"),
      },
    ];
  });
}

function unquoted(content: string): string {
  return content.startsWith('"') ? (JSON.parse(content) as string) : content;
}

/** The nodes below one. */
export function below(tree: readonly TreeNode[], top: TreeNode | undefined): TreeNode[] {
  if (!top) return [];
  const from = tree.indexOf(top) + 1;
  const end = tree.findIndex((node, i) => i >= from && node.depth <= top.depth);
  return tree.slice(from, end < 0 ? undefined : end);
}

export async function tree(page: Page): Promise<TreeNode[]> {
  return readTree(await page.locator("body").ariaSnapshot());
}

/** The element that a screen reader would act on: */
export function thing(page: Page, role: "button" | "option", name: string, n = 0): Locator {
  return page.getByRole(role, { name, exact: true }).nth(n);
}

/** Everything that a page announces by itself, in order; call it once, before the page is opened. `where`: the observed live region. */
export async function listen(page: Page, where = '[role="log"][aria-live="polite"]'): Promise<string[]> {
  const heard: string[] = [];
  await page.exposeFunction("stichHeard", (text: string) => void heard.push(text));
  await page.addInitScript((region) => {
    const told = (added: Node): void => {
      if (!added.parentElement?.closest(region) || !added.textContent) return;
      void (window as unknown as { stichHeard(text: string): void }).stichHeard(added.textContent);
    };
    new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach(told))).observe(document, {
      subtree: true,
      childList: true,
    });
  }, where);
  return heard;
}
