"""Melds by their definitions, slowly: all subsets of a hand, and every way to take disjoint ones.

Cards are (suit, place) or (suit, rank); nothing here knows of bits, tables or an order of search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations

Card = tuple[int, int]


def is_set(cards: Sequence[Card]) -> bool:
    suits = [suit for suit, _ in cards]
    return len(cards) >= 3 and len({place for _, place in cards}) == 1 and len(set(suits)) == len(suits)


def is_run(cards: Sequence[Card]) -> bool:
    places = sorted(place for _, place in cards)
    return (
        len(cards) >= 3
        and len({suit for suit, _ in cards}) == 1
        and places == list(range(places[0], places[0] + len(cards)))
    )


def all_melds(hand: Sequence[Card]) -> list[frozenset[Card]]:
    return [
        frozenset(some)
        for n in range(3, len(hand) + 1)
        for some in combinations(sorted(hand), n)
        if is_set(some) or is_run(some)
    ]


def fewest_left(hand: Sequence[Card], worth: Callable[[Card], int]) -> int:
    """Return the fewest points that any choice of disjoint melds leaves."""

    @cache
    def left(rest: frozenset[Card]) -> int:
        whole = sum(worth(card) for card in rest)
        return min([whole, *(left(rest - meld) for meld in all_melds(sorted(rest)))])

    return left(frozenset(hand))


def additions(hand: frozenset[Card], table: tuple[frozenset[Card], ...], size: int) -> Iterator[tuple[Card, int]]:
    """Yield each card of the hand with each meld that is a meld with it, too."""
    for card in sorted(hand):
        for at, meld in enumerate(table):
            grown = sorted({*meld, card})
            if len(grown) > len(meld) and card[1] < size and (is_set(grown) or is_run(grown)):
                yield card, at


def fewest_left_beside(
    hand: Sequence[Card], table: Sequence[frozenset[Card]], size: int, worth: Callable[[Card], int]
) -> int:
    """Return the fewest points that are left where cards may be added to melds of the table as well."""
    here = frozenset(hand)
    best = fewest_left(sorted(here), worth)
    for card, at in additions(here, tuple(table), size):
        grown = [meld | {card} if at == i else meld for i, meld in enumerate(table)]
        best = min(best, fewest_left_beside(sorted(here - {card}), grown, size, worth))
    return best
