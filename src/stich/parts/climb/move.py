"""A move as one integer: which combination it is, where it starts, what is attached, and what it takes from a hand.

    bits  0-3   type, 1 to 14, in the order of `TYPES`
          4-7   length: groups of a run, cards of a straight, otherwise 1
          8-22  the lowest rank of the main part, as a bit
         23-37  the attached ranks as a set; of a straight the number that the wild card stands for
         38-50  those attached at least twice (only under the looser rules)
         51-52  1, 2: that many further times the only or lower of these is attached; 3: once more the upper of two

The lowest rank is a bit and not a number because the main part is then `(start << length) - start`, and comparing two
moves of one type and length is comparing these bits. A set of attached ranks says all as long as attachments differ
from each other. Where they need not, at most five attachments (20 cards) leave at most three surplus copies, which
bits 38-52 can tell: one rank up to four times, or two ranks twice, one of them perhaps three times. Every reading of
every set of cards is exactly one integer, below 2**53, so it is a small int in both builds and a safe number in every
browser. 0 is a pass.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stich.parts.climb.hands import ALL, JOKERS, LOW_JOKER_BIT, REP, size, take

PASS: Final = 0
SINGLE: Final = 1
PAIR: Final = 2
PAIRS: Final = 3
TRIPLE: Final = 4
TRIPLES: Final = 5
TRIPLE1: Final = 6
TRIPLE2: Final = 7
TRIPLES1: Final = 8
TRIPLES2: Final = 9
STRAIGHT: Final = 10
QUAD1: Final = 11
QUAD2: Final = 12
BOMB: Final = 13
ROCKET: Final = 14

TYPES: Final = (
    "pass",
    "single",
    "pair",
    "pairs",
    "triple",
    "triples",
    "triple1",
    "triple2",
    "triples1",
    "triples2",
    "straight",
    "quad1",
    "quad2",
    "bomb",
    "rocket",
)
"""The names of the types by their numbers; 0 is the pass."""

MOST_MOVE: Final = 2**53 - 1

START: Final = 8  # where the fields begin
KICKERS: Final = 23
TWICE: Final = 38
TWICE_RANKS: Final = 0x1FFF  # each joker is there once
FURTHER: Final = 51
ONE_FURTHER: Final = 0x08000000000000
TWO_FURTHER: Final = 0x10000000000000
ONE_OF_UPPER: Final = 0x18000000000000

ONE: Final = 0x10  # length 1
THE_ROCKET: Final = 0x40001E  # type 14, length 1; it starts at rank 14, so that its rank is 15

CORE_COPIES: Final = 0x144413333332211  # cards of each rank of the main part, a nibble per type (a pass has no rank)
KICKER_COPIES: Final = 0x002102121000000  # cards of each attachment, a nibble per type


def kind(move: i64) -> int:
    """Return the type of a move, 1 to 14; 0 for a pass."""
    return int(move & 15)


def length(move: i64) -> int:
    """Return the length of a move: groups of a run, cards of a straight, otherwise 1; 0 for a pass."""
    return int((move >> 4) & 15)


def rank(move: i64) -> int:
    """Return the rank of a move: the highest number of its main part; the top rank is 13, the low joker 14, the high
    joker and the rocket 15.

    0 for a pass.
    """
    start: i64 = (move >> START) & ALL
    lowest: i64 = 0
    if move == 0:
        return 0
    while start > 1:
        start >>= 1
        lowest += 1
    return int(lowest + ((move >> 4) & 15))


def beats(before: i64, move: i64) -> bool:
    """Tell whether `move` can answer `before`, the last play of the trick.

    A pass (0) beats nothing, and where nothing lies every other move is fine.
    """
    if move == 0:
        return False
    if before == 0:
        return True
    old: i64 = before & 15
    new: i64 = move & 15
    higher: bool = (move >> START) & ALL > (before >> START) & ALL
    if old == ROCKET:
        return False
    if new == ROCKET:
        return True
    if new == BOMB:
        return old != BOMB or higher
    return (before & 0xFF) == (move & 0xFF) and higher


def further(move: i64) -> i64:
    """Return the one attached rank, as a set, of which there are three or more; meant for moves that have one."""
    twice: i64 = (move >> TWICE) & TWICE_RANKS
    lower: i64 = twice & -twice
    if (move >> FURTHER) == 3:
        return twice ^ lower
    return lower


def without(hand: i64, move: i64) -> i64:
    """Return `hand` after `move` was played from it. The hand must hold the cards of the move."""
    type_: i64 = move & 15
    start: i64 = (move >> START) & ALL
    attached: i64 = (move >> KICKERS) & ALL
    core: i64 = (start << ((move >> 4) & 15)) - start
    copies: i64 = 0
    if type_ == ROCKET:
        return take(hand, JOKERS, 1)
    if type_ == STRAIGHT:
        if attached:
            core = (core & ~attached) | LOW_JOKER_BIT
        return take(hand, core, 1)
    hand = take(hand, core, (CORE_COPIES >> (4 * type_)) & 15)
    if attached:
        copies = (KICKER_COPIES >> (4 * type_)) & 15
        hand = take(hand, attached, copies)
        if move >> TWICE:
            hand = take(hand, (move >> TWICE) & TWICE_RANKS, copies)
            if move >> FURTHER:
                copies = 1
                if (move >> FURTHER) == 2:
                    copies = 2
                hand = take(hand, further(move), copies)
    return hand


def taken_by(move: i64) -> i64:
    """Return what a move takes away where four of each rank lie: as many bits in a rank's column as it takes cards."""
    full: i64 = ALL * REP
    if move == 0:
        return 0
    return full & ~without(full, move)


def cards(move: i64) -> i64:
    """Return the cards of a move as a hand."""
    # a column loses its cards from the top plane down: turned over it is a hand
    top: i64 = taken_by(move)
    second: i64 = (top >> 16) & ALL
    third: i64 = (top >> 32) & ALL
    return (top >> 48) | third << 16 | second << 32 | (top & ALL) << 48


def size_of(move: i64) -> int:
    """Return how many cards a move takes."""
    return int(size(taken_by(move)))


def nibbles(plane: i64) -> i64:
    """Return a plane with its bits three further apart: rank r at bit 4 * r."""
    x: i64 = plane & ALL
    x = (x | (x << 24)) & 0x000000FF000000FF
    x = (x | (x << 12)) & 0x000F000F000F000F
    x = (x | (x << 6)) & 0x0303030303030303
    return (x | (x << 3)) & 0x1111111111111111


def counts(move: i64) -> i64:
    """Return how many cards of each rank a move takes: a nibble per rank, rank 0 in the lowest."""
    top: i64 = taken_by(move)
    return nibbles(top) + nibbles(top >> 16) + nibbles(top >> 32) + nibbles(top >> 48)
