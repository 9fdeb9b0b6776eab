// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { Refused } from "../src/wire/lobby";
import type { Bookmark, Review, Said, TableSpec, TableView } from "../src/wire/protocol";
import { partsOf, positionOf, ReviewStore, type Fetcher } from "../src/review/review.svelte";

const say = (words: string): Said => ["say", 0, -1, "", "", [words, {}]];
const bookmark = (at: number, kind: string, key: string): Bookmark => [at, kind, [key, {}]];

/** Two deals: bidding for two acts, then tricks of three and two acts; the second deal is passed out after one act. */
const DEALS = [
  {
    deal: 1,
    dealer: 0,
    steps: 7,
    bookmarks: [bookmark(0, "phase", "bid"), bookmark(2, "chimera", "is_it"), bookmark(2, "phase", "play"), bookmark(5, "trick", "takes"), bookmark(7, "trick", "takes")],
    sheet: null,
  },
  { deal: 2, dealer: 1, steps: 1, bookmarks: [bookmark(0, "phase", "bid")], sheet: null },
];

function reviewOf(viewer: string, deal: number): Review {
  const you = viewer === "open" || viewer === "watch" ? 15 : Number(viewer);
  const steps = Array.from({ length: DEALS[deal - 1]?.steps ?? 0 }, (_, i): Review["steps"][number] =>
    i === 3 ? { t: "skip", v: i + 1 } : { t: "update", v: i + 1, events: [say(`${deal}.${i + 1}`)], patch: { turn: i + 1 } },
  );
  return {
    id: "x",
    viewers: ["0", "1", "open", "watch"],
    at: 0,
    spec: { seats: 3, zones: [], game: "toad" } as unknown as TableSpec,
    players: [],
    own: 1,
    viewer,
    deals: DEALS,
    deal,
    opening: [say("dealt")],
    start: { you, deal, turn: 0, legal: [], sheets: [], occupants: [] } as unknown as TableView,
    steps,
  };
}

function setUp(): { review: ReviewStore; asked: string[]; heard: string[] } {
  const asked: string[] = [];
  const fetcher: Fetcher = (_, viewer, deal) => {
    asked.push(`${viewer}/${deal}`);
    if (deal > DEALS.length) return Promise.reject(new Refused({ t: "error", id: -1, code: "review_deal", args: { n: deal, most: 2 } }));
    return Promise.resolve(reviewOf(viewer || "1", deal));
  };
  const review = new ReviewStore("x", fetcher);
  const heard: string[] = [];
  review.table.listen((events) => heard.push(...events.map((said) => said.say?.[0] ?? "")));
  return { review, asked, heard };
}

const log = (review: ReviewStore): string[] => review.table.said.map(({ said }) => said.say?.[0] ?? "");
const where = (review: ReviewStore): string => `${review.at.deal}.${review.at.step}`;

describe("the address of a position", () => {
  test.each([
    ["#3.14", { deal: 3, step: 14 }],
    ["#2", { deal: 2, step: 0 }],
    ["", null],
    ["#", null],
    ["#1.", null],
    ["#a.b", null],
    ["#-1.2", null],
    ["#1.2.3", null],
    ["#99999999.1", null],
  ])("%s", (hash, position) => expect(positionOf(hash)).toEqual(position));
});

test("a deal has its phases and its tricks, one after the other", () => {
  const spans = DEALS.map((deal) => partsOf(deal).map(({ from, until, trick }) => [from, until, trick]));
  expect(spans).toEqual([[[0, 2, 0], [2, 2, 0], [2, 5, 1], [5, 7, 2]], [[0, 1, 0]]]);
});

