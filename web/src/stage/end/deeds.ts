/** What the scene of a match shows of the last deal: what decided it, apart by who did it. Pure. */
import type { Chapter, Play } from "../../table/tale";
import type { Entry } from "../../table/table.svelte";
import { MIDDLE } from "../../table/trick";
import type { Sheet, ZoneSpec } from "../../wire/protocol";
import { BACK, type Reached } from "../../wire/objects";
import { drawn, groups, winning } from "../chapters";
import { parted } from "../laid";

/** Cards of one deed: a card of a trick, a card and what beat it, a meld, a discard. */
export interface Deed {
  n: number;
  /** whose cards they are, each once */
  seats: readonly number[];
  faces: readonly number[];
  /** of a hand, how many cards each meld has; the cards after those are left over */
  melds: readonly number[];
  /** it has won the trick */
  best: boolean;
  /** what was said of it, where more than who did it is worth saying */
  words: Play | null;
  /** it came off (1) or not (−1), where the rules stage that; 0: they do not say */
  luck: number;
}

/** What is shown. */
export interface Decision {
  /**
   * left: cards that a loser still holds; hands: laid open at the end; captured: what each has won; pile, round, turn:
   * what was played last there
   */
  kind: "left" | "hands" | "captured" | "pile" | "round" | "turn";
  deeds: readonly Deed[];
  /** what was said of all of it */
  end: Play | null;
  /** what those who have won had with it, if they came to their goal with it; 0: they did not, or no goal is set */
  passed?: number;
  /** what those who took the last trick of the deal had with it; 0: it was another trick, or its points do not count */
  makes?: number;
  /** hands: the card with which a player ended the deal, and where it went */
  thrown?: { seat: number; face: number; zone: string };
  /** captured: in which zone */
  zone?: string;
}

/** What of a table it is found from. */
export interface Dealt {
  said: readonly Entry[];
  zones: readonly ZoneSpec[];
  cards: (zone: string) => readonly number[];
  /** of each seat, the melds of its open hand */
  plans: readonly (readonly (readonly number[])[])[];
  sheet: Sheet | undefined;
  /** what each side has in this deal, and what it needs; nothing where the page does not know all that counts */
  reached: readonly Reached[];
  winners: readonly number[];
  fewest: boolean;
  /** the game names who has lost */
  losing: boolean;
}

const MOST = 8; // cards
const MOST_HELD = 16; // of a hand, whose cards lie closer
/** Hands that lie open in the scene of a match. */
export const MOST_HANDS = 4;
const MOST_LAID = 22; // before a player and in the hand
const TURN = 2; // deeds of a turn
const MOST_LAST = 5; // cards that were laid on a pile
const LUCK: Partial<Record<string, number>> = { triumph: 1, blow: -1 };

/** What decided the deal that has just ended; null: nothing that there is room for. */
export function decisionOf(chapters: readonly Chapter[], dealt: Dealt): Decision | null {
  const open = leftOver(dealt) ?? laidOpen(chapters, dealt) ?? laidDown(dealt);
  const all = open ?? onPile(chapters, dealt) ?? captured(dealt);
  return all ?? (isPast(chapters, dealt) ? null : lastly(chapters, dealt)) ?? named(dealt);
}

/** No trick was played, and what was named or shown last came after all that was done with cards, as an exchange. */
function isPast(chapters: readonly Chapter[], dealt: Dealt): boolean {
  const done = chapters.flatMap(({ kind, plays }) => (kind === "words" ? [] : plays));
  const at = named(dealt)?.deeds[0]?.n ?? -1;
  return chapters.every(({ kind }) => kind !== "round") && done.every(({ n, faces }) => faces.length === 0 || n < at);
}

const deed = (n: number, seat: number, faces: readonly number[], melds: readonly number[] = []): Deed => ({
  n,
  seats: [seat],
  faces,
  melds,
  best: false,
  words: null,
  luck: 0,
});

