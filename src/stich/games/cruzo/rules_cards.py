"""Cruzo's cards, and which of them fits on which (§2, §5, §6)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stich.kernel.action import Action
from stich.kernel.cards import Card, Cards, Pack

# -- §2 the cards: face = 4 · rank + suit, the suits of a rank together; the joker ranks highest -----------------------

RANKS: Final = "23456789TJQKAX"
TWO: Final = 0
THREE: Final = 1
SIX: Final = 4
SEVEN: Final = 5
EIGHT: Final = 6
NINE: Final = 7
TEN: Final = 8
ACE: Final = 12
JOKER: Final = 13
X: Final = 52  # the joker's face
EVERY: Final = 14  # ranks, the joker's included
DIAMONDS: Final = 3

FACES: Final = [f"{suit}{rank}" for rank in RANKS[:JOKER] for suit in "CSHD"] + ["X"]
LOTS_NAMES: Final = ["L0", "L1"]  # §6 `tree`: this lot has no effect, the stock falls
STANDS: Final = 53
FALLS: Final = 54
STANDING: Final = 39  # out of forty lots: a stock rarely falls
BIT: Final = [2**c for c in range(X + 1)]  # sets of faces


def pack(packs: int, jokers: int, lots: bool) -> Pack:
    """Return packs of 52 cards and jokers, in these numbers; a card's suit makes no difference in a play. lots: also
    the lots that decide whether the stock falls, because random events are cards here.
    """
    cards = bytes(range(X)) * packs + bytes([X] * jokers)
    names = FACES
    if lots:
        cards += bytes([STANDS] * STANDING + [FALLS])
        names = FACES + LOTS_NAMES
    return Pack(names, cards, "french", keys=[c // 4 if c < X else c for c in range(len(names))])


def is_diamond(c: Card) -> bool:
    return c % 4 == DIAMONDS and c < X


# -- §5 what fits ------------------------------------------------------------------------------------------------------


def base(pile: Cards) -> int:
    """§5 Return what the next card has to fit on, as a row of `fitting`: the rank under threes and jokers, whether one
    of these is a joker, and whether a joker is on top.
    """
    i: i64 = len(pile) - 1
    if i < 0:
        return 0
    top = 1 if pile[i] // 4 == JOKER else 0
    joker = 0
    while i >= 0:
        rank = pile[i] // 4
        if rank == JOKER:
            joker = 2
        elif rank != THREE:
            return (rank + 1) * 4 + joker + top
        i -= 1
    return joker + top


def fitting(equal_ok: bool, free: bool) -> list[Cards]:
    """§5 Return for each row of `base` which ranks fit, 1 for yes. equal_ok: on a joker, the rank that it stands for
    fits; free: on a joker over a two, every rank fits.
    """
    rows = []
    for row in range(4 * EVERY):
        below, joker, top = row // 4 - 1, row & 2 > 0, row & 1 > 0
        rows.append(bytes([1 if fits(k, below, joker, top, equal_ok, free) else 0 for k in range(EVERY)]))
    return rows


def fits(k: int, below: int, joker: bool, top: bool, equal_ok: bool, free: bool) -> bool:
    """§5 Tell whether rank k fits on rank `below`; −1: there is none. joker: one lies between; top: on top."""
    if k in (TWO, TEN, JOKER):
        return True
    if k == THREE:
        return not top
    if below < 0 or below == TWO:
        return free or below < 0 or not joker
    if joker and not equal_ok:
        return k < below
    return k <= below if joker or below == SEVEN else k >= below


def faces_of(ranks: Cards) -> int:
    """Return the faces of these ranks, 1 for yes, as a set of bits."""
    return sum([BIT[c] for c in range(X + 1) if ranks[c // 4]])


def group(pile: Cards) -> int:
    """§6 Return how many equal ranks lie directly on one another on top."""
    top: i64 = len(pile) - 1
    if top < 0:
        return 0
    rank = pile[top] // 4
    i: i64 = top - 1
    while i >= 0 and pile[i] // 4 == rank:
        i -= 1
    return int(top - i)


def count(cards: Cards, rank: int) -> int:
    """Return how many cards of a rank there are."""
    n = 0
    for c in cards:
        if c // 4 == rank:
            n += 1
    return n


# -- §11 a play is a rank and a number of cards ------------------------------------------------------------------------

MOST: Final = 32  # `to` of a play: MOST · rank + number of cards

PLAY: Final = [Action("play", b"", to) for to in range(EVERY * MOST)]
THROW: Final = [Action("throw", b"", to) for to in range(EVERY * MOST)]


def code(cards: Cards) -> int:
    """Return the `to` of a play of these cards; −1 if they are not of one rank."""
    if not cards or len(cards) >= MOST:
        return -1
    rank = cards[0] // 4
    return rank * MOST + len(cards) if rank < EVERY and count(cards, rank) == len(cards) else -1


def first_of(cards: Cards, rank: int, n: int) -> Cards:
    """Return at most n cards of a rank, the first ones; the cards are sorted."""
    size: i64 = len(cards)
    first: i64 = 0
    while first < size and cards[first] // 4 < rank:
        first += 1
    end: i64 = first
    while end < size and end - first < n and cards[end] // 4 == rank:
        end += 1
    return cards[first:end]
