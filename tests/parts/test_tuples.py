"""Facts about seats, written anew."""

from __future__ import annotations

from stich.parts.tuples import credit, plus, put


def test_one_seat_or_a_side_is_credited_and_nothing_else_changes() -> None:
    assert put((1, 2, 3), 1, 7) == (1, 7, 3)
    assert plus((1, 2, 3), 2, 7) == (1, 2, 10)
    assert credit((1, 2, 3, 4), 0b1010, 7) == (1, 9, 3, 11)
    assert credit((1, 2), 0, 7) == (1, 2)