/** No card was played: those named or shown last for somebody who gained, as a king that was turned up or declared. */
function named(dealt: Dealt): Decision | null {
  const { said } = dealt;
  const good = gainers(dealt);
  const facesAt = (at: number): readonly number[] => {
    const { say, seat, cards } = said[at]!.said;
    return !say || !good.includes(seat) ? [] : cards.length > 0 ? cards : shownBefore(at, seat, dealt);
  };
  const at = said.findLastIndex((_, i) => facesAt(i).length > 0);
  const last = said[at];
  if (!last || facesAt(at).length > MOST) return null;
  const own = deed(last.n, last.said.seat, facesAt(at));
  const { n, then } = last;
  const words: Play = { n, then, seat: last.said.seat, say: last.said.say, faces: own.faces, laid: false };
  return { kind: "turn", deeds: [{ ...own, words }], end: null };
}

/** The cards of a hand that were shown right before these words. */
function shownBefore(at: number, seat: number, { said, zones }: Pick<Dealt, "said" | "zones">): number[] {
  const from = said.slice(0, at).findLastIndex(({ said: { kind } }) => kind !== "show") + 1;
  const own = (id: string): boolean => zones.some((zone) => zone.id === id && zone.owner === seat);
  return said.slice(from, at).flatMap(({ said: { card, dst } }) => (card !== BACK && own(dst) ? [card] : []));
}

/** In a game that is lost by holding cards: those. */
function leftOver({ zones, cards, winners, losing }: Dealt): Decision | null {
  if (!losing) return null;
  const hands = zones.filter(({ role }) => role === "hand" || role === "bunker");
  const held = new Map<number, number[]>();
  for (const { id, owner } of hands) held.set(owner, [...(held.get(owner) ?? []), ...cards(id)]);
  const holders = [...held].filter(([, faces]) => faces.length > 0);
  if (holders.length !== 1) return null;
  const [seat, faces] = holders[0]!;
  if (winners.includes(seat) || faces.length > MOST_HELD || faces.every((face) => face === BACK)) return null;
  return { kind: "left", deeds: [deed(0, seat, faces)], end: null };
}

/** Who takes a pile has not won it: the last cards that were laid on one, no matter who has it now. */
function onPile(chapters: readonly Chapter[], { zones }: Dealt): Decision | null {
  if (!zones.some(({ role, owner }) => role === "pile" && owner < 0)) return null;
  const rounds = chapters.filter((chapter) => chapter.kind === "round" && !chapter.past);
  const deeds = atEnd(rounds.flatMap(round), MOST_LAST);
  return deeds.length > 0 ? { kind: "pile", deeds, end: rounds.at(-1)!.end } : null;
}

/** Nothing is played into the middle: what each has captured is what they were compared by, the better ones first. */
function captured(dealt: Dealt): Decision | null {
  const { zones, cards } = dealt;
  const piles = zones.filter(({ role, owner, shown }) => role === "captured" && owner >= 0 && shown);
  const seats = new Set(zones.flatMap(({ owner }) => (owner >= 0 ? [owner] : [])));
  const good = gainers(dealt);
  const laid = [...seats].map((seat) => ({
    seat,
    faces: piles.filter(({ owner }) => owner === seat).flatMap(({ id }) => [...cards(id)]),
  }));
  if (piles.length === 0 || seats.size > MOST_HANDS || zones.some(({ role }) => MIDDLE.has(role))) return null;
  const fits = laid.every(({ faces }) => faces.length <= MOST_HELD && !faces.includes(BACK));
  if (!fits || laid.every(({ faces }) => faces.length === 0)) return null;
  const best = laid.toSorted((a, b) => Number(good.includes(b.seat)) - Number(good.includes(a.seat)));
  const deeds = best.map(({ seat, faces }) => deed(seat, seat, faces.toSorted((a, b) => a - b), [faces.length]));
  return { kind: "captured", deeds, end: null, zone: piles[0]!.name };
}