describe("a replayed match", () => {
  test("without a viewpoint it is seen from where the server says", async () => {
    const { review } = setUp();
    expect(review.data).toBeNull();
    await review.open("", { deal: 1, step: 0 });
    expect([review.viewer, review.table.me, review.table.watching, where(review)]).toEqual(["1", 1, false, "1.0"]);
    expect([review.atStart, review.atEnd, review.steps]).toEqual([true, false, 7]);
    expect(log(review)).toEqual(["dealt"]);
  });

  test("a step forward is an update, which lets cards fly; a jump is none", async () => {
    const { review, heard } = setUp();
    await review.open("0", { deal: 1, step: 0 });
    await review.forward();
    await review.forward();
    expect([review.table.view.turn, heard]).toEqual([2, ["1.1", "1.2"]]);
    await review.go(1, 6);
    expect([review.table.view.turn, heard]).toEqual([6, ["1.1", "1.2"]]);
    expect(log(review)).toEqual(["dealt", "1.1", "1.2", "1.3", "1.5", "1.6"]);
    await review.back();
    expect([review.table.view.turn, where(review)]).toEqual([5, "1.5"]);
    expect(log(review)).toEqual(["dealt", "1.1", "1.2", "1.3", "1.5"]);
  });

  test("an act of which the viewer learnt nothing is a step all the same", async () => {
    const { review, heard } = setUp();
    await review.open("0", { deal: 1, step: 3 });
    await review.forward();
    expect([where(review), review.table.view.turn, heard]).toEqual(["1.4", 3, []]);
  });

  test("from trick to trick, and over the end of a deal", async () => {
    const { review } = setUp();
    await review.open("0", { deal: 1, step: 0 });
    const way: string[] = [];
    for (let i = 0; i < 6; i++) {
      await review.trickForward();
      way.push(where(review));
    }
    expect(way).toEqual(["1.2", "1.5", "1.7", "2.0", "2.1", "2.1"]);
    expect(review.atEnd).toBe(true);
    way.length = 0;
    for (let i = 0; i < 6; i++) {
      await review.trickBack();
      way.push(where(review));
    }
    expect(way).toEqual(["2.0", "1.5", "1.2", "1.0", "1.0", "1.0"]);
    await review.last();
    await review.last();
    await review.first();
    await review.first();
    expect(where(review)).toBe("1.0");
  });

  test("the current trick is named", async () => {
    const { review } = setUp();
    await review.open("0", { deal: 1, step: 0 });
    const tricks: (number | undefined)[] = [];
    for (let step = 0; step <= 7; step++) {
      await review.go(1, step);
      tricks.push(review.part?.trick);
    }
    expect(tricks).toEqual([0, 0, 1, 1, 1, 2, 2, 2]);
  });

  test("another viewpoint shows the same position; with all hands open the seat stays", async () => {
    const { review } = setUp();
    await review.open("0", { deal: 1, step: 5 });
    await review.see("open");
    expect([where(review), review.table.view.turn, review.table.me, review.table.watching]).toEqual(["1.5", 5, 1, false]);
    await review.see("watch");
    expect(review.table.watching).toBe(true);
  });

  test("each deal is asked for once, and the next one beforehand", async () => {
    const { review, asked } = setUp();
    await review.open("0", { deal: 1, step: 7 });
    await review.forward();
    await review.back();
    await review.forward();
    expect([where(review), asked]).toEqual(["2.0", ["0/1", "0/2"]]);
  });

  test("a step that is not there is the last one; a deal that is not there is a problem and changes nothing", async () => {
    const { review } = setUp();
    await review.open("0", { deal: 1, step: 99 });
    expect(where(review)).toBe("1.7");
    await review.open("0", { deal: 9, step: 0 });
    expect([review.problem?.code, where(review)]).toEqual(["review_deal", "1.7"]);
    await review.open("0", { deal: 1, step: 1 });
    expect(review.problem).toBeNull();
  });

  test("who has gone on is not brought back by a slow answer", async () => {
    let answer = (_: Review): void => {};
    const slow: Fetcher = (_, viewer, deal) => (viewer === "2" ? new Promise((done) => (answer = done)) : Promise.resolve(reviewOf(viewer, deal)));
    const review = new ReviewStore("x", slow);
    await review.open("0", { deal: 1, step: 0 });
    const late = review.see("2");
    await review.forward();
    answer(reviewOf("2", 1));
    await late;
    expect([review.viewer, where(review)]).toEqual(["0", "1.1"]);
  });

  test("requests to it go nowhere", async () => {
    const { review } = setUp();
    await review.open("0", { deal: 1, step: 0 });
    review.table.sit(2, "Ann");
    review.table.ready();
    review.table.close();
    expect([review.table.busy, where(review)]).toEqual([false, "1.0"]);
  });
});
