/** Adds to the shuffles of a table: pledges a nonce for the next deal once it is announced, and opens it when due. */
import type { TableStore } from "../table/table.svelte";
import { hex, NONCE, pledge } from "./fair";
import { remember, type Remembered } from "./memory";

const WAIT_MS = 1500; // another page of this person may have the nonce

/** Begin. Returns the function that ends it. */
export function addTo(table: TableStore): () => void {
  const pledged = new Set<string>();
  const opened = new Set<number>();
  let before = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function follow(): void {
    const shuffle = table.shown ? table.view.shuffle : null;
    if (!shuffle) return;
    const { n, commitment, pledges, opening, opened: bits } = shuffle;
    if (before === n - 1) dealt(before);
    before = n;
    const seen = remember(table.id, n, { commitment, ...(pledges.length > 0 && { pledges }) });
    if (table.watching) return;
    const { me } = table;
    const nonce = nonceOf(n, seen);
    const mine = pledge(table.id, n, me, nonce);
    const shown = pledges[me] ?? "";
    if (shown === mine) remember(table.id, n, { seat: me, opened: ((bits >> me) & 1) === 1 || !!seen.opened });
    if (!opening) {
      if (shown === mine || pledged.has(`${n} ${me}`)) return;
      pledged.add(`${n} ${me}`);
      table.request({ t: "pledge", n, hash: mine });
    } else if (shown && ((bits >> me) & 1) === 0 && !opened.has(n)) {
      opened.add(n);
      if (shown === mine) table.request({ t: "disclose", n, nonce });
      else timer = setTimeout(() => giveUp(n), WAIT_MS);
    }
  }

  /** Nobody has opened what was pledged for this seat, and this page does not have it. */
  function giveUp(n: number): void {
    const { shuffle } = table.view;
    if (shuffle?.n === n && shuffle.opening && ((shuffle.opened >> table.me) & 1) === 0)
      table.request({ t: "disclose", n, nonce: "" });
  }

  function nonceOf(n: number, seen: Remembered): string {
    if (seen.nonce) return seen.nonce;
    const nonce = hex(crypto.getRandomValues(new Uint8Array(NONCE)));
    return remember(table.id, n, { nonce }).nonce ?? nonce;
  }

  /** Deal n has just been dealt: remember the own hand. */
  function dealt(n: number): void {
    const cards = table.watching ? [] : (table.view.zones[`hand.${table.me}`] ?? []);
    if (cards.length > 0 && !cards.includes(255))
      remember(table.id, n, { hand: { seat: table.me, cards: [...cards].sort((a, b) => a - b) } });
  }

  const end = table.onShown(follow);
  follow();
  return () => {
    clearTimeout(timer);
    end();
  };
}