/** Hands that were laid open to end the deal, the best first; of more than there is room for those that decided it. */
function laidOpen(chapters: readonly Chapter[], dealt: Dealt): Decision | null {
  const { said, zones, plans } = dealt;
  const at = said.findLastIndex(({ said: { kind } }) => kind === "say");
  const act = said[at];
  const after = said.slice(at + 1);
  // what is laid open then, all must lay open
  const own = after.findIndex(({ said: { say, seat } }) => say && seat < 0);
  const laid = laidBy(own < 0 ? after : after.slice(0, own), zones);
  const by = act?.said.seat ?? -1;
  if (!act || (laid.get(by)?.length ?? 0) < TURN) return null;
  const play = chapters.flatMap(({ plays }) => plays).findLast(({ n }) => n === act.n) ?? null;
  const good = gainers(dealt);
  const points = dealt.sheet?.points ?? [];
  const worth = (seat: number): number => (dealt.fewest ? -1 : 1) * (points[seat] ?? 0);
  const best = [...laid.keys()].toSorted(
    (a, b) => Number(good.includes(b)) - Number(good.includes(a)) || worth(b) - worth(a),
  );
  const seats = best.length <= MOST_HANDS ? best : best.filter((seat, i) => i === 0 || seat === by);
  const deeds = seats.map((seat, n) => deed(n, seat, ...inMelds(laid.get(seat)!, plans[seat] ?? [])));
  const short = deeds.every(({ faces }) => faces.length > 0 && faces.length <= MOST_HELD);
  return short ? { kind: "hands", deeds, end: play, thrown: thrownBy(after, by, zones) } : null;
}

/** The card that went away with the act that ended the deal. */
function thrownBy(after: readonly Entry[], seat: number, zones: readonly ZoneSpec[]): Decision["thrown"] {
  const to = ({ said: { dst } }: Entry): ZoneSpec | undefined => zones.find(({ id }) => id === dst);
  const move = after.find((entry) => entry.said.kind === "move" && to(entry)?.role === "discard");
  return move && move.said.card >= 0 ? { seat, face: move.said.card, zone: to(move)!.name } : undefined;
}

type Laid = readonly { face: number; meld: string }[];

/** The cards of a hand, melds first, and how many cards each has: as they were laid, or as its plan says. */
function inMelds(laid: Laid, plan: readonly (readonly number[])[]): [number[], number[]] {
  const all = laid.map(({ face }) => face);
  const parts = parted(all, plan);
  if (parts) return [[...parts.melds.flat(), ...parts.rest], parts.melds.map(({ length }) => length)];
  const ids = new Set(laid.flatMap(({ meld }) => meld || []));
  return [all, [...ids].map((id) => laid.filter(({ meld }) => meld === id).length)];
}

/** What players have laid before themselves, and apart from it what is left in their hands: those who gained first. */
function laidDown(dealt: Dealt): Decision | null {
  const { zones, cards } = dealt;
  const own = zones.filter(({ owner, role }) => owner >= 0 && role === "meld");
  const seats = [...new Set(own.map(({ owner }) => owner))];
  const melds = own.map(({ id, owner }) => ({ owner, faces: [...cards(id)] })).filter(({ faces }) => faces.length > 0);
  if (melds.length === 0 || seats.length > MOST_HANDS) return null;
  const hand = (seat: number): number[] =>
    zones.filter(({ owner, role }) => owner === seat && role === "hand").flatMap(({ id }) => [...cards(id)]);
  const good = gainers(dealt);
  const best = seats.toSorted((a, b) => Number(good.includes(b)) - Number(good.includes(a)));
  const deeds = best.map((seat, n) => {
    const theirs = melds.filter(({ owner }) => owner === seat).map(({ faces }) => faces);
    return deed(n, seat, [...theirs.flat(), ...hand(seat)], theirs.map(({ length }) => length));
  });
  const fits = deeds.every(({ faces }) => faces.length <= MOST_LAID && !faces.includes(BACK));
  return fits ? { kind: "hands", deeds: deeds.filter(({ faces }) => faces.length > 0), end: null } : null;
}

