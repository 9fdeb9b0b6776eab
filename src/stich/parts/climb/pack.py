"""A pack of 54 cards for the climbing core: four of each of thirteen ranks, and two jokers.

Face = 4 · rank + suit; the jokers are 52, the low one, and 53, the high one. The core knows ranks and no suits; here is
the way from cards to its hands and moves and back.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stich.kernel.cards import ONE, Card, Cards
from stich.parts.climb.generate import count, readings, scratch
from stich.parts.climb.hands import REP
from stich.parts.climb.move import counts

SIZE: Final = 54
LOW: Final = 52
HIGH: Final = 53
MOST: Final = 20  # cards that a hand can hold


def rank(c: Card) -> int:
    """Return the rank of a face, 0 to 14, as the core counts."""
    return c >> 2 if c < LOW else c - 39


RANKS: Final = bytes([rank(c) for c in range(SIZE)])
RANKS_OF: Final = RANKS + bytes(256 - SIZE)  # in the form that bytes.translate takes
BIT: Final = vec[i64]([2 ** RANKS[c] for c in range(SIZE)])
UNIT: Final = vec[i64]([16 ** RANKS[c] for c in range(SIZE)])  # one card, in counts of a nibble per rank


def counted(cards: Cards) -> i64:
    """Return rank counts as the climbing core keeps them: `climb.planes` of the ranks, in one loop."""
    hand: i64 = 0
    bit: i64 = 0
    bits = BIT
    i = 0
    n = len(cards)
    while i < n:
        bit = bits[cards[i]]
        hand |= ((hand & (bit * REP)) << 16) | bit
        i += 1
    return hand


def pick(h: Cards, move: int) -> Cards:
    """Return cards of the sorted hand h that make `move`: of equal ranks the first ones."""
    need = counts(move)
    unit: i64 = 0
    units = UNIT
    out = b""
    i = 0
    while need:
        unit = units[h[i]]
        if need & (15 * unit):
            need -= unit
            out += ONE[h[i]]
        i += 1
    return out


@final
class Scratch:
    """Scratch memory of the climbing core."""

    def __init__(self) -> None:
        self.moves: vec[i64] = scratch()


@final
class Lister:
    """What lists moves for all states of a table: its rule table, and the scratch memory that listing needs."""

    def __init__(self, table: int) -> None:
        self.table = table
        self.scratches = [Scratch(), Scratch()]  # two: a list gives its memory back when it loses its only item

    def scratch(self) -> Scratch:
        """Lend a buffer; `scratches` takes it back.

        Bots think beside the table, so two threads can list moves at once. Each gets a buffer of its own.
        """
        try:
            return self.scratches.pop()
        except IndexError:
            return Scratch()

    def moves(self, cards: Cards, last: int) -> list[int]:
        """Return every move of a hand on `last`, 0 if it leads; the pass, 0, stands first if there is one."""
        lent = self.scratch()
        buf = lent.moves
        n = count(counted(cards), last, self.table, buf)
        out = [int(buf[i]) for i in range(n)]
        self.scratches.append(lent)
        return out

    def readings(self, cards: Cards) -> list[int]:
        """Return every combination that exactly these cards make; [] if a card comes twice or no hand holds as many."""
        if len(cards) > MOST or len(set(cards)) < len(cards):  # input from outside: the core relies on a possible hand
            return []
        lent = self.scratch()
        found = readings(counted(cards), self.table, lent.moves)
        self.scratches.append(lent)
        return found
