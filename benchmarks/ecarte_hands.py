"""The hands of Écarté by the books: the list of the *jeux de règle* as patterns, the classes of a hand, and the hands
at the border of a class. `jeux_de_regle.py` compares them with the bots.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from typing import Final, NamedTuple

from stich.games.ecarte.rules_cards import KING, PACK, SIZE
from stich.kernel.cards import Cards

RANKS: Final = "789TAJQK"
TURNUP: Final = PACK.read("H9")[0]  # neither the lowest trump nor a high one
TRUMP: Final = TURNUP // SIZE

READ, REMEMBERED, IMPLIED = "read", "remembered", "implied"


class Listed(NamedTuple):
    """A class of hands. patterns: what a hand contains at least: an asterisk for each trump, then for each plain suit
    the lowest ranks that its highest cards can have. exact: there are no more trumps. source: how the class is known.
    """

    key: str
    patterns: tuple[str, ...]
    exact: bool
    source: str


# Encyclopædia Britannica, 11th edition (1911), volume 8, article "Écarté", in the public domain; by its words the list
# of Cavendish, "The Laws of Écarté" (1878). Of a transcription these sentences were at hand (`READ`): class 5, the king
# of trumps, and how the dealer's list differs, which names the classes 2a, 3a to 3c and 4 in passing. The others are
# from memory (`REMEMBERED`); what counts as a high card in 2d is not certain, so here it is a court card. The dealer's
# exceptions also name three classes that this list does not have (`IMPLIED`); they are not counted.
LISTED: Final = (
    Listed("1", ("***",), False, REMEMBERED),
    Listed("2a", ("** 777",), True, REMEMBERED),
    Listed("2b", ("** Q7 7",), True, REMEMBERED),
    Listed("2c", ("** 77 K",), True, REMEMBERED),
    Listed("2d", ("** J J J",), True, REMEMBERED),
    Listed("3a", ("* KQJ 7",), True, REMEMBERED),
    Listed("3b", ("* K777",), True, REMEMBERED),
    Listed("3c", ("* Q77 Q",), True, REMEMBERED),
    Listed("4", ("Q Q Q", "JJJ J", "JJ JJ", "JJ J J"), True, REMEMBERED),
    Listed("5", ("** K", "* K K", "K K K"), False, READ),
    Listed("one trump, two queens", ("* Q Q",), True, IMPLIED),
    Listed("one trump, queen, guarded knave", ("* Q J7",), True, IMPLIED),
    Listed("one trump, king, queen", ("* K Q",), True, IMPLIED),
)
WITH_KING: Final = "king, "  # before a class: with the king of trumps, and so a hand with which to propose
BELOW: Final = "below"
OTHER: Final = "no class"

Ranks = tuple[int, ...]


class Hand(NamedTuple):
    """A hand without the names of its plain suits: the ranks of its trumps and of each plain suit, highest first, and
    the longest suit first.
    """

    trumps: Ranks
    plain: tuple[Ranks, ...]


def hand_of(cards: Cards) -> Hand:
    """Return a hand without the names of its plain suits."""
    suits = [tuple(sorted((c % SIZE for c in cards if c // SIZE == suit), reverse=True)) for suit in range(4)]
    return in_order(suits.pop(TRUMP), suits)


def in_order(trumps: Ranks, plain: list[Ranks]) -> Hand:
    return Hand(trumps, tuple(sorted(plain, key=lambda suit: (len(suit), suit), reverse=True)))


def cards_of(hand: Hand) -> Cards:
    """Return a hand with names of suits."""
    suits = [hand.trumps, *hand.plain]
    order = [TRUMP, *[suit for suit in range(4) if suit != TRUMP]]
    return bytes(sorted(suit * SIZE + rank for suit, some in zip(order, suits, strict=True) for rank in some))


def contains(hand: Hand, pattern: str, exact: bool) -> bool:
    """Tell whether a hand contains a pattern of `LISTED`."""
    parts = pattern.split()
    trumps = parts.pop(0).count("*") if "*" in parts[0] else 0
    if len(hand.trumps) < trumps or (exact and len(hand.trumps) > trumps):
        return False
    wanted = [[RANKS.index(rank) for rank in part] for part in parts]
    return any(
        all(len(suit) >= len(low) and all(a >= b for a, b in zip(suit, low, strict=False)) for suit, low in pairs)
        for pairs in (list(zip(suits, wanted, strict=True)) for suits in permutations(hand.plain, len(wanted)))
    )


@cache
def classes(hand: Hand) -> tuple[Listed, ...]:
    """Return the classes of a hand, leaving aside that it may have the king of trumps."""
    return tuple(one for one in LISTED if any(contains(hand, pattern, one.exact) for pattern in one.patterns))


def group(hand: Hand) -> str:
    """Return under which heading a hand is counted: its first class."""
    found = classes(hand)
    if not found:
        return OTHER
    return (WITH_KING if KING in hand.trumps else "") + found[0].key


def lower(hand: Hand) -> Iterator[Hand]:
    """Yield the hands in which one card is a step lower."""
    for at, suit in enumerate([hand.trumps, *hand.plain]):
        for i, rank in enumerate(suit):
            less = rank - 1 - (at == 0 and rank - 1 == TURNUP % SIZE)
            if less >= 0 and less not in suit:
                suits = [hand.trumps, *hand.plain]
                suits[at] = tuple(sorted((*suit[:i], less, *suit[i + 1 :]), reverse=True))
                yield in_order(suits[0], suits[1:])


def all_hands() -> Counter[Hand]:
    """Return all hands and how many real ones each of them stands for."""
    return Counter(hand_of(bytes(some)) for some in combinations([c for c in PACK.deck if c != TURNUP], 5))


def border(hands: Counter[Hand]) -> list[tuple[str, Hand]]:
    """Return the weakest hands of each class that counts, and those below."""
    weakest = [
        (one.key, hand)
        for hand in hands
        for one in classes(hand)
        if one.source != IMPLIED and KING not in hand.trumps and not any(one in classes(other) for other in lower(hand))
    ]
    below = {other for _, hand in weakest for other in lower(hand) if not classes(other)}
    return sorted(weakest) + [(BELOW, hand) for hand in sorted(below, reverse=True)]


def drawn(hands: Counter[Hand], number: int) -> list[tuple[str, Hand]]:
    """Return hands of each class, as often as they are dealt."""
    groups: dict[str, list[Hand]] = {}
    for hand in hands:
        groups.setdefault(group(hand), []).append(hand)
    return [
        (key, hand)
        for key, some in sorted(groups.items())
        for hand in dict.fromkeys(random.Random(key).choices(some, [hands[one] for one in some], k=number))
    ]