/** The cards that came out of each hand, or were shown in it, melds first. */
function laidBy(entries: readonly Entry[], zones: readonly ZoneSpec[]): Map<number, Laid> {
  const specs = new Map(zones.map((spec) => [spec.id, spec]));
  const found = new Map<number, { face: number; meld: string }[]>();
  for (const { said: { kind, card, src, dst } } of entries) {
    const [from, to] = [specs.get(src), specs.get(dst)];
    if (!to || to.owner < 0 || card === BACK || card < 0) continue;
    const own = found.get(to.owner) ?? [];
    found.set(to.owner, own);
    const there = own.find(({ face }) => face === card);
    const meld = to.role === "meld" ? dst : "";
    if (kind === "show" && to.role === "hand") own.push({ face: card, meld });
    else if (kind === "move" && from?.owner === to.owner) {
      if (from.role === "hand") own.push({ face: card, meld });
      else if (there) there.meld = meld;
    }
  }
  const order = (a: Laid[number], b: Laid[number]): number =>
    Number(a.meld === "") - Number(b.meld === "") || a.meld.localeCompare(b.meld);
  return new Map([...found].map(([seat, own]) => [seat, own.toSorted(order)]));
}

/** Who has gained by the deal: with penalties those who have fewest, and without points who has won the match. */
function gainers({ sheet, winners, fewest }: Pick<Dealt, "sheet" | "winners" | "fewest">): readonly number[] {
  if (!sheet) return winners;
  const least = Math.min(...sheet.points);
  const good = sheet.points.flatMap((n, seat) => ((fewest ? n === least : n > 0) ? [seat] : []));
  return good.length > 0 && good.length < sheet.points.length ? good : winners;
}

/** What was played last, or what counted last where tricks and melds are counted. */
function lastly(chapters: readonly Chapter[], dealt: Dealt): Decision | null {
  const good = gainers(dealt);
  const all = chapters.flatMap((chapter) => {
    const deeds = chapter.kind === "words" ? [] : deedsOf(chapter);
    return deeds.length > 0 ? [{ chapter, deeds }] : [];
  });
  const tricks = all.filter(({ chapter }) => chapter.kind === "round" && !chapter.past);
  const worth = ({ end, plays, kind }: Chapter): number =>
    kind === "round" ? (end?.worth ?? 0) : Math.max(...plays.map(({ worth }) => worth ?? 0));
  const by = ({ kind, taker, plays }: Chapter): number => (kind === "round" ? taker : (plays[0]?.seat ?? -1));
  const counts = tricks.some(({ chapter }) => worth(chapter) > 0) && (dealt.fewest || !!dealt.sheet?.tallies.length);
  const enough = counts && !dealt.fewest ? passing(chapters, good, dealt) : null;
  const passed = all.find(({ chapter }) => chapter === enough?.chapter && !chapter.past);
  let found = tricks.findLast(({ chapter }) => good.includes(by(chapter))) ?? tricks.at(-1);
  if (tricks.length === 0) {
    // of several the first for whom the rules staged a triumph: who went out first
    const first = dealt.said.find(({ said: { seat, moment } }) => moment === "triumph" && good.includes(seat));
    const who = first ? [first.said.seat] : good;
    const theirs = all.filter(({ chapter }) => who.includes(by(chapter)));
    const lucky = luckTold(dealt.said) ? theirs.findLast(({ deeds }) => deeds.some(({ luck }) => luck > 0)) : undefined;
    found = lucky ?? theirs.at(-1) ?? all.at(-1);
    if (!first && found !== all.at(-1)) return null; // it ended by what others did, or could not do
  } else if (counts && dealt.fewest) {
    const bad = tricks.filter(({ chapter }) => !good.includes(by(chapter)));
    const most = Math.max(...bad.map(({ chapter }) => worth(chapter)));
    found = bad.findLast(({ chapter }) => worth(chapter) === most) ?? found;
  } else if (passed) found = passed;
  else if (counts) {
    const scored = all.filter(({ chapter }) => worth(chapter) > 0);
    found = scored.findLast(({ chapter }) => good.includes(by(chapter)));
    // none that others won: they lost by it, for the last one has made too little
    if (!found && all.at(-1)?.chapter === tricks.at(-1)?.chapter) found = tricks.at(-1);
  }
  if (!found) return null;
  const { chapter, deeds } = found;
  const told = luckTold(dealt.said) ? deeds : deeds.map((one) => ({ ...one, luck: 0 }));
  const last = counts && !passed && !dealt.fewest && chapter === tricks.at(-1)?.chapter;
  const makes = last ? (dealt.sheet?.tallies.find(({ seats }) => seats.includes(chapter.taker))?.n ?? 0) : 0;
  const kind = chapter.kind as "round" | "turn";
  return { kind, deeds: told, end: chapter.end, passed: passed ? enough!.n : 0, makes };
}

