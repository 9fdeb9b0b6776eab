"""Tuples of facts about seats, with single values replaced."""

from __future__ import annotations

from stich.parts.tuples import at, credit, more, plus, put, united


def test_one_seat_or_a_side_is_credited_and_nothing_else_changes() -> None:
    assert put((1, 2, 3), 1, 7) == (1, 7, 3)
    assert plus((1, 2, 3), 2, 7) == (1, 2, 10)
    assert credit((1, 2, 3, 4), 0b1010, 7) == (1, 9, 3, 11)
    assert credit((1, 2), 0, 7) == (1, 2)


def test_of_two_seats_one_is_asked_or_given_more() -> None:
    assert [at((3, 5), seat) for seat in range(2)] == [3, 5]
    assert [more((3, 5), seat, -4) for seat in range(2)] == [(-1, 5), (3, 1)]
    assert [united((0b01, 0b10), seat, 0b110) for seat in range(2)] == [(0b111, 0b10), (0b01, 0b110)]
