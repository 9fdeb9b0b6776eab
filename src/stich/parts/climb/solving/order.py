"""The moves of all positions on the way of a search, in one vector, and how promising each of them is."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stich.parts.climb.generate import gen_follow, gen_lead, scratch
from stich.parts.climb.hands import size
from stich.parts.climb.move import BOMB, rank, taken_by

ROOM: Final = 60_000  # moves of all positions on the way to the one that is looked at
SHAPE: Final = 0x7FFFFF  # what matters of a move to beat: type, length, lowest rank
SLOTS: Final = 4096  # of a seat in the history
CARD: Final = 64  # a card more in a move
RANK: Final = 2
DEAR: Final = 400  # a bomb or the rocket
PARTNER: Final = 40  # to leave the trick to a partner
GOOD: Final = 512  # the highest value of the history
FADES: Final = 4


def slot(move: i64) -> i64:
    """Return the place of a move in a seat's part of the history."""
    return ((move & SHAPE) * 0x9E3779B1 >> 17) & 4095


@final
class Moves:
    """Lists moves from a place on, as the generator does, and brings the most promising one to the front.

    Many cards in one move are promising, and low ranks; bombs are kept. With `learns`, moves that have decided
    positions before are tried earlier, which pays with many cards only.
    """

    def __init__(self, rules: i64) -> None:
        """Take a rule table."""
        self.rules = rules
        self.list: vec[i64] = scratch(ROOM)
        self.worth: vec[i64] = scratch(ROOM)
        self.history: vec[i64] = scratch(3 * SLOTS)
        self.learns = False

    def write(self, hand: i64, last: i64, base: i64) -> i64:
        """Write what a hand can play from place `base` on; return the place behind. last: the move to beat, or 0."""
        if last == 0:
            return gen_lead(hand, self.rules, self.list, base)
        return gen_follow(hand, last, self.rules, self.list, base)

    def judge(self, base: i64, end: i64, turn: i64, with_partner: bool) -> None:
        """Judge the moves between two places. with_partner: the trick is the partner's so far."""
        moves = self.list
        worth = self.worth
        at: i64 = turn * SLOTS
        i: i64 = base
        move: i64 = 0
        while i < end:
            move = moves[i]
            if move == 0:
                worth[i] = PARTNER if with_partner else 0
            else:
                worth[i] = CARD * size(taken_by(move)) - RANK * rank(move)
                if move & 15 >= BOMB:
                    worth[i] -= DEAR
            if self.learns:
                worth[i] += self.history[at + slot(move)] >> 2
            i += 1

    def best(self, at: i64, end: i64) -> i64:
        """Bring the most promising of the moves between two places to the first of them, and return it."""
        moves = self.list
        worth = self.worth
        first: i64 = at
        i: i64 = at + 1
        move: i64 = 0
        value: i64 = 0
        while i < end:
            if worth[i] > worth[first]:
                first = i
            i += 1
        move = moves[first]
        value = worth[first]
        moves[first] = moves[at]
        worth[first] = worth[at]
        moves[at] = move
        worth[at] = value
        return move

    def learn(self, turn: i64, move: i64, decided: bool) -> None:
        """Note whether a move of a seat has decided a position."""
        history = self.history
        at: i64 = turn * SLOTS + slot(move)
        if decided:
            history[at] += (GOOD - history[at]) >> FADES
        else:
            history[at] -= history[at] >> FADES
