import type { Listener } from "../wire/connection";
import { Refused, refusalOf } from "../wire/lobby";
import { merge } from "../wire/patch";
import { bookmarkOf, thenOf, type Batch, type Bookmark } from "../wire/objects";
import type { Problem, Review, ReviewDeal, Said, TableView } from "../wire/protocol";
import { TableStore, type Source } from "../table/table.svelte";

/** A position in a match: deal `deal`, after `step` actions. */
export interface Position {
  deal: number;
  step: number;
}

/** A part of a deal to jump to. */
export interface Part {
  from: number;
  /** the first step that is no longer in it */
  until: number;
  /** tricks are counted from 1; 0 for a phase, whose beginning `bookmark` names */
  trick: number;
  /** its name, or its result */
  bookmark: Bookmark;
}

interface Deal {
  data: Review;
  /** the view after each step, as far as computed */
  views: TableView[];
}

export type Fetcher = (id: string, viewer: string, deal: number) => Promise<Review>;

export const fetchReview: Fetcher = (id, viewer, deal) =>
  fetched(`/api/reviews/${encodeURIComponent(id)}`, { ...(viewer && { as: viewer }), deal: String(deal) });

/** A finished deal of the match that runs at table `id`. */
export const fetchDeal: Fetcher = (id, viewer, deal) =>
  fetched(`/api/tables/${encodeURIComponent(id)}/deals/${deal}`, { ...(viewer && { as: viewer }) });

/** All hands of the match that runs at table `id`, some minutes late; deal 0: the last one. */
export const fetchOpen: Fetcher = (id, _viewer, deal) =>
  fetched(`/api/tables/${encodeURIComponent(id)}/open/${deal}`, {});

async function fetched(path: string, query: Record<string, string>): Promise<Review> {
  const answer = await fetch(`${path}?${new URLSearchParams(query)}`);
  if (!answer.ok) throw await refusalOf(answer);
  return (await answer.json()) as Review;
}

const TRICK = "trick";

/** "#3.14": a position in an address. */
export function positionOf(hash: string): Position | null {
  const found = /^#?(\d{1,6})(?:\.(\d{1,6}))?$/.exec(hash);
  return found ? { deal: Number(found[1]), step: Number(found[2] ?? 0) } : null;
}

/** The parts of a deal in their order: each phase, and within it each trick. */
export function partsOf({ steps, bookmarks }: ReviewDeal): Part[] {
  const parts: Part[] = [];
  let tricks = 0;
  const found = bookmarks.map(bookmarkOf);
  found.forEach((bookmark, i) => {
    if (bookmark.kind === "phase") {
      const next = found.slice(i + 1).find(({ kind }) => kind === "phase" || kind === TRICK);
      const until = next?.kind === "phase" ? next.at : next ? bookmark.at : steps;
      parts.push({ from: bookmark.at, until, trick: 0, bookmark });
    } else if (bookmark.kind === TRICK) {
      parts.push({ from: parts.at(-1)?.until ?? 0, until: bookmark.at, trick: ++tricks, bookmark });
    }
  });
  return parts;
}

/**
 * A finished match, replayed. `table` shows the current position, and every stage can draw it: it is a table like any
 * other, which receives the actions of this match one after the other. Requests to it (a play, a seat) go nowhere.
 */
export class ReviewStore {
  #data = $state.raw<Review | null>(null);
  #at = $state.raw<Position>({ deal: 0, step: 0 });
  #viewer = $state("");
  #problem = $state.raw<Problem | null>(null);
  #asked = 0;
  #deals = new Map<string, Promise<Deal>>();
  #listener: Listener | undefined;
  #shown: { deal: Deal; step: number } | undefined;
  readonly table: TableStore;

  constructor(
    readonly id: string,
    readonly fetcher: Fetcher = fetchReview,
  ) {
    const nobody: Source = { have: -1, request: () => -1, nudge: () => {}, close: () => {} };
    this.table = new TableStore(id, undefined, (listener) => {
      this.#listener = listener;
      return nobody;
    });
  }

  // -- the position

  /** The table of contents and the players; null while nothing has arrived. */
  get data(): Review | null {
    return this.#data;
  }

  get at(): Position {
    return this.#at;
  }

  /** The viewpoint: a seat's number, "open", "watch". */
  get viewer(): string {
    return this.#viewer;
  }

  /** Why the last request cannot be shown. */
  get problem(): Problem | null {
    return this.#problem;
  }

  get contents(): readonly ReviewDeal[] {
    return this.#data?.deals ?? [];
  }

