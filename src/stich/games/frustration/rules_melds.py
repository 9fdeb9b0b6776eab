"""§4 of Frustration: one meld with wild cards in it, whether it is valid, and §5 what can be added to it.

A face is 13 · suit + rank, ranks from the ace; 52 is a joker. Twos can be wild as well. A meld is its cards in the
order in which they lie: a run from low to high, each wild card in the place of the one it stands for. There are always
more naturals than wild cards, hence at least two; so the order alone shows where a run begins and ends, and whether its
ace is low or high.

The code of a meld says where it lies: of a set its rank, of a run 16 + 16 · suit + its first place (0: a low ace).
"""

from __future__ import annotations

from typing import Final

from stich.kernel.action import Refused
from stich.kernel.cards import ONE, Card, Cards, drop

RANKS: Final = 13
TWO: Final = 1
JOKER: Final = 52
SMALLEST: Final = 3
SET: Final = 0
RUN: Final = 1
LOW: Final = 0  # the first place of a run whose ace is low; the last one of a run with a high ace is 13
HIGH: Final = 13
ADJACENT: Final = 2  # wild cards side by side in a run


def is_wild(c: Card, twos: bool) -> bool:
    return c == JOKER or (twos and c % RANKS == TWO)


def most_wild(size: int) -> int:
    """Return how many wild cards a meld can have: fewer than natural ones."""
    return (size - 1) // 2


def naturals_of(cards: Cards, twos: bool) -> Cards:
    return bytes([c for c in cards if not is_wild(c, twos)])


def is_set(meld: Cards, twos: bool) -> bool:
    """Tell whether these are three cards or more of one rank, naturals more than wild ones."""
    rank = -1
    naturals = 0
    for c in meld:
        if not is_wild(c, twos):
            if rank >= 0 and c % RANKS != rank:
                return False
            rank = c % RANKS
            naturals += 1
    return len(meld) >= SMALLEST and naturals > len(meld) - naturals


def first_place(meld: Cards, twos: bool, low: int, high: int) -> int:
    """Return the place of a run's first card, from `low` on (0: an ace) to at most `high` (13: an ace); −1: no run."""
    n = len(meld)
    if n < SMALLEST or n > RANKS:
        return -1
    at = -1  # of the last natural card, which decides where an ace before it stands
    for i in range(n):
        if not is_wild(meld[i], twos):
            at = i
    if at < 0:
        return -1
    last = meld[at] % RANKS
    first = (last if last > 0 else HIGH) - at  # an ace behind another natural card is high
    if first < low or first + n - 1 > high:
        return -1
    suit = meld[at] // RANKS
    wild = 0
    beside = 0
    for i in range(n):
        c = meld[i]
        if is_wild(c, twos):
            wild += 1
            beside += 1
            if beside > ADJACENT:
                return -1
        else:
            beside = 0
            if c // RANKS != suit or c % RANKS != (first + i) % RANKS:
                return -1
    return first if n - wild > wild else -1


def in_window(cards: Cards, suit: int, first: int, twos: bool) -> Cards:
    """Return the cards in the order in which they fill the places of a suit from `first` on, with wild cards for
    missing naturals; b"" if they do not fill them.
    """
    out = b""
    left = bytes(sorted(cards))
    for i in range(len(cards)):
        natural = RANKS * suit + (first + i) % RANKS
        if natural in left and not is_wild(natural, twos):
            out += ONE[natural]
            left = drop(left, natural)
        else:
            wild = [c for c in left if is_wild(c, twos)]
            if not wild:
                return b""
            out += ONE[wild[0]]
            left = drop(left, wild[0])
    return out


def code_of(meld: Cards, twos: bool, low: int, high: int) -> int:
    """Return the code of a meld that lies in this order; −1 if it is none."""
    if is_set(meld, twos):
        return naturals_of(meld, twos)[0] % RANKS
    first = first_place(meld, twos, low, high)
    if first < 0:
        return -1
    suit = naturals_of(meld, twos)[0] // RANKS
    return 16 + 16 * suit + first


def additions(meld: Cards, twos: bool, low: int, high: int) -> tuple[Cards, Cards, Cards]:
    """Return what can be added to a valid meld: to a set, before a run, behind a run. 52 is any wild card."""
    naturals = 0
    rank = -1
    is_a_set = True
    suit = 0
    for c in meld:
        if not is_wild(c, twos):
            naturals += 1
            suit = c // RANKS
            if rank >= 0 and c % RANKS != rank:
                is_a_set = False
            rank = c % RANKS
    n = len(meld)
    wild = ONE[JOKER] if naturals > n - naturals + 1 else b""
    if is_a_set:
        return bytes([rank, RANKS + rank, 2 * RANKS + rank, 3 * RANKS + rank]) + wild, b"", b""
    first = first_place(meld, twos, low, high)
    before = b""
    behind = b""
    if n < RANKS:
        if first > low:
            before = natural_at(suit, first - 1, twos)
            if wild and not (is_wild(meld[0], twos) and is_wild(meld[1], twos)):
                before += wild
        if first + n <= high:
            behind = natural_at(suit, first + n, twos)
            if wild and not (is_wild(meld[n - 1], twos) and is_wild(meld[n - 2], twos)):
                behind += wild
    return b"", before, behind


def natural_at(suit: int, place: int, twos: bool) -> Cards:
    """Return the natural card of a place in a run; none if the two is wild."""
    return b"" if twos and place == TWO else ONE[RANKS * suit + place % RANKS]


def fault(meld: Cards, twos: bool) -> Refused:
    """§4 Return why these cards, in this order, are no meld."""
    wild = too_wild(meld, twos)
    if wild is not None:
        return wild
    naturals = naturals_of(meld, twos)
    faces = set(naturals)
    if len({c // RANKS for c in faces}) == 1 and 1 < len(faces) < len(meld):  # meant as a run
        return Refused("error.frustration.place", {"cards": meld})
    return Refused("error.frustration.no_meld", {"cards": meld})


def too_wild(meld: Cards, twos: bool) -> Refused | None:
    """§4 Return the refusal if these cards have too many wild ones, or too many side by side in this order and are no
    set.
    """
    wild = [is_wild(c, twos) for c in meld]
    if 2 * wild.count(True) >= len(meld):
        return Refused("error.frustration.wild", {"n": wild.count(True), "most": most_wild(len(meld))})
    beside = [i for i in range(len(wild) - ADJACENT) if wild[i] and wild[i + 1] and wild[i + 2]]
    if beside and not is_set(meld, twos):
        return Refused("error.frustration.beside", {"cards": meld})
    return None
