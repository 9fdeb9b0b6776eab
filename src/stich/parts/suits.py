"""Packs of four suits: clubs, spades, hearts, diamonds; acorns, leaves, hearts and bells in a German pack.

A face is size · suit + rank, where `size` is how many ranks there are, and ranks count from the lowest one as a game
lists them. Notation: the suit's letter, then the rank's, "ST" for the ten of spades.
"""

from __future__ import annotations

from typing import Final

from stich.kernel.cards import Card, Cards, Pack

SUITS: Final = "CSHD"
CLUBS: Final = 0
SPADES: Final = 1
HEARTS: Final = 2
DIAMONDS: Final = 3


def pack(ranks: str, copies: int = 1, without: str = "", art: str = "french") -> Pack:
    """Return a pack of four suits.

    ranks: from the lowest to the highest, as "789JQKTA". copies: of each card. without: cards that are left out, as
    "C7 S7"; their faces exist all the same, so a game that plays with several packs has the same faces in all of them.
    art: the drawings.
    """
    names = [suit + rank for suit in SUITS for rank in ranks]
    left_out = without.split()
    deck = bytes([face for face, name in enumerate(names) if name not in left_out for _ in range(copies)])
    return Pack(names, deck, art)


def suit_of(c: Card, size: int) -> int:
    return c // size


def rank_of(c: Card, size: int) -> int:
    return c % size


def of_suit(suit: int, size: int) -> list[Cards]:
    """Return the ranks of a suit from high to low, as a `tricks.Contract` wants them."""
    return [bytes([size * suit + rank]) for rank in range(size - 1, -1, -1)]
