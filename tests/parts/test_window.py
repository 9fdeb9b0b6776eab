"""The window in which somebody may interrupt, by itself; tests/games/rummy plays with it."""

from __future__ import annotations

import pytest

from kernel.plain import Plain, table
from stich.kernel.action import CLOSE, Action, Refused
from stich.kernel.cards import HOST, Cards
from stich.kernel.state import Phase
from stich.parts.window import PASS, PRIORITY, REACTION, BeforeTurn, Window, first_from

GRAB = Action("grab")
PLAY = Action("play", b"\0")
ANY = Action("play")


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


# -- a window before a turn


class Turn(Phase[Plain]):
    """Plays any card, which it names, and leaves the window; a wild play is punished."""

    def legal(self, s: Plain, seat: int) -> list[Action]:
        return [ANY]

    def canon(self, s: Plain, seat: int, a: Action) -> Action:
        return ANY if a.verb == "play" else a

    def cards(self, s: Plain, seat: int, a: Action) -> Cards:
        return b"\0"

    def apply(self, s: Plain, seat: int, a: Action) -> None:
        s.phase = self

    def breach(self, s: Plain, seat: int, a: Action) -> bool:
        return a.verb == "wild"

    def why(self, s: Plain, seat: int, a: Action) -> Refused:
        return Refused("error.turn")


class Before(Open, BeforeTurn[Plain]):
    def __init__(self, mode: str, who: int) -> None:
        BeforeTurn.__init__(self, "open", TURN)
        self.how = mode
        self.who = who
        self.done = []


TURN = Turn("turn")


def test_the_seat_on_turn_may_play_on() -> None:
    s, phase = table(), Before(REACTION, 0b10)
    s.turn, s.phase = 0, phase
    assert (phase.must(s), phase.may(s), phase.waits_out(s)) == (1 << HOST, 0b11, 0b01)
    assert (phase.legal(s, 0), phase.legal(s, 1), phase.legal(s, HOST)) == ([ANY], [GRAB], [CLOSE])
    assert (phase.canon(s, 0, PLAY), phase.canon(s, 1, PLAY)) == (ANY, PLAY)
    assert (phase.cards(s, 0, ANY), phase.cards(s, 1, ANY)) == (b"\0", b"")
    wild = Action("wild")
    assert (phase.breach(s, 0, wild), phase.breach(s, 1, wild)) == (True, False)
    assert phase.why(s, 0, wild).phrase.key == "error.turn"
    assert phase.why(s, 1, wild).phrase.key == "error.verb"
    phase.apply(s, 1, GRAB)
    assert (phase.done, s.phase.name) == (["1 grab"], "open")
    phase.apply(s, 0, PLAY)
    assert s.phase.name == "turn"


def test_the_host_closes_it_for_seats_that_wait() -> None:
    s, phase = table(), Before(REACTION, 0b10)
    phase.apply(s, HOST, CLOSE)
    assert phase.done == ["closed"]


def test_asked_in_turn_nobody_plays_on() -> None:
    s, phase = table(), Before(PRIORITY, 0b10)
    s.turn = 0
    assert (phase.must(s), phase.may(s), phase.waits_out(s)) == (0b10, 0, 0)
    assert phase.legal(s, 1) == [PASS, GRAB]
    assert phase.canon(s, 0, PLAY) == PLAY
    phase.apply(s, 1, PASS)
    assert phase.done == ["closed"]


def test_another_order_of_asking() -> None:
    s, phase = table(), Open(PRIORITY, 0b11)
    s.turn = 0
    assert phase.asked(s) == 0
    phase.asked = lambda s: 1  # type: ignore[method-assign]
    assert phase.must(s) == 0b10