/**
 * With what those who have gained came to what their side needs, where the others have gained nothing. What counts
 * besides tricks was declared while one played, or was theirs from the start; where neither adds up, nobody can say.
 */
function passing(
  chapters: readonly Chapter[],
  good: readonly number[],
  { sheet, reached }: Pick<Dealt, "sheet" | "reached">,
): { chapter: Chapter; n: number } | null {
  const ours = ({ seats }: { seats: readonly number[] }): boolean => good.every((seat) => seats.includes(seat));
  const own = reached.find((one) => ours(one) && one.goal > 0 && !one.added && one.say === null);
  const tally = sheet?.tallies.find(ours);
  if (!sheet || !own || !tally || sheet.points.some((n, seat) => n > 0 !== good.includes(seat))) return null;
  const won = ({ taker, end }: Chapter): number => (good.includes(taker) ? (end?.worth ?? 0) : 0);
  // who deals and turns up a card declares nothing
  const declared = ({ kind, plays }: Chapter): number =>
    kind === "words"
      ? 0
      : total(plays.map(({ seat, faces, worth = 0 }) => (good.includes(seat) && faces.length > 0 ? worth : 0)));
  const melds = total(chapters.map(declared));
  let n = tally.n - total(chapters.map(won)) - melds;
  if (n !== 0 && (n < 0 || melds > 0 || !tally.rest)) return null;
  for (const chapter of chapters) {
    n += won(chapter) + declared(chapter);
    if (n >= own.goal) return { chapter, n };
  }
  return null;
}

const total = (all: readonly number[]): number => all.reduce((sum, n) => sum + n, 0);

/** Do events of one kind come off or not? Then each of them is marked; what only ever comes off needs no mark. */
function luckTold(said: readonly Entry[]): boolean {
  const came = (luck: number): Set<string> =>
    new Set(said.flatMap(({ said: { kind, moment } }) => (LUCK[moment] === luck ? [kind] : [])));
  const bad = came(-1);
  return [...came(1)].some((kind) => bad.has(kind));
}

/** The last deeds of a chapter, with as many cards as a scene has room for; none if the last one alone has more. */
export function deedsOf(chapter: Chapter): Deed[] {
  const found = chapter.kind === "round" ? round(chapter) : turn(chapter).slice(-TURN);
  return atEnd(found, MOST);
}

/** The last of them, with so many cards at most. */
function atEnd(deeds: readonly Deed[], most: number): Deed[] {
  let room = most;
  const from = deeds.findLastIndex(({ faces }) => (room -= faces.length) < 0);
  return deeds.slice(from + 1);
}

function round(chapter: Chapter): Deed[] {
  const won = winning(chapter);
  return groups(chapter).flatMap(([first, ...others]) => {
    if (!first) return [];
    const best = first.n === won?.n;
    const plays = [first, ...others];
    const seats = [...new Set(plays.map(({ seat }) => seat))];
    return [{ ...deed(first.n, first.seat, plays.flatMap(({ faces }) => faces)), seats, best }];
  });
}

/**
 * What a player has drawn only to lay it or put it away is seen there; what merely came to a hand is no deed. What is
 * said after a deed, without cards of its own, says how it came off.
 */
function turn({ plays }: Chapter): Deed[] {
  const own = plays.filter(({ faces, say }) => faces.length > 0 && say !== null && !faces.includes(BACK));
  const again = (play: Play, i: number): boolean =>
    own.slice(i + 1).some(({ faces }) => play.faces.every((face) => faces.includes(face)));
  return own
    .filter((play, i) => !again(play, i) && !play.say![0].startsWith("table.told."))
    .map((play) => {
      const next = plays[plays.indexOf(play) + 1];
      const luck = next?.faces.length === 0 ? (LUCK[next.moment ?? ""] ?? 0) : 0;
      return { ...deed(play.n, play.seat, play.faces), words: play, luck };
    });
}