  /** The current deal, in the table of contents. */
  get deal(): ReviewDeal | undefined {
    return this.contents[this.#at.deal - 1];
  }

  get steps(): number {
    return this.deal?.steps ?? 0;
  }

  get parts(): Part[] {
    return this.deal ? partsOf(this.deal) : [];
  }

  /** The current part; at the end of the deal the last one. */
  get part(): Part | undefined {
    const { step } = this.#at;
    return this.parts.findLast((part) => part.from <= step && part.from < part.until) ?? this.parts[0];
  }

  get atStart(): boolean {
    return this.#at.deal <= 1 && this.#at.step === 0;
  }

  get atEnd(): boolean {
    return this.#at.deal >= this.contents.length && this.#at.step >= this.steps;
  }

  // -- navigation

  /** Show a position from a viewpoint, "" for the best one. A step beyond the end of a deal is its last one. */
  async open(viewer: string, { deal, step }: Position): Promise<void> {
    const asked = ++this.#asked;
    try {
      const found = await this.#load(viewer, deal);
      if (asked !== this.#asked) return;
      this.#problem = null;
      this.#data = found.data;
      this.#viewer = found.data.viewer;
      this.#show(found, Math.min(step, found.data.steps.length));
      this.#prepare(deal + 1);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#problem = error instanceof Refused ? error.problem : { t: "error", id: -1, code: "network", args: {} };
    }
  }

  see(viewer: string): Promise<void> {
    return this.open(viewer, this.#at);
  }

  go(deal: number, step: number): Promise<void> {
    if (this.#shown?.deal.data.deal === deal && this.#shown.deal.data.viewer === this.#viewer) {
      this.#asked += 1; // pending requests are no longer needed
      this.#show(this.#shown.deal, Math.max(0, Math.min(step, this.steps)));
      return Promise.resolve();
    }
    return this.open(this.#viewer, { deal, step });
  }

  forward(): Promise<void> {
    const { deal, step } = this.#at;
    if (step < this.steps) return this.go(deal, step + 1);
    return this.#to(deal + 1, () => 0);
  }

  back(): Promise<void> {
    const { deal, step } = this.#at;
    if (step > 0) return this.go(deal, step - 1);
    return this.#to(deal - 1, (before) => before.steps);
  }

  /** To the end of this trick, or of this phase. */
  trickForward(): Promise<void> {
    const { deal, step } = this.#at;
    if (step >= this.steps) return this.#to(deal + 1, () => 0);
    return this.go(deal, this.parts.find((part) => part.until > step)?.until ?? this.steps);
  }

  /** To the beginning of this trick or phase; from there to the beginning of the one before. */
  trickBack(): Promise<void> {
    const { deal, step } = this.#at;
    if (step > 0) return this.go(deal, this.parts.findLast((part) => part.from < step)?.from ?? 0);
    return this.#to(deal - 1, (before) => partsOf(before).at(-1)?.from ?? 0);
  }

  /** To the beginning of the deal, or of the one before. */
  first(): Promise<void> {
    const { deal, step } = this.#at;
    return step > 0 ? this.go(deal, 0) : this.#to(deal - 1, () => 0);
  }

  /** To the end of the deal, or of the next one. */
  last(): Promise<void> {
    const { deal, step } = this.#at;
    return step < this.steps ? this.go(deal, this.steps) : this.#to(deal + 1, (next) => next.steps);
  }

  #to(deal: number, step: (of: ReviewDeal) => number): Promise<void> {
    const there = this.contents[deal - 1];
    return there ? this.go(deal, step(there)) : Promise.resolve();
  }

  /** A match that still runs: fetch what has come since. It goes on where the reader is. */
  async renew(): Promise<void> {
    try {
      const data = await this.fetcher(this.id, this.#viewer, 0);
      this.#problem = null;
      const known = await this.#deals.get(`${data.viewer}/${data.deal}`);
      if (known) known.data = data;
      else this.#deals.set(`${data.viewer}/${data.deal}`, Promise.resolve({ data, views: [startOf(data)] }));
      this.#data = data;
      this.#viewer = data.viewer;
      if (this.#at.deal === 0) await this.go(data.deal, data.steps.length);
    } catch (error) {
      if (error instanceof Refused) this.#problem = error.problem;
    }
  }

  // -- what is shown

  #load(viewer: string, deal: number): Promise<Deal> {
    const key = `${viewer}/${deal}`;
    const known = this.#deals.get(key);
    if (known) return known;
    const coming = this.fetcher(this.id, viewer, deal).then((data) => ({ data, views: [startOf(data)] }));
    this.#deals.set(key, coming);
    coming.then(
      ({ data }) => this.#deals.set(`${data.viewer}/${deal}`, coming),
      () => this.#deals.delete(key),
    );
    return coming;
  }

  /** Load the next deal in advance. */
  #prepare(deal: number): void {
    if (deal <= this.contents.length) this.#load(this.#viewer, deal).catch(() => {});
  }

  #show(deal: Deal, step: number): void {
    const { data } = deal;
    const next = data.steps[step - 1];
    const before = this.#shown;
    this.#shown = { deal, step };
    this.#at = { deal: data.deal, step };
    if (before?.deal === deal && before.step === step) return;
    if (before?.deal === deal && before.step === step - 1) {
      if (next?.t === "update") this.#listener?.update(next);
      return;
    }
    this.#listener?.welcome(data.spec, 0);
    this.#listener?.whole({ t: "view", v: step, view: viewAt(deal, step) }, happened(deal, step));
    this.#listener?.state("live");
  }
}

/** With all hands open the reader sits in their own seat, otherwise in the first: its hand is at the bottom. */
function startOf({ viewer, own, start }: Review): TableView {
  return viewer === "open" || viewer === "hands" ? { ...start, you: Math.max(0, own) } : start;
}

function viewAt({ data, views }: Deal, step: number): TableView {
  for (let n = views.length; n <= step; n++) {
    const frame = data.steps[n - 1];
    const before = views[n - 1] as TableView;
    views.push(frame?.t === "update" ? (merge(before, frame.patch) as TableView) : before);
  }
  return views[step] as TableView;
}

/** The log of the deal up to a step, as a table has it that was there. */
function happened(deal: Deal, step: number): Batch[] {
  const { opening, steps } = deal.data;
  const at = (v: number, events: readonly Said[]): Batch => ({ v, events: [...events], then: thenOf(viewAt(deal, v)) });
  return [
    at(0, opening),
    ...steps.slice(0, step).flatMap((frame, i) => (frame.t === "update" ? [at(i + 1, frame.events)] : [])),
  ];
}
