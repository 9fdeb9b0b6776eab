/** The fair shuffle as docs/fairness.md describes it: a second implementation, which knows no game. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

export const NONCE = 16; // bytes
const WORD = 2 ** 32;
const text = new TextEncoder();

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function bytesOf(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A number in so many bytes, the most significant first. */
function counted(n: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(size - 4, n);
  return bytes;
}

type Packable = string | number | Uint8Array;

/** The parts one after the other, each after its length. */
export function packed(parts: readonly Packable[]): Uint8Array {
  const all = parts.map((part) => (part instanceof Uint8Array ? part : text.encode(String(part))));
  return joined(all.flatMap((part) => [counted(part.length, 4), part]));
}

const digest = (parts: readonly Packable[]): string => hex(sha256(packed(parts)));

/** What the server shows before a deal. `n`: of the deal, counted through at the table. */
export function commitment(table: string, n: number, secret: string): string {
  return digest(["stich/commit/1", table, n, bytesOf(secret)]);
}

/** What the page of a seat shows before it opens its nonce. */
export function pledge(table: string, n: number, seat: number, nonce: string): string {
  return digest(["stich/nonce/1", table, n, seat, bytesOf(nonce)]);
}

/** What a seat has added: its pledge, and its nonce, "" if that was not opened. */
export interface Part {
  seat: number;
  pledge: string;
  nonce: string;
}

/** The key of a deal. `about`: game, version, seats and options. */
export function keyOf(
  about: readonly string[],
  table: string,
  n: number,
  seats: number,
  secret: string,
  parts: readonly Part[],
): Uint8Array {
  const all = Array.from({ length: seats }, (_, seat) => parts.find((part) => part.seat === seat));
  const salt = joined(all.map((part) => (part?.nonce ? bytesOf(part.nonce) : new Uint8Array(NONCE))));
  const info = packed(["stich/deck/1", ...about, table, n, ...all.map((part) => bytesOf(part?.pledge ?? ""))]);
  const first = hmac(sha256, salt, bytesOf(secret));
  return hmac(sha256, first, joined([info, Uint8Array.of(1)]));
}

/** The numbers of stream k under a key. */
export function stream(key: Uint8Array, k: number): (n: number) => number {
  let words: number[] = [];
  let block = 0;
  const word = (): number => {
    if (words.length === 0) {
      const bytes = hmac(sha256, key, joined([counted(k, 8), counted(block++, 8)]));
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      words = Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i));
    }
    return words.shift()!;
  };
  return (n) => {
    const top = WORD - (WORD % n);
    for (;;) {
      const w = word();
      if (w < top) return w % n;
    }
  };
}

/** Shuffle number k of a deal, from 1. `cards`: in ascending order. */
export function shuffled(cards: readonly number[], key: Uint8Array, k: number): number[] {
  const below = stream(key, k);
  const all = [...cards];
  for (let i = all.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all;
}
