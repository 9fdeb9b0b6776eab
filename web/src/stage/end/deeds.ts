/** What the scene of a match shows of the last deal: what each player did last, apart from what others did. Pure. */
import type { Chapter, Play } from "../../table/tale";
import { BACK } from "../../wire/objects";
import { drawn, groups } from "../chapters";

/** Cards of one deed: a card of a trick, a card and what beat it, a meld, a discard. */
export interface Deed {
  n: number;
  /** whose cards they are, each once */
  seats: readonly number[];
  faces: readonly number[];
  /** it has won the trick */
  best: boolean;
  /** what was said of it, where more than who did it is worth saying */
  words: Play | null;
}

const MOST = 8; // cards
const TURN = 2; // deeds of a turn

/** The last deeds of a chapter, with as many cards as a scene has room for; none if the last one alone has more. */
export function deedsOf(chapter: Chapter): Deed[] {
  const found = chapter.kind === "round" ? round(chapter) : turn(chapter).slice(-TURN);
  let room = MOST;
  const from = found.findLastIndex(({ faces }) => (room -= faces.length) < 0);
  return found.slice(from + 1);
}

function round(chapter: Chapter): Deed[] {
  return groups(chapter).flatMap(([first, ...others]) => {
    if (!first) return [];
    const best = chapter.trick && first.seat === chapter.taker;
    const plays = [first, ...others];
    const seats = [...new Set(plays.map(({ seat }) => seat))];
    return [{ n: first.n, seats, faces: plays.flatMap(({ faces }) => faces), best, words: null }];
  });
}

/** What a player has drawn only to lay it or put it away is seen there. */
function turn(chapter: Chapter): Deed[] {
  const plays = drawn(chapter).filter(({ faces, say }) => say !== null && !faces.includes(BACK));
  const again = (play: Play, i: number): boolean =>
    plays.slice(i + 1).some(({ faces }) => play.faces.every((face) => faces.includes(face)));
  return plays
    .filter((play, i) => !again(play, i))
    .map((play) => ({ n: play.n, seats: [play.seat], faces: play.faces, best: false, words: play }));
}
