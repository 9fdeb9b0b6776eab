/**
 * What happened in a deal, as chapters that can be drawn with cards: a round (what lay in the middle, a trick, a bout
 * or a pile, from its first card until it was taken away), a turn (what one player drew, laid down, put away), or words
 * alone. Found from events and the roles of zones. How many finished rounds can be looked at again while a deal is
 * played says the table (`TableSpec.lookback`); `server/views/past.py` tells late pages no more.
 */
import { BACK, type GameEvent, type Then } from "../wire/objects";
import { KERNEL_KINDS, type Phrase, type TableSpec, type ZoneSpec } from "../wire/protocol";
import { laidOut } from "./combinations";
import { MIDDLE, WAYS } from "./trick";
import type { Entry, TableStore } from "./table.svelte";

/** Something that was done or said. */
export interface Play {
  /** of its entry */
  n: number;
  seat: number;
  say: Phrase | null;
  then: Then;
  faces: readonly number[];
  /** its cards were laid into the middle */
  laid: boolean;
  /** the cards that were shown with it, or laid before its player */
  shown?: readonly number[];
  /** of each card, the pair in which it lies */
  pairs?: readonly string[];
  /** how many cards went somewhere with it */
  moved?: number;
  /** the number that its words name: what a trick was worth */
  worth?: number;
  /** the sort of moment that the rules stage with it, "" for none */
  moment?: string;
}

export interface Chapter {
  /** of its first entry: a key for lists */
  n: number;
  kind: "round" | "turn" | "words";
  plays: Play[];
  /** what ended a round, and who has its cards: −1 nobody */
  end: Play | null;
  taker: number;
  /** a trick, of which one card is the best */
  trick: boolean;
  /** it is over: nothing is added any more */
  over: boolean;
  /** how many cards were laid, also if they can no longer be looked at */
  count: number;
  /** over for too long: its cards lie face down */
  past: boolean;
}

const CHAPTERS = 120; // that are kept: as many tricks as a deal has, and what lies between them
const PLAYS = 60; // of a chapter
const WORDS = 24; // lines of a chapter without cards
const TRICK = "trick"; // the kind of event that says whose a trick is, as in reviews

type Spec = Pick<TableSpec, "game" | "zones" | "lookback" | "keys">;

export class Tale {
  #chapters: Chapter[] = [];
  #last: Entry | undefined;
  #lying = 0;
  #zones: Map<string, ZoneSpec>;
  /** said, and not yet known whether cards follow; the events of an update end it */
  #pending: Play | null = null;
  /** the play of this act: its cards may follow */
  #act: Play | null = null;
  /** came before the cards of a round were taken, in the same update */
  #before: { play: Play; kind: string; at: number } | null = null;
  /** the round that this update has ended, and where */
  #ended: { round: Chapter; at: number; sure: boolean } | null = null;
  #named = new Set<number>();
  /** from where to where the cards of `#pending` went that no words name */
  #way = "";
  #at = 0;
  #changed = new Set<Chapter>();
  /** what was played in rounds whose cards lie face down again, by their keys */
  #down = new Map<number, Play[]>();

  constructor(readonly spec: Spec) {
    this.#zones = new Map(spec.zones.map((zone) => [zone.id, zone]));
  }

  /**
   * The chapters after these entries, the newest last. `lies`: how many cards lie in the middle now. A chapter that has
   * changed is a new object.
   */
  read(said: readonly Entry[], lies: number): readonly Chapter[] {
    let from = this.#last ? said.lastIndexOf(this.#last) : -1;
    if (this.#last && from < 0) this.#restart();
    if (from === said.length - 1 && from >= 0) return this.#chapters;
    for (from += 1; from < said.length; from++) {
      const entry = said[from]!;
      if (entry.v !== this.#last?.v) this.#update();
      this.#last = entry;
      this.#at += 1;
      this.#take(entry);
    }
    this.#flush();
    this.#settle(lies);
    return this.#chapters;
  }

  /** The same with all cards open: the deal is over, and nothing is secret of what was played. */
  opened(): readonly Chapter[] {
    this.#chapters = this.#chapters.map((chapter) =>
      this.#down.has(chapter.n) ? { ...chapter, past: false, plays: this.#down.get(chapter.n)! } : chapter,
    );
    this.#down.clear();
    return this.#chapters;
  }

  #restart(): void {
    this.#chapters = [];
    this.#down.clear();
    this.#last = undefined;
    this.#act = this.#pending = this.#before = this.#ended = null;
    this.#lying = 0;
  }

