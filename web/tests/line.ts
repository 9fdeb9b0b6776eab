/** The connection of a page to its table, which a test can hold: bots play on, and the page does not see it. No test. */
import type { Page } from "@playwright/test";
import type { ServerMessage } from "../src/wire/protocol";

export class Line {
  #held: (() => void)[] | null = null;

  /** Take over the connection of a page that has not been opened yet. */
  static async of(page: Page): Promise<Line> {
    const line = new Line();
    await page.routeWebSocket("**/api/socket/*", (socket) => {
      const table = socket.connectToServer();
      socket.onMessage((text) => table.send(text));
      table.onMessage((text) => {
        const pass = (): void => socket.send(text);
        // a silent connection would be taken for a dead one
        if (line.#held && (JSON.parse(String(text)) as ServerMessage).t !== "pong") line.#held.push(pass);
        else pass();
      });
    });
    return line;
  }

  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const pass of held) pass();
  }
}
