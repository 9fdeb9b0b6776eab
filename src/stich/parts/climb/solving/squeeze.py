"""Positions that differ only by ranks of which no card is left are the same; here they are made equal.

Where no hand can make a run any more, only the order of the ranks matters: those that are empty are taken out, and the
ranks above them move down. The top rank and the jokers keep their places.
"""

from __future__ import annotations

from mypy_extensions import i64

from stich.parts.climb.hands import LOW_JOKER_BIT, NUMBERS, REP
from stich.parts.climb.move import START


def runs(hand: i64) -> bool:
    """Tell whether a hand has enough ranks for a straight, a run of pairs or one of triples, were they consecutive.

    The low joker counts as wild.
    """
    x: i64 = hand & NUMBERS
    if hand & LOW_JOKER_BIT == 0:
        x &= x - 1
    x &= x - 1
    x &= x - 1
    x &= x - 1
    if x:
        return True
    x = (hand >> 16) & NUMBERS
    x &= x - 1
    if x & (x - 1):
        return True
    x = (hand >> 32) & NUMBERS
    return x & (x - 1) != 0


def gaps(used: i64) -> i64:
    """Return the numbers below the highest of a set that are not in it."""
    below: i64 = used & NUMBERS
    below |= below >> 1
    below |= below >> 2
    below |= below >> 4
    below |= below >> 8
    return below & ~used


def closed(hand: i64, empty: i64) -> i64:
    """Return a hand without the numbers `empty`, of which it has no card: those above move down."""
    numbers: i64 = NUMBERS * REP
    bit: i64 = 0
    below: i64 = 0
    while empty:
        bit = empty & -empty
        below = (bit - 1) * REP | ~numbers
        hand = (hand & below) | ((hand & ~below) >> 1 & numbers)
        empty = (empty ^ bit) >> 1
    return hand


def closed_move(move: i64, empty: i64) -> i64:
    """Return a move to beat without the numbers `empty`; what is attached is left as it is, as it does not matter."""
    start: i64 = (move >> START) & NUMBERS
    if start == 0:
        return move
    return (move ^ start << START) | closed(start, empty) << START