  #update(): void {
    this.#flush();
    this.#act = this.#before = this.#ended = null;
    this.#named.clear();
  }

  /** The open round, if cards lie in the middle. */
  get #round(): Chapter | undefined {
    const round = this.#chapters.findLast(({ kind }) => kind === "round");
    return round?.over ? undefined : round;
  }

  #take(entry: Entry): void {
    const { said } = entry;
    // who comes and goes is not in the story of a page that is loaded again; the result stands beside the story
    if (said.topic || said.kind === "result") return;
    if (said.say) return this.#heard(entry);
    if (said.kind === "say") return this.#update(); // its words can no longer be looked at
    if (said.kind === "show") return this.#shown(said);
    if (said.kind !== "move") return;
    if (this.#act) this.#act.moved = (this.#act.moved ?? 0) + 1;
    const middle = (id: string): boolean => MIDDLE.has(this.#zones.get(id)?.role ?? "");
    const [out, into] = [middle(said.src), middle(said.dst)];
    if (into && !out) this.#laid(entry);
    else if (out && !into && this.#round) this.#taken(entry, this.#round);
    else if (!into) this.#moved(entry);
  }

  #heard({ n, said, then }: Entry): void {
    const { seat, say, cards: faces, n: worth, moment } = said;
    const play: Play = { n, seat, say, then, faces, laid: false, worth, moment };
    const act = this.#act;
    if (said.kind !== "say" && act && !act.laid && said.cards.every((face) => act.faces.includes(face)))
      play.faces = []; // its cards are drawn with the act
    for (const face of said.cards) this.#named.add(face);
    if (said.kind === "say") {
      this.#update(); // a page that comes late has all that was done in one update
      for (const face of said.cards) this.#named.add(face);
      this.#act = this.#pending = play;
    } else if (KERNEL_KINDS.includes(said.kind)) {
      this.#flush();
      this.#add({ ...this.#chapter("words", play), over: true });
    } else if (this.#ended && this.#isEnd(said, this.#ended)) {
      this.#end(this.#ended.round, play, said.kind === TRICK);
    } else if (this.#ended) this.#note(this.#ended.round, play);
    else {
      this.#flush();
      this.#before = { play, kind: said.kind, at: this.#at };
      if (seat < 0) this.#act = null; // what all show then was not done by one
      this.#put(play);
    }
  }

  /**
   * A game's own words end the round that has just been closed: those of the trick always, others if they are the next.
   */
  #isEnd({ kind }: GameEvent, { round, at, sure }: { round: Chapter; at: number; sure: boolean }): boolean {
    if (kind === TRICK) return !round.end || !sure;
    return !round.end && at === this.#at - 1;
  }

  #end(round: Chapter, play: Play, sure: boolean): void {
    if (round.end && !round.plays.includes(round.end)) this.#note(round, round.end);
    round.plays = round.plays.filter((other) => other !== play);
    round.end = play;
    if (round.taker < 0 && play.seat >= 0 && sure) round.taker = play.seat;
    if (this.#ended) this.#ended.sure = sure;
    this.#changed.add(round);
  }

  /** What a player shows; the hands that others show at the end of a deal are not part of what was done. */
  #shown({ card, src }: GameEvent): void {
    const { role, owner } = this.#zones.get(src) ?? { role: "table", owner: -1 };
    if (role === "hand" && owner !== this.#act?.seat) return;
    if (this.#act && owner >= 0) this.#open(this.#act, card);
    if (this.#act && !this.#act.faces.includes(card) && card !== BACK) this.#act.faces = [...this.#act.faces, card];
  }

  /** A player lets the others see a card, and those that they have named with it. */
  #open(act: Play, card: number): void {
    if (card !== BACK) act.shown = [...new Set([...(act.shown ?? act.faces), card])].sort((a, b) => a - b);
  }

  /** A card is laid into the middle: a round begins, or goes on. */
  #laid({ n, said, then }: Entry): void {
    const seat = this.#zones.get(said.src)?.owner ?? -1;
    let play = this.#act;
    if (play?.seat !== seat && seat >= 0) play = { n, seat, say: null, then, faces: [], laid: true };
    else if (!play) play = { n, seat, say: null, then, faces: [], laid: true };
    else if (!play.laid) Object.assign(play, { faces: [], laid: true });
    play.faces = [...play.faces, said.card];
    if (this.#zones.get(said.dst)?.role === "pair") play.pairs = [...(play.pairs ?? []), said.dst];
    else play.faces = laidOut(play.faces, (face) => this.spec.keys[face] ?? face).flat(); // as on the felt
    const round = this.#round ?? this.#begin(play);
    if (this.#pending === play) this.#pending = null;
    if (!round.plays.includes(play)) this.#note(round, play);
    round.trick = this.#zones.get(said.dst)?.role === "trick";
    round.count += 1;
    this.#lying += 1;
    this.#changed.add(round);
  }

  #begin(play: Play): Chapter {
    this.#lying = 0;
    const round = { ...this.#chapter("round", play), plays: [] };
    this.#add(round);
    return round;
  }

  /** A card leaves the middle; with the last one the round is over. */
  #taken({ said }: Entry, round: Chapter): void {
    this.#lying -= 1;
    this.#flush();
    round.taker = this.#zones.get(said.dst)?.owner ?? -1;
    const before = this.#before;
    if (before && !round.end && (before.kind === TRICK || before.at === this.#at - 1))
      this.#end(round, before.play, before.kind === TRICK);
    this.#ended = { round, at: this.#at, sure: round.end !== null && this.#before?.kind === TRICK };
    if (this.#lying <= 0) this.#close(round);
  }

  #close(round: Chapter): void {
    Object.assign(round, { over: true });
    this.#changed.add(round);
    const { lookback } = this.spec;
    if (lookback < 0) return;
    const finished = this.#chapters.filter(({ kind, over }) => kind === "round" && over);
    for (const old of finished.slice(0, finished.length - lookback)) {
      if (old.past) continue;
      this.#down.set(old.n, old.plays);
      Object.assign(old, { past: true, plays: old.plays.filter(({ laid, faces }) => !laid && faces.length === 0) });
      this.#changed.add(old);
    }
  }

  /** A card goes from one place to another: drawn, put away, melded, given. */
  #moved({ n, said, then }: Entry): void {
    const [from, to] = [this.#zones.get(said.src), this.#zones.get(said.dst)];
    const act = this.#act;
    if (act && from?.role === "hand" && to?.role === "meld" && to.owner === act.seat) this.#open(act, said.card);
    if (!from || !to || from.owner === to.owner) return;
    // by those who gave: others exchange with the same act
    const exchanged = from.role === "hand" && to.role === "hand";
    // hands that are filled once the middle is cleared are no part of what cleared it: who passed has drawn nothing
    const filled = this.#ended !== null && from.role === "stock" && to.role === "hand";
    if (act && !act.laid && !filled && (act.seat === from.owner || (act.seat === to.owner && !exchanged))) {
      if (act.say && !this.#named.has(said.card) && !act.faces.includes(said.card === BACK ? -1 : said.card))
        act.faces = [...act.faces, said.card];
      return;
    }
    // without words: what comes to the reader out of a place that others cannot see, or what one hand gives another
    if (to.role !== "hand" || said.card === BACK || this.#named.has(said.card) || from.see === "public") return;
    if (from.role !== "hand" && to.owner !== then.you) return;
    const giver = from.owner === then.you ? "@table.you" : (then.names[from.owner] ?? "");
    const source = from.role === "hand" ? giver : `@${this.spec.game}.zone.${from.name}`;
    const key = `table.told.${WAYS[from.role] ?? "takes"}`;
    const before = this.#pending;
    const way = `${said.src} ${said.dst}`;
    const more = before !== null && this.#way === way;
    const cards = [...(more ? before.faces : []), said.card];
    const play: Play = {
      n: more ? before.n : n,
      seat: to.owner,
      say: [key, { seat: to.owner, from: source, cards }],
      then,
      faces: cards,
      laid: false,
    };
    if (!more) this.#flush();
    this.#pending = play;
    this.#way = way;
  }

  // -- chapters

  #chapter(kind: Chapter["kind"], play: Play): Chapter {
    return { n: play.n, kind, plays: [play], end: null, taker: -1, trick: false, over: false, count: 0, past: false };
  }

  #add(chapter: Chapter): void {
    this.#chapters = [...this.#chapters, chapter].slice(-CHAPTERS);
  }

  #note(chapter: Chapter, play: Play): void {
    chapter.plays = [...chapter.plays, play].slice(-PLAYS);
    this.#changed.add(chapter);
  }

  #flush(): void {
    const play = this.#pending;
    this.#pending = null;
    this.#way = "";
    if (play) this.#put(play);
  }

  /** What was not laid into the middle: into the open round, else to the player's turn, else to the words. */
  #put(play: Play): void {
    const round = this.#round;
    const last = this.#chapters.at(-1);
    if (round) return this.#note(round, play);
    const kind = play.faces.length > 0 && play.seat >= 0 ? "turn" : "words";
    const open = last && !last.over && last.kind !== "round" ? last : null;
    if (
      open &&
      (open.kind === "turn" ? open.plays[0]?.seat === play.seat : kind === "words" && open.plays.length < WORDS)
    )
      this.#note(open, play);
    else this.#add(this.#chapter(kind, play));
  }

  /**
   * Take over how many cards really lie there, after a move that was taken back; renew the objects of what has changed.
   */
  #settle(lies: number): void {
    const round = this.#round;
    this.#lying = lies;
    if (round && lies === 0) this.#close(round);
    if (this.#changed.size === 0) return;
    const renewed = new Map([...this.#changed].map((chapter) => [chapter, { ...chapter }]));
    this.#chapters = this.#chapters.map((chapter) => renewed.get(chapter) ?? chapter);
    if (this.#ended) this.#ended.round = renewed.get(this.#ended.round) ?? this.#ended.round;
    this.#changed.clear();
  }
}

const tales = new WeakMap<TableStore, Tale>();

/**
 * What happened at a table. The first call begins to follow it, so that nothing is lost when the table forgets old
 * events.
 */
export function taleOf(table: TableStore): readonly Chapter[] {
  let tale = tales.get(table);
  if (!tale || tale.spec.zones !== table.spec.zones || tale.spec.lookback !== table.spec.lookback) {
    if (!tale) {
      table.listen(() => void taleOf(table));
      table.onReturn(() => void taleOf(table));
    }
    tales.set(table, (tale = new Tale(table.spec)));
  }
  const chapters = tale.read(table.said, lying(table));
  return table.view.status === "playing" ? chapters : tale.opened();
}

/** How many cards lie in the middle. */
function lying({ spec, view }: TableStore): number {
  return spec.zones.reduce((sum, { id, role }) => sum + (MIDDLE.has(role) ? (view.zones[id]?.length ?? 0) : 0), 0);
}
