"""Arrangements of single cards, held against all subsets of a hand (`oracles/melds.py`)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracles import melds as slow
from stich.parts.melds import arrange

pytestmark = pytest.mark.once

SIZES = (10, 12)
Card = tuple[int, int]


def bit(card: Card) -> int:
    return 1 << arrange.STRIDE * card[0] + card[1]


def mask(cards: object) -> int:
    assert isinstance(cards, list | tuple | frozenset | set)
    return sum(bit(card) for card in cards)


def cards_of(bits: int) -> frozenset[Card]:
    return frozenset((n // arrange.STRIDE, n % arrange.STRIDE) for n in range(52) if bits >> n & 1)


def worth(card: Card) -> int:
    return card[1] + 1


WORTH = arrange.planes([n % arrange.STRIDE + 1 for n in range(4 * arrange.STRIDE)])
NEAR = st.tuples(st.integers(0, 3), st.integers(2, 6))  # many melds, and melds that want the same card
ANY = st.tuples(st.integers(0, 3), st.integers(0, 11))
HANDS = st.one_of(st.sets(NEAR, max_size=9), st.sets(ANY, max_size=8), st.sets(NEAR | ANY, max_size=8))


@given(HANDS)
def test_the_fewest_points_are_those_of_all_arrangements(hand: set[Card]) -> None:
    assert arrange.least(mask(hand), WORTH) == slow.fewest_left(sorted(hand), worth)


@given(HANDS)
def test_an_arrangement_is_of_disjoint_melds_and_leaves_as_much(hand: set[Card]) -> None:
    found = arrange.arrangement(mask(hand), WORTH)
    taken = 0
    for meld in found:
        assert arrange.is_meld(meld)
        assert not meld & taken
        taken |= meld
    assert taken & ~mask(hand) == 0
    assert arrange.points(mask(hand) & ~taken, WORTH) == arrange.least(mask(hand), WORTH)


@given(HANDS)
def test_melds_are_all_that_lie_in_the_hand(hand: set[Card]) -> None:
    found = arrange.melds(mask(hand))
    assert sorted(found) == sorted(mask(meld) for meld in slow.all_melds(sorted(hand)))


@given(st.sets(NEAR | ANY, min_size=1, max_size=6))
def test_what_is_a_set_or_a_run(cards: set[Card]) -> None:
    assert arrange.is_run(mask(cards)) == slow.is_run(sorted(cards))
    assert arrange.is_set(mask(cards)) == slow.is_set(sorted(cards))


@given(st.sampled_from(SIZES), st.data())
def test_what_fits_a_meld_makes_a_larger_one(size: int, data: st.DataObject) -> None:
    pack = [(suit, place) for suit in range(4) for place in range(size)]
    suit, place = data.draw(st.sampled_from(pack))
    run = [(suit, at) for at in range(place, min(place + data.draw(st.integers(3, 7)), size))]
    group = [(each, place) for each in range(4) if each != suit or data.draw(st.booleans())]
    for meld in (run, group):
        if len(meld) >= 3:
            fits = cards_of(arrange.fitting(mask(meld), size))
            table = (frozenset(meld),)
            assert fits == {card for card, _ in slow.additions(frozenset(pack) - table[0], table, size)}


@given(st.data())
def test_the_best_that_can_be_added_to_melds_of_the_table(data: st.DataObject) -> None:
    size = data.draw(st.sampled_from(SIZES))
    hand = {card for card in data.draw(st.sets(NEAR | ANY, max_size=6)) if card[1] < size}
    rest = [(suit, place) for suit in range(4) for place in range(size) if (suit, place) not in hand]
    others = sorted(data.draw(st.sets(st.sampled_from(rest), max_size=9)))
    lying = [meld for meld in slow.all_melds(others) if len(meld) < 5]
    table: list[frozenset[Card]] = []
    for meld in lying:
        if len(table) < 2 and not any(meld & other for other in table):
            table.append(meld)
    masks = [mask(meld) for meld in table]
    added = arrange.add_best(mask(hand), masks, size, WORTH)
    left = mask(hand)
    for card, at in added:
        assert card & left
        assert card & arrange.fitting(masks[at], size)
        masks[at] |= card
        left ^= card
    assert arrange.least(left, WORTH) == slow.fewest_left_beside(sorted(hand), table, size, worth)


@pytest.mark.parametrize(
    ("values", "cards", "total"), [([1, 2, 12], 0b101, 13), ([0, 0, 5], 0b100, 5), ([3, 3, 3], 0, 0)]
)
def test_points_of_planes(values: list[int], cards: int, total: int) -> None:
    assert arrange.points(cards, arrange.planes(values)) == total


def test_points_are_never_negative() -> None:
    assert arrange.planes([0, 0]) == []
    with pytest.raises(ValueError, match="negative"):
        arrange.planes([1, -1])
