"""The window in which somebody may interrupt, by itself; tests/games/rummy plays with it."""

from __future__ import annotations

import pytest

from kernel.plain import Plain, table
from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import HOST
from stich.parts.window import PASS, PRIORITY, REACTION, Window, first_from

GRAB = Action("grab")


class Open(Window[Plain]):
    """Open to some seats; what happens is written down."""

    def __init__(self, mode: str, who: int) -> None:
        super().__init__("open")
        self.how = mode
        self.who = who
        self.done: list[str] = []

    def mode(self, s: Plain) -> str:
        return self.how

    def waiting(self, s: Plain) -> int:
        return self.who

    def narrow(self, s: Plain, left: int) -> None:
        self.who = left

    def reactions(self, s: Plain, seat: int) -> list[Action]:
        return [GRAB] if seat == 1 else []

    def react(self, s: Plain, seat: int, a: Action) -> None:
        self.done.append(f"{seat} {a.verb}")

    def close(self, s: Plain) -> None:
        self.done.append("closed")


@pytest.mark.parametrize(
    ("seat", "who", "seats", "first"),
    [(0, 0b110, 3, 1), (2, 0b110, 3, 2), (2, 0b010, 3, 1), (0, 0, 3, -1), (3, 0b1001, 4, 3)],
)
def test_first_in_turn_order(seat: int, who: int, seats: int, first: int) -> None:
    assert first_from(seat, who, seats) == first


def test_reaction() -> None:
    s, phase = table(), Open(REACTION, 0b11)
    s.turn = 0
    assert (phase.must(s), phase.may(s)) == (1 << HOST, 0b11)
    assert phase.legal(s, HOST) == [CLOSE]
    assert phase.legal(s, 1) == [GRAB]
    assert phase.legal(s, 0) == []  # asked all the same: nobody can tell that this seat could do nothing
    phase.apply(s, 1, GRAB)
    phase.apply(s, HOST, CLOSE)
    assert phase.done == ["1 grab", "closed"]


def test_priority() -> None:
    s, phase = table(), Open(PRIORITY, 0b11)
    s.turn = 1
    assert (phase.must(s), phase.may(s)) == (0b10, 0)
    assert phase.legal(s, 1) == [PASS, GRAB]
    phase.apply(s, 1, PASS)
    assert (phase.must(s), phase.legal(s, 0)) == (0b01, [PASS])
    phase.apply(s, 0, PASS)
    assert phase.done == ["closed"]


def test_priority_asks_on_after_a_reaction_that_leaves_it_open() -> None:
    s, phase = table(), Open(PRIORITY, 0b11)
    s.turn = 1
    phase.apply(s, 1, GRAB)
    assert phase.done == ["1 grab"]
    assert phase.must(s) == 0b10
