// @vitest-environment jsdom
// What the page finds out about a server that changes its story after the match.
import { beforeEach, expect, it } from "vitest";
import { checkAll, type Fault } from "../src/fair/check";
import { commitment, keyOf, pledge, shuffled } from "../src/fair/fair";
import { recall, remember, type Memory } from "../src/fair/memory";
import type { FairDeal, Fairness } from "../src/wire/protocol";

const PACK = Array.from({ length: 12 }, (_, face) => face);
const ABOUT = ["g", "1", "2", ""];
const [SECRET, NONCE, OTHER] = ["5".repeat(64), "a".repeat(32), "b".repeat(32)];

function dealOf(change: Partial<FairDeal> = {}): FairDeal {
  const parts = [
    { seat: 0, pledge: pledge("t", 4, 0, NONCE), nonce: NONCE },
    { seat: 1, pledge: pledge("t", 4, 1, OTHER), nonce: "" },
  ];
  const order = PACK.map((_, place) => place % 2);
  return { deal: 1, n: 4, secret: SECRET, commitment: commitment("t", 4, SECRET), parts, order, ...change };
}

const matchOf = (deal: FairDeal): Fairness => ({ id: "t-1", source: "hkdf1", table: "t", about: ABOUT, seats: 2, pack: PACK, zones: ["hand.0", "hand.1"], deals: [deal] });

/** What an honest server leaves behind in the browser on seat 0. */
function memoryOf(): Memory {
  const { parts, n, secret } = dealOf();
  const cards = shuffled(PACK, keyOf(ABOUT, "t", n, 2, secret, parts), 1).filter((_, place) => place % 2 === 0);
  return { 4: { commitment: dealOf().commitment, pledges: parts.map((part) => part.pledge), nonce: NONCE, seat: 0, opened: true, hand: { seat: 0, cards: cards.sort((a, b) => a - b) } } };
}

const faults = (deal: FairDeal, memory = memoryOf()): Fault[] => checkAll(matchOf(deal), memory).deals[0]!.faults;

beforeEach(() => localStorage.clear());

it("finds nothing where all is as agreed, and says who has not opened", () => {
  const { source, deals } = checkAll(matchOf(dealOf()), memoryOf());
  expect([source, deals[0]!.faults, deals[0]!.own, deals[0]!.remembered, deals[0]!.refused]).toEqual(["fair", [], true, true, [1]]);
});

it("needs no memory to check the figures themselves", () => {
  expect(faults(dealOf(), {})).toEqual([]);
  expect(faults(dealOf({ secret: "6".repeat(64) }), {})).toEqual(["commitment"]);
  const [mine, other] = dealOf().parts;
  expect(faults(dealOf({ parts: [{ ...mine!, nonce: OTHER }, other!] }), {})).toEqual(["pledge"]);
});

it("finds a secret that was exchanged with its commitment after the deal", () => {
  const secret = "6".repeat(64);
  expect(faults(dealOf({ secret, commitment: commitment("t", 4, secret) }))).toEqual(["story", "hand"]);
});

it("finds a number of its own that the server had and did not use", () => {
  const [mine, other] = dealOf().parts;
  expect(faults(dealOf({ parts: [{ ...mine!, nonce: "" }, other!] }))).toContain("own");
  expect(faults(dealOf({ parts: [other!] }))).toContain("own");
  const unopened = memoryOf();
  unopened[4]!.opened = false; // the connection was lost: nobody is to blame
  delete unopened[4]!.hand;
  expect(faults(dealOf({ parts: [{ ...mine!, nonce: "" }, other!] }), unopened)).toEqual([]);
});

it("finds another player's pledge that was exchanged", () => {
  const [mine, other] = dealOf().parts;
  expect(faults(dealOf({ parts: [mine!, { ...other!, pledge: pledge("t", 4, 1, "c".repeat(32)) }] }))).toContain("other");
});

it("finds a hand that was not dealt from this shuffle", () => {
  const memory = memoryOf();
  memory[4]!.hand!.cards[0] = 99;
  expect(faults(dealOf(), memory)).toEqual(["hand"]);
  expect(faults(dealOf({ order: [] }), memory)).toEqual([]); // the order of dealing is not known
});

it("says where the cards come from if nothing was agreed on", () => {
  expect(checkAll({ ...matchOf(dealOf()), source: "sim1", deals: [] }, {}).source).toBe("sim1");
});

it("remembers the last tables and deals, and no more", () => {
  for (let n = 1; n <= 130; n++) remember("t", n, { commitment: String(n) });
  expect(Object.keys(recall("t"))).toHaveLength(120);
  expect(recall("t")[130]).toEqual({ commitment: "130" });
  for (let n = 0; n < 20; n++) remember(`t${n}`, 1, { commitment: "c" });
  expect(recall("t")).toEqual({});
  expect(recall("t19")[1]).toEqual({ commitment: "c" });
});
