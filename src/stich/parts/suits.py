"""Packs of four suits: clubs, spades, hearts, diamonds; acorns, leaves, hearts and bells in a German pack.

A face is size · suit + rank, where `size` is how many ranks there are, and ranks count from the lowest one as a game
lists them. Notation: the suit's letter, then the rank's, "ST" for the ten of spades.
"""

from __future__ import annotations

from typing import Final

from stich.kernel.cards import Card, Cards, Pack
from stich.parts.tricks import Contract

SUITS: Final = "CSHD"
CLUBS: Final = 0
SPADES: Final = 1
HEARTS: Final = 2
DIAMONDS: Final = 3
EITHER_WAY: Final = ("french", "german")
LOW: Final = "2345"  # ranks that a German pack does not have


def pack(ranks: str, copies: int = 1, without: str = "", art: str = "french") -> Pack:
    """Return a pack of four suits.

    ranks: from the lowest to the highest, as "789JQKTA". copies: of each card. without: cards that are left out, as "C7
    S7"; their faces still exist, so a game with several packs has the same faces in all of them.
    art: the drawings; where both decks have such cards, those of the other one can show it, too.
    """
    names = [suit + rank for suit in SUITS for rank in ranks]
    left_out = without.split()
    deck = bytes([face for face, name in enumerate(names) if name not in left_out for _ in range(copies)])
    return Pack(names, deck, art, also=other_way(ranks, art))


def other_way(ranks: str, art: str) -> list[str]:
    """Return the drawings, beside `art`, that can show a pack of four suits with these ranks."""
    if art not in EITHER_WAY or set(LOW) & set(ranks):
        return []
    return [deck for deck in EITHER_WAY if deck != art]


def suit_of(c: Card, size: int) -> int:
    """Return the suit of a face: CLUBS, SPADES, HEARTS or DIAMONDS. size: ranks of a suit."""
    return c // size


def rank_of(c: Card, size: int) -> int:
    """Return the rank of a face, from 0 for the lowest. size: ranks of a suit."""
    return c % size


def of_suit(suit: int, size: int) -> list[Cards]:
    """Return the ranks of a suit from high to low, in the form that `tricks.Contract` takes."""
    return [bytes([size * suit + rank]) for rank in range(size - 1, -1, -1)]


def held(contract: Contract, size: int) -> list[Cards]:
    """Return the order of a hand of four suits (see `State.order`): first the trumps, then the other suits, black and
    red alternating, each from high to low.
    """
    black: list[Cards] = []
    red: list[Cards] = []
    out: list[Cards] = []
    for number, faces in enumerate(contract.order):
        if not faces:
            continue  # all of it is trump
        if number == contract.trump:
            out.append(faces)
        elif suit_of(faces[0], size) in (CLUBS, SPADES):
            black.append(faces)
        else:
            red.append(faces)
    first, second = (red, black) if len(red) > len(black) else (black, red)
    for i in range(len(first)):
        out.append(first[i])
        if i < len(second):
            out.append(second[i])
    return out
