"""§2 and §8: the cards of Doppelkopf, what is trump in which game, and what beats what.

face = 6 · suit + rank
"""

from __future__ import annotations

from typing import Final

from stich.kernel.cards import ONE
from stich.parts import suits
from stich.parts.tricks import Contract, Duty

RANKS: Final = "9JQKTA"
PACK: Final = suits.pack(RANKS, copies=2)
SHARP: Final = suits.pack(RANKS, copies=2, without="C9 S9 H9 D9")
SIZE: Final = 6
WORTH: Final = [0, 2, 3, 4, 10, 11] * 4
ACE: Final = 5
CLUB_QUEEN: Final = 2
FOX: Final = SIZE * suits.DIAMONDS + ACE
HEART_TEN: Final = SIZE * suits.HEARTS + 4

NORMAL: Final = 0  # what can be trump; 1 + suit is that suit's solo
JACKS: Final = 5
CONTRACT_NAMES: Final = ["normal", "solo_c", "solo_s", "solo_h", "solo_d", "grossspiel"]
TRUMP: Final = 4  # the number of the trumps where a contract counts its suits


def contract(suit: int, tollen: bool, second: bool) -> Contract:
    """§2 Queens, jacks and one suit are trump, above them the heart tens where they count so; §8 which of two wins."""
    top = [HEART_TEN] if tollen else []
    top += [SIZE * s + rank for rank in (2, 1) for s in range(4)]
    plain = [[SIZE * s + rank for rank in (5, 4, 3, 0) if SIZE * s + rank not in top] for s in range(4)]
    ranks = [[ONE[c] for c in plain[s]] if s != suit else [] for s in range(4)]
    return Contract([*ranks, [ONE[c] for c in top + plain[suit]]], TRUMP, ONE[HEART_TEN] if second else b"")


def only_jacks() -> Contract:
    """§8 Großspiel: four jacks, and plain suits with the queen between king and nine."""
    plain = [[ONE[SIZE * s + rank] for rank in (5, 4, 3, 2, 0)] for s in range(4)]
    return Contract([*plain, [ONE[SIZE * s + 1] for s in range(4)]], TRUMP)


def contracts(tollen: bool, second: bool) -> list[Contract]:
    """Return what can be trump, by the numbers above."""
    of = [contract(suit, tollen, second) for suit in range(4)]
    return [of[suits.DIAMONDS], *of, only_jacks()]


CONTRACTS: Final = [contracts(False, False), contracts(True, False), contracts(True, True)]
FOLLOW: Final = Duty()
