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

    def asked(self, s: S) -> Seat:
        """Return whose answer is waited for where all are asked one after the other: as the seats come after s.turn."""
        return first_from(s.turn, self.waiting(s), s.layout.seats)

    def must(self, s: S) -> Seats:
        return 1 << HOST if self.mode(s) == REACTION else 1 << self.asked(s)

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


@mypyc_attr(allow_interpreted_subclasses=True)
class BeforeTurn(Window[S]):
    """A window before a turn that is already somebody's. Whoever it is may play on while others can still interrupt,
    and what he does closes the window; where all are asked one after the other, his turn comes when they have answered.

    turn: the phase that follows when nobody interrupts, and that says what s.turn may do.
    """

    def __init__(self, name: str, turn: Phase[S]) -> None:
        super().__init__(name)
        self.turn = turn

    def plays_on(self, s: S, seat: Seat) -> bool:
        """Tell whether what this seat does is its turn."""
        return seat == s.turn and self.mode(s) == REACTION

    def may(self, s: S) -> Seats:
        return self.waiting(s) | 1 << s.turn if self.mode(s) == REACTION else 0

    def waits_out(self, s: S) -> Seats:
        return 1 << s.turn if self.mode(s) == REACTION else 0

    def legal(self, s: S, seat: Seat) -> list[Action]:
        return self.turn.legal(s, seat) if self.plays_on(s, seat) else super().legal(s, seat)

    def canon(self, s: S, seat: Seat, a: Action) -> Action:
        return self.turn.canon(s, seat, a) if self.plays_on(s, seat) else a

    def cards(self, s: S, seat: Seat, a: Action) -> Cards:
        return self.turn.cards(s, seat, a) if self.plays_on(s, seat) else a.cards

    def apply(self, s: S, seat: Seat, a: Action) -> None:
        """What happens in his turn is up to the phase of the turn: it leaves this one."""
        if self.plays_on(s, seat):
            self.turn.apply(s, seat, a)
        else:
            super().apply(s, seat, a)

    def breach(self, s: S, seat: Seat, a: Action) -> bool:
        return self.plays_on(s, seat) and self.turn.breach(s, seat, a)

    def why(self, s: S, seat: Seat, a: Action) -> Refused:
        return self.turn.why(s, seat, a) if self.plays_on(s, seat) else super().why(s, seat, a)
