"""Windows: a time in which other seats can interrupt out of turn, for claims, throwing in, and races.

A window opens to seats named by public facts, never to those whose cards would let them act, and only the HOST decides
how long it lasts. So neither the view nor the clock reveals who could have acted. Modes:

  reaction   all at once; the first in the log wins, and the HOST closes the window.
  priority   in turn order, each says yes or no: for bots, tests, and correspondence play.
  off        there is no window.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from stich.kernel.action import CLOSE, Action, Refused
from stich.kernel.cards import HOST, Cards, Seat, Seats
from stich.kernel.state import Phase, S

REACTION: Final = "reaction"
PRIORITY: Final = "priority"
OFF: Final = "off"
MODES: Final = [REACTION, PRIORITY, OFF]  # the values of the option
PASS: Final = Action("pass")


def first_from(seat: Seat, who: Seats, seats: int) -> Seat:
    """Return the first member of `who` in turn order, `seat` itself included; −1 if there is none."""
    members: i64 = who
    at: i64 = seat
    for _ in range(seats):
        if (members >> at) & 1:
            return at
        at += 1
        if at == seats:
            at = 0
    return -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Window(Phase[S]):
    """A phase in which seats can interrupt. A public fact of the game holds the seats it is open to; it must not be
    empty.

    A game implements mode, waiting, narrow, reactions, react, and close, which is called when no seat wants to react
    (any more). After a reaction the window is over unless `react` leaves the state in this phase.
    """

    # -- a game implements these ---------------------------------------------------------------------------------------

    def mode(self, s: S) -> str:
        """Return REACTION or PRIORITY."""
        raise NotImplementedError

    def waiting(self, s: S) -> Seats:
        """Return the seats it is open to: a public fact."""
        raise NotImplementedError

    def narrow(self, s: S, left: Seats) -> None:
        """Store the seats that are still asked after one has declined."""
        raise NotImplementedError

    def reactions(self, s: S, seat: Seat) -> list[Action]:
        """Return what `seat` can do here. It can be empty; other seats do not learn that."""
        raise NotImplementedError

    def react(self, s: S, seat: Seat, a: Action) -> None:
        """Apply the reaction."""
        raise NotImplementedError

    def close(self, s: S) -> None:
        """Continue the play."""
        raise NotImplementedError

    # -- and this follows from them ------------------------------------------------------------------------------------

    def asked(self, s: S) -> Seat:
        """Return the seat whose answer is awaited in priority mode: in turn order from s.turn."""
        return first_from(s.turn, self.waiting(s), s.layout.seats)

    def must(self, s: S) -> Seats:
        """Return the HOST, who closes the window; in priority mode the seat that is asked."""
        return 1 << HOST if self.mode(s) == REACTION else 1 << self.asked(s)

    def may(self, s: S) -> Seats:
        """Return the seats that can react; in priority mode none but the one that is asked."""
        return self.waiting(s) if self.mode(s) == REACTION else 0

    def openly(self, s: S) -> bool:
        """Return True: a reaction is visible to all. Being able to react and not doing so is no action."""
        return True

    def legal(self, s: S, seat: Seat) -> list[Action]:
        """Return the reactions of a seat, in priority mode behind a pass; for the HOST, closing."""
        if seat == HOST:
            return [CLOSE]
        if self.mode(s) == REACTION:
            return self.reactions(s, seat)
        return [PASS, *self.reactions(s, seat)]

    def apply(self, s: S, seat: Seat, a: Action) -> None:
        """React, pass or close. The window closes when nobody is left to be asked."""
        if a == CLOSE:
            self.close(s)
        elif a == PASS:
            left = self.waiting(s) & ~(1 << seat)
            if left:
                self.narrow(s, left)
            else:
                self.close(s)
        else:
            self.react(s, seat, a)


@mypyc_attr(allow_interpreted_subclasses=True)
class BeforeTurn(Window[S]):
    """A window before a turn that already belongs to a seat. That seat can play on while others can still interrupt,
    and its action closes the window. In priority mode its turn comes when the others have answered.

    turn: the phase that follows when nobody interrupts, and that says what s.turn can do.
    """

    def __init__(self, name: str, turn: Phase[S]) -> None:
        super().__init__(name)
        self.turn = turn

    def plays_on(self, s: S, seat: Seat) -> bool:
        """Tell whether the action of this seat is its turn."""
        return seat == s.turn and self.mode(s) == REACTION

    def may(self, s: S) -> Seats:
        """Return the seats that can react, and the seat whose turn it is."""
        return self.waiting(s) | 1 << s.turn if self.mode(s) == REACTION else 0

    def waits_out(self, s: S) -> Seats:
        """Return the seat whose turn it is."""
        return 1 << s.turn if self.mode(s) == REACTION else 0

    def legal(self, s: S, seat: Seat) -> list[Action]:
        """Return the choices of the turn for its seat, and the reactions for the others."""
        return self.turn.legal(s, seat) if self.plays_on(s, seat) else super().legal(s, seat)

    def canon(self, s: S, seat: Seat, a: Action) -> Action:
        """Return the listed form of an action; of one that is the turn, by its phase."""
        return self.turn.canon(s, seat, a) if self.plays_on(s, seat) else a

    def cards(self, s: S, seat: Seat, a: Action) -> Cards:
        """Return the cards of an action; of one that is the turn, by its phase."""
        return self.turn.cards(s, seat, a) if self.plays_on(s, seat) else a.cards

    def apply(self, s: S, seat: Seat, a: Action) -> None:
        """Apply the action in the phase of the turn, which then leaves this one."""
        if self.plays_on(s, seat):
            self.turn.apply(s, seat, a)
        else:
            super().apply(s, seat, a)

    def breach(self, s: S, seat: Seat, a: Action) -> bool:
        """Tell whether the phase of the turn accepts and punishes an unlisted action."""
        return self.plays_on(s, seat) and self.turn.breach(s, seat, a)

    def why(self, s: S, seat: Seat, a: Action) -> Refused:
        """Return why an action is refused; of one that would be the turn, by its phase."""
        return self.turn.why(s, seat, a) if self.plays_on(s, seat) else super().why(s, seat, a)
