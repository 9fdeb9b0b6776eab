"""Melds with equal cards and wild ones, held against all choices and orders of cards (`oracles/melds.py`)."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles import melds as slow
from stich.games.frustration.rules_contracts import Contract, wild_patterns
from stich.games.frustration.rules_melds import (
    JOKER,
    RUN,
    SET,
    additions,
    first_place,
    in_window,
    is_set,
    most_wild,
    naturals_of,
)
from stich.kernel.cards import drop, holds

pytestmark = pytest.mark.once

KINDS = {"set": SET, "run": RUN}
POINTS = [20, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10, 20]  # of each rank, then of a wild card
CONTRACTS = [
    [("set", 3), ("set", 3)], [("run", 3), ("run", 3)], [("set", 3), ("run", 4)], [("set", 4), ("set", 4)],
    [("set", 3), ("run", 5)], [("set", 3), ("set", 3), ("set", 3)], [("run", 4), ("run", 4)], [("run", 5)],
    [("set", 5)], [("run", 3), ("set", 3), ("run", 3)],
]  # fmt: skip
SPANS = [(0, 13), (0, 12), (1, 13)]  # aces low and high, low, high
NEAR = st.builds(lambda suit, rank: 13 * suit + rank, st.integers(0, 1), st.integers(2, 6))
EDGE = st.builds(lambda suit, rank: 13 * suit + rank, st.integers(0, 1), st.sampled_from([0, 1, 2, 11, 12]))
SAME = st.builds(lambda suit, rank: 13 * suit + rank, st.integers(0, 3), st.integers(3, 5))
WILD = st.sampled_from([JOKER, 1, 14])
HANDS = st.one_of([st.lists(st.one_of(kind, kind, kind, WILD), max_size=10) for kind in (NEAR, EDGE, SAME)])


def twice_at_most(hand: list[int]) -> bytes:
    return bytes(sorted(c for c in hand if c == JOKER or hand.count(c) <= 2))


def made(melds: list[tuple[str, int]], twos: bool, span: tuple[int, int]) -> Contract:
    return Contract([(KINDS[kind], size) for kind, size in melds], twos, *span, POINTS)


def worth(twos: bool, face: int) -> int:
    return 20 if slow.wild(face, twos) else POINTS[face % 13]


def places(span: tuple[int, int]) -> tuple[int, ...]:
    return tuple(range(span[0], span[1] + 1))


def stands(meld: bytes, kind: str, twos: bool, span: tuple[int, int]) -> bool:
    if kind == "set":
        return slow.stands_as_set(meld, twos)
    return slow.stands_as_run(meld, twos, places(span))


CASE = (st.sampled_from(CONTRACTS), st.booleans(), st.sampled_from(SPANS))


@settings(deadline=None, max_examples=300)
@given(HANDS, *CASE)
def test_the_fewest_points_are_those_of_all_arrangements(
    cards: list[int], melds: list[tuple[str, int]], twos: bool, span: tuple[int, int]
) -> None:
    hand = twice_at_most(cards)
    asked = made(melds, twos, span)
    left = slow.contract_left(hand, melds, twos, places(span), lambda face: worth(twos, face))
    found = asked.best(hand)
    assert asked.can(hand) == (left is not None)
    if left is None:
        assert found == []
        return
    for meld, (kind, size) in zip(found, melds, strict=True):
        assert len(meld) == size
        assert stands(meld, kind, twos, span)
    laid = b"".join(found)
    assert holds(hand, laid)
    assert sum(worth(twos, c) for c in hand) - sum(worth(twos, c) for c in laid) == left


@settings(deadline=None, max_examples=200)
@given(HANDS, *CASE)
def test_ways_are_all_that_the_cards_of_a_hand_can_lie_in(
    cards: list[int], melds: list[tuple[str, int]], twos: bool, span: tuple[int, int]
) -> None:
    hand = twice_at_most(cards)
    asked = made(melds, twos, span)
    found = asked.ways(hand)
    expected = set()
    for laid in all_laid(hand, melds, twos, span):
        way = asked.way_of(laid)
        assert way >= 0
        expected.add(way)
    assert found == sorted(expected)
    for way in found:
        laid = asked.laid(hand, way)
        assert asked.way_of(laid) == way
        chosen = b"".join(laid)
        assert holds(hand, chosen)
        assert asked.laid(bytes(sorted(chosen)), way) == laid


def as_laid(cards: bytes, code: int, twos: bool, low: int, high: int) -> bytes:
    """Return the cards in the order in which they make the meld `code`; b"" if they do not."""
    if code < 16:
        ordered = bytes(sorted(cards))
        naturals = naturals_of(cards, twos)
        return ordered if naturals and naturals[0] % 13 == code and is_set(ordered, twos) else b""
    first = code % 16
    out = in_window(cards, code // 16 - 1, first, twos)
    return out if out and first_place(out, twos, low, high) == first else b""


def codes_of(cards: bytes, kind: int, twos: bool, low: int, high: int) -> list[int]:
    """Return all the codes at which these cards make a meld of this kind: several, if a wild card can lie at either end
    of a run.
    """
    naturals = naturals_of(cards, twos)
    if not naturals:
        return []
    if kind == SET:
        code = naturals[0] % 13
        return [code] if as_laid(cards, code, twos, low, high) else []
    base = 16 + 16 * (naturals[0] // 13)
    last = high - len(cards) + 1
    return [base + first for first in range(low, last + 1) if as_laid(cards, base + first, twos, low, high)]


def all_laid(hand: bytes, melds: list[tuple[str, int]], twos: bool, span: tuple[int, int]) -> list[list[bytes]]:
    """Return these melds laid out of the hand in every way and with all choices of cards, each as it would lie."""
    if not melds:
        return [[]]
    out = []
    kind, size = melds[0]
    for some in set(combinations(hand, size)):
        codes = codes_of(bytes(some), KINDS[kind], twos, *span)
        left = hand
        for c in some if codes else ():
            left = drop(left, c)
        for rest in all_laid(left, melds[1:], twos, span) if codes else []:
            out += [[as_laid(bytes(some), code, twos, *span), *rest] for code in codes]
    return out


@settings(deadline=None)
@given(
    st.one_of(st.lists(NEAR | WILD, min_size=1, max_size=6), st.lists(EDGE | WILD, max_size=5)),
    st.booleans(),
    st.sampled_from(SPANS),
)
def test_a_meld_in_its_order(cards: list[int], twos: bool, span: tuple[int, int]) -> None:
    meld = bytes(cards)
    assert is_set(meld, twos) == slow.stands_as_set(cards, twos)
    assert (first_place(meld, twos, *span) >= 0) == slow.stands_as_run(cards, twos, places(span))
    runs = codes_of(meld, RUN, twos, *span)
    assert bool(runs) == slow.can_be_run(tuple(cards), twos, places(span))
    for code in runs:
        assert slow.stands_as_run(as_laid(meld, code, twos, *span), twos, places(span))


@settings(deadline=None)
@given(
    HANDS,
    st.sampled_from([[("run", 4)], [("run", 5)], [("set", 3)], [("set", 4)]]),
    st.booleans(),
    st.sampled_from(SPANS),
    st.data(),
)
def test_what_may_be_added_leaves_a_meld_that_stands(
    cards: list[int], melds: list[tuple[str, int]], twos: bool, span: tuple[int, int], data: st.DataObject
) -> None:
    found = made(melds, twos, span).best(twice_at_most(cards))
    if not found:
        return
    meld = found[0]
    for _ in range(data.draw(st.integers(0, 4))):
        ways = [(c, end) for c in range(53) for end in ("set", "low", "high")]
        to_set, before, behind = additions(meld, twos, *span)
        lists = {"set": to_set, "low": before, "high": behind}
        for c, end in ways:
            grown = bytes([c]) + meld if end == "low" else meld + bytes([c])
            kind = "set" if end == "set" else "run"
            allowed = c in lists[end] or (slow.wild(c, twos) and JOKER in lists[end])
            is_kind = stands(meld, kind, twos, span)
            assert allowed == (is_kind and stands(grown, kind, twos, span)), (list(meld), c, end)
        ends = [end for end in lists if lists[end]]
        if not ends:
            return
        end = data.draw(st.sampled_from(ends))
        c = data.draw(st.sampled_from(list(lists[end])))
        meld = bytes([c]) + meld if end == "low" else meld + bytes([c])


@pytest.mark.parametrize(("size", "most"), [(3, 1), (4, 1), (5, 2), (6, 2), (7, 3), (9, 4)])
def test_naturals_are_more_than_wild_cards(size: int, most: int) -> None:
    assert most_wild(size) == most
    assert max(pattern.bit_count() for pattern in wild_patterns(size)) == most


def test_no_three_wild_cards_lie_side_by_side() -> None:
    assert 0b0000111 not in wild_patterns(7)
    assert 0b0001011 in wild_patterns(7)
