"""Windows: a time in which others may interrupt, out of turn. For claims, throwing in, and whoever is first.

A window opens to seats that public facts name, never to those whose cards would let them act; and the host alone
decides how long it lasts. So neither the view nor the clock tells who could have acted. Modes:

reaction   all at once; whoever comes first in the log has it, and the host closes the window.
priority   in turn order, each says yes or no: for bots, tests, and play by correspondence.
off        there is no window.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import HOST, Seat, Seats
from stich.kernel.state import Phase, S

REACTION: Final = "reaction"
PRIORITY: Final = "priority"
OFF: Final = "off"
MODES: Final = [REACTION, PRIORITY, OFF]  # the values of the option
PASS: Final = Action("pass")


def first_from(seat: Seat, who: Seats, seats: int) -> Seat:
    """Return the first member of `who` in turn order, `seat` itself included; −1 if there is none."""
    for i in range(seats):
        at = (seat + i) % seats
        if who >> at & 1:
            return at
    return -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Window(Phase[S]):
    """A phase in which seats may interrupt. A public fact of the game holds whom it is open to; it must not be empty.

    A game says six things: mode, waiting, narrow, reactions, react, and close: what happens when nobody wants it (any
    more). After a reaction the window is over unless `react` leaves the state in this phase.
    """

    # -- the game says -------------------------------------------------------------------------------------------------

    def mode(self, s: S) -> str:
        """Return REACTION or PRIORITY."""
        raise NotImplementedError

    def waiting(self, s: S) -> Seats:
        """Return whom it is open to: a public fact."""
        raise NotImplementedError

    def narrow(self, s: S, left: Seats) -> None:
        """Write that fact anew: somebody has declined."""
        raise NotImplementedError

    def reactions(self, s: S, seat: Seat) -> list[Action]:
        """Return what `seat` could do here; nothing, perhaps, and nobody will know."""
        raise NotImplementedError

    def react(self, s: S, seat: Seat, a: Action) -> None:
        """Do it."""
        raise NotImplementedError

    def close(self, s: S) -> None:
        """Go on with the play."""
        raise NotImplementedError

    # -- and this follows ----------------------------------------------------------------------------------------------

    def must(self, s: S) -> Seats:
        if self.mode(s) == REACTION:
            return 1 << HOST
        return 1 << first_from(s.turn, self.waiting(s), s.layout.seats)

    def may(self, s: S) -> Seats:
        return self.waiting(s) if self.mode(s) == REACTION else 0

    def openly(self, s: S) -> bool:
        return True  # a reaction is for all to see; that somebody could react and did not is nothing that is done

    def legal(self, s: S, seat: Seat) -> list[Action]:
        if seat == HOST:
            return [CLOSE]
        if self.mode(s) == REACTION:
            return self.reactions(s, seat)
        return [PASS, *self.reactions(s, seat)]

    def apply(self, s: S, seat: Seat, a: Action) -> None:
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
