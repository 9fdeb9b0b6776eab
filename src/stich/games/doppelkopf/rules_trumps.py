"""§2, §8 and §12: the cards of Doppelkopf, the contracts, and what beats what.

A face is 6 · suit + rank.
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
NINE: Final = 0
ACE: Final = 5
CLUB_JACK: Final = 1
CLUB_QUEEN: Final = 2
FOX: Final = SIZE * suits.DIAMONDS + ACE
HEART_TEN: Final = SIZE * suits.HEARTS + 4

NORMAL: Final = 0  # the contracts; 1 + suit is that suit's solo
JACKS: Final = 5
QUEENS: Final = 6  # §12 from here on
FLESHLESS: Final = 7
PIGS: Final = 8  # the normal game and the diamonds solo, if the two foxes of one hand are the highest trumps
CONTRACT_NAMES: Final = [
    *("normal", "solo_c", "solo_s", "solo_h", "solo_d", "grossspiel", "solo_queens", "solo_fleshless"),
]
SOLOS: Final = [1, 2, 3, 4, QUEENS, JACKS, FLESHLESS]  # the contract of the solo that an action names by its index
SOLO_WORDS: Final = ["C", "S", "H", "D", "queens", "jacks", "fleshless"]
SUIT_KEYS: Final = [f"doppelkopf.suit.{suit.lower()}" for suit in suits.SUITS]
SOLO_KEYS: Final = [*SUIT_KEYS, *[f"doppelkopf.game.solo_{word}" for word in SOLO_WORDS[4:]]]
TRUMP: Final = 4  # the number of the trumps in the suits of a contract


def contract(suit: int, tollen: bool, second: bool, pigs: bool = False) -> Contract:
    """§2 Queens, jacks and one suit are trump, above them the heart tens if they count so; §8 which of two wins; §12
    above all of them the pigs.
    """
    top = [FOX] if pigs else []
    top += [HEART_TEN] if tollen else []
    top += [SIZE * s + rank for rank in (2, 1) for s in range(4)]
    plain = [[SIZE * s + rank for rank in (5, 4, 3, 0) if SIZE * s + rank not in top] for s in range(4)]
    ranks = [[ONE[c] for c in plain[s]] if s != suit else [] for s in range(4)]
    return Contract([*ranks, [ONE[c] for c in top + plain[suit]]], TRUMP, ONE[HEART_TEN] if second else b"")


def only(rank: int) -> Contract:
    """§8 Großspiel, §12 jacks and queens solo: four trumps; the other picture stands between king and nine."""
    plain = [[ONE[SIZE * s + r] for r in (5, 4, 3, 2, 1, 0) if r != rank] for s in range(4)]
    return Contract([*plain, [ONE[SIZE * s + rank] for s in range(4)]], TRUMP)


def fleshless() -> Contract:
    """§12 No trumps: A T K Q J 9 in every suit."""
    return Contract([*[[ONE[SIZE * s + r] for r in (5, 4, 3, 2, 1, 0)] for s in range(4)], []], TRUMP)


def contracts(tollen: bool, second: bool) -> list[Contract]:
    """Return the contract, by the numbers above."""
    of = [contract(suit, tollen, second) for suit in range(4)]
    pigs = contract(suits.DIAMONDS, tollen, second, pigs=True)
    return [of[suits.DIAMONDS], *of, only(1), only(2), fleshless(), pigs]


CONTRACTS: Final = [contracts(False, False), contracts(True, False), contracts(True, True)]
FOLLOW: Final = Duty()
