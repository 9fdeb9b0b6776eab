/** A person at a table: a separate browser, and what goes over its connection. It knows what a guest can see, and nothing else. No test. */
import type { BrowserContext, Page, WebSocketRoute } from "@playwright/test";
import { merge } from "../src/wire/patch";
import type { ClientMessage, ServerMessage, TableView } from "../src/wire/protocol";

export class Guest {
  /** the table as their page shows it */
  view: TableView | null = null;
  /** what they did while the table did not wait for them, and the result: "" if it was done, otherwise the refusal */
  readonly interrupted: { verb: string; refused: string }[] = [];
  /** the news of who was first is held back until they have tried as well, or their time is over by their own clock */
  far = false;

  readonly #asked = new Map<number, string>();
  #held: (() => void)[] | null = null;
  #late: ReturnType<typeof setTimeout> | undefined;

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly name: string,
  ) {}

  static async enter(context: BrowserContext, name: string): Promise<Guest> {
    const guest = new Guest(context, await context.newPage(), name);
    await guest.page.routeWebSocket("**/api/socket/*", (line) => guest.#connect(line));
    return guest;
  }

  /** They can act, and the table goes on without them if they do not. */
  get mayInterrupt(): boolean {
    const { view } = this;
    if (!view || view.legal.length === 0) return false;
    return (((view.must | (view.window?.plays ?? 0)) >> view.you) & 1) === 0;
  }

  /** Others were faster, and their page does not know it yet. */
  get lags(): boolean {
    return this.#held !== null;
  }

  #connect(line: WebSocketRoute): void {
    const table = line.connectToServer();
    line.onMessage((text) => {
      this.#says(JSON.parse(String(text)) as ClientMessage);
      table.send(text);
    });
    table.onMessage((text) => {
      const told = JSON.parse(String(text)) as ServerMessage;
      const pass = (): void => {
        this.#hears(told);
        line.send(text);
      };
      if (this.far && this.mayInterrupt && told.t === "update" && told.patch.window === null) this.#hold();
      if (this.#held && told.t !== "pong") this.#held.push(pass); // a silent connection would be taken for a dead one
      else pass();
    });
  }

  /** Nothing that the table says is seen until `resume`. */
  pause(): void {
    this.#held ??= [];
  }

  resume(): void {
    this.#release();
  }

  #hold(): void {
    if (this.#held) return;
    this.#held = [];
    this.#late = setTimeout(() => this.#release(), this.view?.window?.lasts ?? 0);
  }

  #release(): void {
    clearTimeout(this.#late);
    const held = this.#held ?? [];
    this.#held = null;
    for (const pass of held) pass();
  }

  #says(said: ClientMessage): void {
    if (said.t !== "act") return;
    if (this.mayInterrupt) this.#asked.set(said.id, said.verb);
    this.#release();
  }

  #hears(told: ServerMessage): void {
    if (told.t === "view") this.view = told.view;
    else if (told.t === "update") this.view = merge(this.view, told.patch) as TableView;
    if (told.t === "ack" || told.t === "error" || ((told.t === "update" || told.t === "skip") && told.id !== undefined)) {
      const verb = this.#asked.get(told.id ?? -1);
      if (verb !== undefined) this.interrupted.push({ verb, refused: told.t === "error" ? told.code : "" });
      this.#asked.delete(told.id ?? -1);
    }
  }
}
