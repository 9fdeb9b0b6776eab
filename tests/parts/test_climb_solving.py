"""The solver of climbing games: what is made equal, and what must not be. `tests/chimera/test_open_cards.py` compares
it with brute force.
"""

from __future__ import annotations

import pytest

from stich.parts import climb
from stich.parts.climb.solving.squeeze import closed, gaps, runs
from stich.parts.climb.solving.win import OpenWin

HIGHER = {"straight": [6, 7], "pairs": [6, 6, 7, 7], "triples": [6, 6, 6, 7, 7, 7]}
GAPPED = {"straight": [0, 1, 2, 3, 5, 12], "pairs": [0, 0, 1, 1, 3, 3, 12], "triples": [0, 0, 0, 2, 2, 2, 12]}
CLOSED = {"straight": [0, 1, 2, 3, 4, 12], "pairs": [0, 0, 1, 1, 2, 2, 12], "triples": [0, 0, 0, 1, 1, 1, 12]}


def hand(ranks: list[int]) -> int:
    return int(climb.planes(bytes(ranks)))


@pytest.mark.parametrize("kind", HIGHER)
def test_a_gap_is_not_closed_where_that_would_make_a_run(kind: str) -> None:
    others = (hand(HIGHER[kind]), hand([8]))
    solver = OpenWin(climb.WILD, 8)
    assert solver.solve((hand(GAPPED[kind]), *others), 0) == 0
    assert solver.solve((hand(CLOSED[kind]), *others), 0) == 1
    assert runs(hand(GAPPED[kind]))


def test_without_runs_only_the_order_of_the_ranks_is_left() -> None:
    cards = hand([1, 4, 4, 9, 12, 13, 14])
    assert gaps(cards) == 0b1_1110_1101 & ~0b1_0000
    assert climb.ranks(closed(cards, gaps(cards))) == bytes([0, 1, 1, 2, 12, 13, 14])
    assert not runs(cards)


def test_the_seats_are_counted_from_the_one_that_plays_alone() -> None:
    solver = OpenWin(climb.WILD, 8)
    hands = (hand([3, 5]), hand([4, 6]), hand([0]))
    for alone, wins in ((0, 0), (1, 1), (2, 0)):
        assert solver.solve(hands, 1, alone=alone) == wins
    assert solver.solve(hands, 2, alone=2) == 1
