"""Melds by their definitions, slowly: all subsets of a hand, and every way to take disjoint ones.

Cards are (suit, place) or (suit, rank); nothing here knows of bits, tables or an order of search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations

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


# -- with equal cards and wild ones: a card is a face 13 · suit + rank, 52 a joker; melds are lists of them


def wild(face: int, twos: bool) -> bool:
    return face == 52 or (twos and face % 13 == 1)


def enough_naturals(meld: Sequence[int], twos: bool) -> bool:
    return sum(not wild(face, twos) for face in meld) > sum(wild(face, twos) for face in meld)


def stands_as_set(meld: Sequence[int], twos: bool) -> bool:
    ranks = {face % 13 for face in meld if not wild(face, twos)}
    return len(meld) >= 3 and len(ranks) == 1 and enough_naturals(meld, twos)


def stands_as_run(meld: Sequence[int], twos: bool, places: Sequence[int]) -> bool:
    """Tell whether these cards in this order are a run: each natural is the card of its place, for some first place."""
    n = len(meld)
    three = any(all(wild(face, twos) for face in meld[i : i + 3]) for i in range(n - 2))
    if not 3 <= n <= 13 or three or not enough_naturals(meld, twos):
        return False
    return any(
        all(wild(face, twos) or face == 13 * suit + places[first + i] % 13 for i, face in enumerate(meld))
        for suit in range(4)
        for first in range(len(places) - n + 1)
    )


def contract_left(
    hand: Sequence[int],
    melds: Sequence[tuple[str, int]],
    twos: bool,
    places: Sequence[int],
    worth: Callable[[int], int],
) -> int | None:
    """Return the fewest points left when all these melds ("set" or "run", size) are laid; None: they cannot be."""

    @cache
    def left(rest: tuple[int, ...], k: int) -> int | None:
        if k == len(melds):
            return sum(worth(face) for face in rest)
        found = []
        for some in set(combinations(rest, melds[k][1])):
            if stands_as_set(some, twos) if melds[k][0] == "set" else can_be_run(some, twos, tuple(places)):
                less = list(rest)
                for face in some:
                    less.remove(face)
                after = left(tuple(less), k + 1)
                found += [] if after is None else [after]
        return min(found, default=None)

    return left(tuple(sorted(hand)), 0)


@cache
def can_be_run(cards: tuple[int, ...], twos: bool, places: tuple[int, ...]) -> bool:
    return any(stands_as_run(order, twos, places) for order in set(permutations(cards)))
