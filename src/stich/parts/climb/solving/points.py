"""The points of a position with all cards open, if all play best: exact, for the seat alone against the two others.

The value is what the seat alone gets above the mean of the others, times two, so that it is a whole number. It counts
what is still to be won: treasures go to the seat that takes the trick, the stake to the side that goes out first. The
search asks whether the value is above a bound, again and again with closer bounds (zero-window search: Pearl 1980;
MTD(f): Plaat and others 1996). Who goes out first, which `win` knows quickly, often answers that alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, final

from librt.vecs import vec
from mypy_extensions import i64

from stich.parts.climb.hands import RANKS, held, size
from stich.parts.climb.move import BOMB, START, taken_by, without
from stich.parts.climb.solving.order import SHAPE
from stich.parts.climb.solving.squeeze import closed, closed_move, gaps, runs
from stich.parts.climb.solving.table import BITS, EMPTY, Table
from stich.parts.climb.solving.win import NODES, PASSED, TURN_AT, OpenWin, never

PILE_AT: Final = 26
BOMBS_AT: Final = 32
PLAYED_AT: Final = 36
LOW_AT: Final = 38
HIGH_AT: Final = 50
BARE: Final = 0x4000000000000000  # no hand has a treasure any more, so all ranks are equal in that
KEY: Final = 0x4000003FFFFFFFFF
BOMB_MORE: Final = 0x100000000
FIRST_PLAYED: Final = 0x1000000000
SECOND_PLAYED: Final = 0x2000000000
BOUND: Final = 0xFFF
MIDDLE: Final = 2048
FAR: Final = 2000  # no value is as far from 0


class Stake(NamedTuple):
    """What a deal is worth, in points.

    worth: the treasure in a card of each rank. win: what the seat alone gets when it goes out first; with it bomb, for
    each bomb and rocket that was played, and idle, for each of the others that has played nothing (for one of them if
    `idle_once`). lose: what it is behind the mean of the others when one of them goes out first.
    """

    worth: tuple[int, ...]
    win: int
    bomb: int
    idle: int
    idle_once: bool
    lose: int


class Course(NamedTuple):
    """What has happened in the deal, as far as it matters.

    pile: the treasures in the trick. bombs: how many bombs and rockets were played. played: the seats that have played,
    as a set.
    """

    pile: int = 0
    bombs: int = 0
    played: int = 0


NOTHING: Final = Course()


@final
class OpenPoints:
    """Solves positions under one rule table, one after the other. Not for use by several threads at once."""

    def __init__(self, rules: i64, bits: int = BITS) -> None:
        """Take a rule table, and the size of the two tables of positions: 2**bits, of 32 bytes each."""
        nothing: i64 = 0
        self.table = Table(KEY, bits)
        self.first = OpenWin(rules, bits)
        self.moves = self.first.moves
        self.worth: vec[i64] = vec[i64]([0] * RANKS)
        self.stake: Stake | None = None
        self.win = nothing
        self.bomb = nothing
        self.idle = nothing
        self.once = False
        self.lose = nothing

    def solve(
        self,
        hands: tuple[int, int, int],
        turn: int,
        stake: Stake,
        course: Course = NOTHING,
        last: int = 0,
        passes: int = 0,
        alone: int = 0,
        limit: int = NODES,
        stop: Callable[[], bool] = never,
    ) -> int | None:
        """Return twice the points of the seat `alone` above the mean of the others; None if it was not found.

        What has been won before is not in it. stake: the same one as in the calls before is fastest. The rest is as for
        `OpenWin.solve`.
        """
        if stake != self.stake:
            self.use(stake)
        a, b, c = hands[alone], hands[(alone + 1) % 3], hands[(alone + 2) % 3]
        played = (course.played >> (alone + 1) % 3 & 1) | (course.played >> (alone + 2) % 3 & 1) << 1
        self.first.begin(size(a) + size(b) + size(c), limit, stop)
        state: i64 = course.pile << PILE_AT | course.bombs << BOMBS_AT | played << PLAYED_AT
        low: i64 = -FAR
        high: i64 = FAR
        at: i64 = 0
        value: i64 = 0
        while low < high:
            at = low + 1 if value == low else value
            value = self.search(a, b, c, (turn - alone) % 3, last, passes, state, at, 0)
            if self.first.out:
                return None
            if value < at:
                high = value
            else:
                low = value
        return int(low)

    def use(self, stake: Stake) -> None:
        """Forget what is known under another stake."""
        self.table = Table(KEY, self.table.bits)
        self.stake = stake
        self.worth = vec[i64](list(stake.worth))
        self.win = stake.win
        self.bomb = stake.bomb
        self.idle = stake.idle
        self.once = stake.idle_once
        self.lose = stake.lose

    def treasure(self, hand: i64) -> i64:
        """Return what the cards of a hand are worth to those who win them."""
        points: i64 = 0
        worth = self.worth
        rank: i64 = 0
        while rank < RANKS:
            if worth[rank]:
                points += worth[rank] * held(hand, rank)
            rank += 1
        return points

    def won(self, state: i64) -> i64:
        """Return what the seat alone gets if it goes out first now, times two."""
        idle: i64 = 2
        if state >> PLAYED_AT & 1:
            idle -= 1
        if state >> (PLAYED_AT + 1) & 1:
            idle -= 1
        if self.once and idle == 2:
            idle = 1
        return 2 * (self.win + self.bomb * (state >> BOMBS_AT & 15) + self.idle * idle)

    def search(self, a: i64, b: i64, c: i64, turn: i64, last: i64, passes: i64, state: i64, at: i64, base: i64) -> i64:
        """Return the value of a position if it is below `at`, or an upper bound below it; else a lower bound from `at`
        on.

        state: the course of the deal, at the places of the key. base: the first free place among the moves.
        """
        moves = self.moves
        hand: i64 = a if turn == 0 else b if turn == 1 else c
        end: i64 = moves.write(hand, last, base)
        gain: i64 = 0
        pile: i64 = 0
        empty: i64 = 0
        while last and end == base + 1:  # nothing but the pass
            passes += 1
            turn = 0 if turn == 2 else turn + 1
            if passes == 2:
                pile = state >> PILE_AT & 63
                gain = 2 * pile if turn == 0 else -pile
                state ^= pile << PILE_AT
                last = 0
                passes = 0
            hand = a if turn == 0 else b if turn == 1 else c
            end = moves.write(hand, last, base)
        pile = 0
        if not state & BARE:
            pile = self.treasure(a) + self.treasure(b) + self.treasure(c)
            if pile == 0:
                state |= BARE
        if pile == 0 and not runs(a) and not runs(b) and not runs(c):
            empty = gaps(a | b | c | last >> START)
            if empty:
                a = closed(a, empty)
                b = closed(b, empty)
                c = closed(c, empty)
                last = closed_move(last, empty)
        return gain + self.bounded(a, b, c, turn, last, passes, state, at - gain, base, pile)

    def bounded(
        self, a: i64, b: i64, c: i64, turn: i64, last: i64, passes: i64, state: i64, at: i64, base: i64, left: i64
    ) -> i64:
        """Return the value as `search` does, from bounds if they are enough: those in the table, and those that follow
        from who goes out first. left: the treasures in the hands.
        """
        rest: i64 = last & SHAPE | turn << TURN_AT | state
        if passes:
            rest |= PASSED
        known: i64 = self.table.find(a, b, c, rest)
        low: i64 = -FAR
        high: i64 = FAR
        if known != EMPTY:
            low = (known >> LOW_AT & BOUND) - MIDDLE
            high = (known >> HIGH_AT & BOUND) - MIDDLE
        else:
            left += state >> PILE_AT & 63
            if self.first.search(a, b, c, turn, last, passes, base):
                low = 2 * (self.win + self.bomb * (state >> BOMBS_AT & 15)) - left  # the idle can still play
            else:
                high = 2 * left - 2 * self.lose
            if self.first.out:
                return 0
        if low >= at:
            return low
        if high < at:
            return high
        self.first.tick()
        if self.first.out:
            return 0
        found: i64 = self.tried(a, b, c, turn, last, passes, state, at, base)
        if self.first.out:
            return 0
        if found >= at:
            low = found
        else:
            high = found
        self.table.put(a, b, c, rest, (low + MIDDLE) << LOW_AT | (high + MIDDLE) << HIGH_AT)
        return found

    def tried(self, a: i64, b: i64, c: i64, turn: i64, last: i64, passes: i64, state: i64, at: i64, base: i64) -> i64:
        """Return the value as `search` does, from all moves, the most promising first."""
        moves = self.moves
        hand: i64 = a if turn == 0 else b if turn == 1 else c
        end: i64 = moves.write(hand, last, base)
        partner: bool = last != 0 and ((turn == 2 and passes == 0) or (turn == 1 and passes == 1))
        moves.judge(base, end, turn, partner)
        best: i64 = -FAR if turn == 0 else FAR
        found: i64 = 0
        i: i64 = base
        while i < end:
            found = self.after(a, b, c, turn, last, passes, state, at, end, hand, moves.best(i, end))
            if self.first.out:
                return 0
            if turn == 0:
                if found > best:
                    best = found
                if best >= at:
                    return best
            else:
                if found < best:
                    best = found
                if best < at:
                    return best
            i += 1
        return best

    def after(
        self,
        a: i64,
        b: i64,
        c: i64,
        turn: i64,
        last: i64,
        passes: i64,
        state: i64,
        at: i64,
        base: i64,
        hand: i64,
        move: i64,
    ) -> i64:
        """Return the value as `search` does, after a move of the seat on turn, whose hand is `hand`."""
        after: i64 = 0 if turn == 2 else turn + 1
        pile: i64 = state >> PILE_AT & 63
        gain: i64 = 0
        left: i64 = 0
        if move == 0:
            if passes == 0:
                return self.search(a, b, c, after, last, 1, state, at, base)
            gain = 2 * pile if after == 0 else -pile
            return gain + self.search(a, b, c, after, 0, 0, state ^ pile << PILE_AT, at - gain, base)
        left = without(hand, move)
        if not state & BARE:
            state += self.treasure(taken_by(move)) << PILE_AT
        if move & 15 >= BOMB:
            state += BOMB_MORE
        if turn == 1:
            state |= FIRST_PLAYED
        elif turn == 2:
            state |= SECOND_PLAYED
        if left == 0:
            pile = state >> PILE_AT & 63
            return 2 * pile + self.won(state) if turn == 0 else -pile - 2 * self.lose
        if turn == 0:
            return self.search(left, b, c, after, move, 0, state, at, base)
        if turn == 1:
            return self.search(a, left, c, after, move, 0, state, at, base)
        return self.search(a, b, left, after, move, 0, state, at, base)
