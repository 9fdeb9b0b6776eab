import { expect, test, type Page } from "@playwright/test";
import { clean } from "./axe";
import { mouse, playMatch } from "./player";

// The shuffle by all: the browser adds to it, checks it after the match, and says so; a server that lies is found out.

/** A match of one deal of five tricks: somebody always reaches the target with it. */
async function opened(page: Page): Promise<string> {
  await page.goto("/");
  const made = await page.evaluate(async () => {
    const data = { game: "ecarte", options: { target: 1, declarer_loss: "opponent_two" }, pace: "instant", bots: ["random"], joined: true };
    const answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) });
    const { table } = (await answer.json()) as { table: string };
    sessionStorage.setItem(`stich.made.${table}`, "wants a seat");
    return table;
  });
  await page.goto(`/t/${made}`);
  return made;
}

for (const lies of [false, true]) {
  test(lies ? "a server that exchanges a secret is found out" : "the shuffle is checked after the match", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    if (lies) {
      await page.route("**/shuffle", async (route) => {
        const answer = await route.fetch();
        const match = (await answer.json()) as { deals: { commitment: string; secret: string }[] };
        match.deals[0]!.secret = match.deals[0]!.secret.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
        await route.fulfill({ json: match });
      });
    }
    const table = await opened(page);
    await expect(page.locator('[role="listbox"] [role="option"]').first()).toBeVisible();
    await playMatch(page, mouse, {
      choose: (labels) => Math.max(0, labels.findIndex((label) => /stand/i.test(label))), // no exchange: at most five tricks
      seen: async (screen) => expect(screen, "nothing opens before the last cards have been seen").not.toBe("question"),
    });
    const known = await page.evaluate((name) => JSON.parse(localStorage.getItem(`stich.fair.${name}`) ?? "{}") as Record<string, { opened?: boolean; hand?: unknown }>, table);
    expect(known["1"]).toMatchObject({ opened: true, seat: 0 });
    expect(known["1"]?.hand).toBeTruthy();
    if (!lies) await page.locator("[data-end]").getByRole("button", { name: "Score sheet" }).click(); // it opens by itself
    const sheet = page.getByRole("dialog");
    if (lies) {
      await expect(sheet.getByRole("alert")).toContainText("The shuffle of round 1 is not right");
      await sheet.getByRole("button", { name: "How the cards came about" }).click();
      await expect(page.getByText("The secret of the server does not fit its commitment.")).toBeVisible();
      return;
    }
    await expect(sheet.getByText("The shuffle was checked")).toBeVisible();
    await sheet.getByRole("button", { name: "How the cards came about" }).click();
    const figures = page.getByRole("dialog", { name: "How the cards came about" });
    await figures.getByText("Round 1", { exact: true }).click();
    await expect(figures.getByText("Your browser added to it.")).toBeVisible();
    await clean(page, "the shuffle");
    await page.goto(`/review/${table}-last`);
    await page.getByRole("button", { name: "Score sheet" }).first().click();
    await expect(page.getByRole("dialog").getByText("The shuffle was checked")).toBeVisible();
  });
}
