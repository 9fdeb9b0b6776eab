"""The play of one deal by rank counts, used by search, rollouts and batches.

Suits, won cards and points belong to the game; here are three hands, the seat whose turn it is, and the move to beat. A
leader plays, two passes in a row end the trick, and a player without cards ends the deal.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stich.parts.climb.generate import gen_follow, gen_lead
from stich.parts.climb.move import without

LOW32: Final = 0xFFFFFFFF
WEYL: Final = 0x9E3779B1  # odd, so that its multiples reach every seed before any one repeats


def next32(x: i64) -> i64:
    """Return the successor of `x` in Marsaglia's xorshift generator (32 bits; 13, 17, 5); `x` from 1 to 2**32 - 1."""
    x ^= (x << 13) & LOW32
    x ^= x >> 17
    x ^= (x << 5) & LOW32
    return x


@final
class Climb:
    """Three hands, the seat whose turn it is, the move to beat, and how many have passed on it."""

    def __init__(self, a: i64, b: i64, c: i64, turn: i64, last: i64, passes: i64, rules: i64, buf: vec[i64]) -> None:
        """Set up a position.

        `a`, `b`, `c` are the hands of seats 0, 1, 2; `turn` is the seat that plays, `last` the move to beat (0: the
        turn leads), `passes` how many have passed on it; `rules` a rule table, `buf` a `scratch()`.
        """
        self.a = a
        self.b = b
        self.c = c
        self.turn = turn
        self.last = last
        self.passes = passes
        self.rules = rules
        self.buf = buf  # shared by copies: one per thread
        self.over = False

    def copy(self) -> Climb:
        """Return the same position; the scratch is shared."""
        n = Climb(self.a, self.b, self.c, self.turn, self.last, self.passes, self.rules, self.buf)
        n.over = self.over
        return n

    def hand(self, seat: i64) -> i64:
        """Return the hand of `seat`, 0 to 2."""
        if seat == 0:
            return self.a
        return self.b if seat == 1 else self.c

    def count(self) -> int:
        """Return the number of legal moves; they stand in the scratch, where `apply_index` finds them."""
        hand = self.hand(self.turn)
        if self.last == 0:
            return int(gen_lead(hand, self.rules, self.buf, 0))
        return int(gen_follow(hand, self.last, self.rules, self.buf, 0))

    def legal(self) -> list[int]:
        """Return the legal moves; a pass (0) stands first if there is one."""
        n = self.count()
        buf = self.buf
        return [int(buf[i]) for i in range(n)]

    def apply_index(self, i: i64) -> None:
        """Play the move at place `i` of the scratch; only straight after `count` or `legal` of this position."""
        self.apply(self.buf[i])

    def apply(self, move: i64) -> None:
        """Play a legal move; unchecked. After the last card of a hand `over` is true and `turn` is the winner."""
        hand: i64 = 0
        if move == 0:
            self.passes += 1
            if self.passes == 2:
                self.last = 0
                self.passes = 0
        else:
            hand = without(self.hand(self.turn), move)
            if self.turn == 0:
                self.a = hand
            elif self.turn == 1:
                self.b = hand
            else:
                self.c = hand
            self.last = move
            self.passes = 0
            if hand == 0:
                self.over = True
                return
        self.turn += 1
        if self.turn == 3:
            self.turn = 0

    def rollout(self, x: i64) -> int:
        """Return the seat that goes out when all play at random from here; `x` seeds the choice by its low 32 bits.

        The position stays as it is. Raises ValueError if it is over.
        """
        a = self.a
        b = self.b
        c = self.c
        turn = self.turn
        last = self.last
        passes = self.passes
        buf = self.buf
        rules = self.rules
        hand: i64 = 0
        n: i64 = 0
        move: i64 = 0
        if self.over:
            raise ValueError("this position is over; there is nothing to play out")
        x &= LOW32
        if x == 0:
            x = LOW32  # the generator never leaves 0
        while True:
            hand = a if turn == 0 else b if turn == 1 else c
            if last == 0:
                n = gen_lead(hand, rules, buf, 0)
            else:
                n = gen_follow(hand, last, rules, buf, 0)
            x = next32(x)
            move = buf[(x * n) >> 32]
            if move == 0:
                passes += 1
                if passes == 2:
                    last = 0
                    passes = 0
            else:
                hand = without(hand, move)
                if hand == 0:
                    return int(turn)
                if turn == 0:
                    a = hand
                elif turn == 1:
                    b = hand
                else:
                    c = hand
                last = move
                passes = 0
            turn += 1
            if turn == 3:
                turn = 0


def rollouts(climb: Climb, games: i64, x: i64) -> tuple[int, int, int]:
    """Return how often each seat goes out first in `games` random games from `climb`; `x` seeds as in `rollout`."""
    won0: i64 = 0
    won1: i64 = 0
    won2: i64 = 0
    seat: i64 = 0
    game: i64 = 0
    while game < games:
        x = (x + WEYL) & LOW32
        seat = climb.rollout(next32(next32(x)))
        if seat == 0:
            won0 += 1
        elif seat == 1:
            won1 += 1
        else:
            won2 += 1
        game += 1
    return int(won0), int(won1), int(won2)
