"""How a hand of Chimera is held: every card in one group, and as few loose cards as possible."""

from __future__ import annotations

import random

from stich.parts.climb.holding import grouped
from stich.parts.climb.pack import RANKS


def groups(*ranks: int) -> list[list[int]]:
    """Return the groups of a hand by ranks as printed: 13 a Hero, 14 Pi Ya, 15 the Chimera."""
    given: dict[int, int] = {}
    faces = []
    for rank in ranks:
        copy = given[rank] = given.get(rank, -1) + 1
        faces.append(4 * (rank - 1) + copy if rank <= 13 else 38 + rank)
    return [[RANKS[c] + 1 for c in cards] for cards in grouped(bytes(sorted(faces)))]


def test_loose_cards_come_first_then_sets_runs_traps_and_the_attack() -> None:
    hand = (1, 3, 3, 9, 9, 9, 9, 12, 12, 12, 14, 15)
    assert groups(*hand) == [[1], [3, 3], [12, 12, 12], [9, 9, 9, 9], [14, 15]]
    assert groups(1, 13, 13, 14) == [[1, 14], [13, 13]]
    assert groups() == []


def test_runs_are_made_where_they_leave_fewer_loose_cards() -> None:
    assert groups(3, 4, 5, 6, 7, 7, 7) == [[7, 7], [3, 4, 5, 6, 7]]
    assert groups(1, 2, 3, 4) == [[1, 2, 3, 4]], "too short for a run"
    assert groups(4, 4, 5, 5, 6, 6) == [[4, 4, 5, 5, 6, 6]]
    assert groups(4, 4, 4, 5, 5, 5, 10) == [[10], [4, 4, 4, 5, 5, 5]]
    assert groups(3, 3, 3, 4, 5, 6, 7) == [[3, 3], [3, 4, 5, 6, 7]]


def test_no_card_is_lost_or_doubled() -> None:
    for seed in range(300):
        hand = bytes(sorted(random.Random(seed).sample(range(54), 20)))
        assert sorted(b"".join(grouped(hand))) == sorted(hand)
