import type { Notices } from "./notices.svelte";
import type { Queue } from "./queue.svelte";
import type { Reasons } from "./reasons";

/** What is left of the choice before, a message included: it ends as soon as the player does something else. */
export class Leftovers {
  constructor(
    readonly queue: Queue,
    readonly reasons: Reasons,
    readonly notices: Notices,
  ) {}

  end(): void {
    this.queue.drop();
    this.reasons.drop();
    this.notices.read();
  }
}
