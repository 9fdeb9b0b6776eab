// @vitest-environment node
// The page's implementation of the fair shuffle, held against the published vectors, against the engine on random deals, and against WebCrypto.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { bytesOf, commitment, hex, keyOf, packed, pledge, shuffled, stream, type Part } from "../src/fair/fair";
import { PYTHON } from "./pipe";
import { LONG } from "./tiers";

interface Vector {
  table: string;
  deal: number;
  about: string[];
  seats: number;
  secret: string;
  commitment: string;
  parts: Part[];
  key: string;
  below: number[];
  shuffles: [number[], number[]][];
}

const root = resolve(import.meta.dirname, "../..");
const vectors = JSON.parse(readFileSync(resolve(root, "tests/kernel/vectors/fair.json"), "utf8")) as Vector[];
const SIZES = [2, 3, 54, 1000, 2147483647];
const DEALS = Number(process.env["STICH_FAIR_DEALS"] ?? (LONG ? 10_000 : 1000));

/** A vector with everything computed again that follows from something else in it. */
function recomputed(vector: Vector): Vector {
  const { table, deal, about, seats, secret, parts } = vector;
  const key = keyOf(about, table, deal, seats, secret, parts);
  const below = stream(key, 0);
  return {
    ...vector,
    commitment: commitment(table, deal, secret),
    parts: parts.map((part) => ({ ...part, pledge: part.nonce ? pledge(table, deal, part.seat, part.nonce) : part.pledge })),
    key: hex(key),
    below: SIZES.map((n) => below(n)),
    shuffles: vector.shuffles.map(([before], k) => [before, shuffled(before, key, k + 1)]),
  };
}

describe("the published vectors", () => {
  it.each(vectors.map((vector) => [`${vector.about[0]} for ${vector.seats}`, vector] as const))("%s", (_, vector) => {
    expect(recomputed(vector)).toEqual(vector);
  });

  it("have 1 to 12 seats, and seats that have opened nothing", () => {
    expect(new Set(vectors.map(({ seats }) => seats)).size).toBe(12);
    expect(vectors.some(({ parts }) => parts.some(({ nonce }) => nonce === ""))).toBe(true);
  });
});

it("agrees with the engine on random deals", { timeout: 240_000 }, () => {
  const lines = execFileSync(PYTHON, ["tests/kernel/fair_vectors.py", String(DEALS)], {
    cwd: root,
    env: { ...process.env, PYTHONPATH: `${root}/src:${root}/tests` },
    maxBuffer: 2 ** 30,
  });
  const made = String(lines).trim().split("\n");
  expect(made).toHaveLength(DEALS);
  for (const line of made) {
    const vector = JSON.parse(line) as Vector;
    const again = recomputed(vector);
    if (JSON.stringify(again) !== JSON.stringify(vector)) expect(again).toEqual(vector);
  }
});

it("finds a changed bit in any figure", () => {
  let found = 0;
  for (const vector of vectors) {
    const flip = (digits: string, at: number): string => digits.slice(0, at) + (parseInt(digits[at]!, 16) ^ 1).toString(16) + digits.slice(at + 1);
    const differs = (changed: Vector): boolean => JSON.stringify(recomputed(changed)) !== JSON.stringify(changed);
    const at = found++ % 32;
    expect(differs({ ...vector, secret: flip(vector.secret, at) })).toBe(true);
    expect(differs({ ...vector, commitment: flip(vector.commitment, at) })).toBe(true);
    expect(differs({ ...vector, deal: vector.deal + 1 })).toBe(true);
    expect(differs({ ...vector, table: `${vector.table}x` })).toBe(true);
    vector.about.forEach((_, i) => expect(differs({ ...vector, about: vector.about.map((one, j) => (i === j ? `${one}x` : one)) })).toBe(true));
    vector.parts.forEach((part, i) => {
      const put = (other: Partial<Part>): Vector => ({ ...vector, parts: vector.parts.map((one, j) => (i === j ? { ...one, ...other } : one)) });
      expect(differs(put({ pledge: flip(part.pledge, at) }))).toBe(true);
      expect(differs(put({ nonce: part.nonce ? flip(part.nonce, at) : "0".repeat(31) + "1" }))).toBe(true);
    });
  }
});

it("computes the same as WebCrypto", async () => {
  const { table, deal, about, seats, secret, parts, key, commitment: shown } = vectors[0]!;
  const digest = await crypto.subtle.digest("SHA-256", packed(["stich/commit/1", table, deal, bytesOf(secret)]) as BufferSource);
  expect(hex(new Uint8Array(digest))).toBe(shown);
  const all = Array.from({ length: seats }, (_, seat) => parts.find((part) => part.seat === seat));
  const salt = bytesOf(all.map((part) => part?.nonce || "0".repeat(32)).join(""));
  const info = packed(["stich/deck/1", ...about, table, deal, ...all.map((part) => bytesOf(part?.pledge ?? ""))]);
  const ikm = await crypto.subtle.importKey("raw", bytesOf(secret) as BufferSource, "HKDF", false, ["deriveBits"]);
  const bits = await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt: salt as BufferSource, info: info as BufferSource }, ikm, 256);
  expect(hex(new Uint8Array(bits))).toBe(key);
});
