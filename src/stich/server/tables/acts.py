"""What people do in the game, as their clients name it."""

from __future__ import annotations

from typing import Final, final

from stich.kernel.action import CLOSE, Action, Refused
from stich.kernel.cards import HOST
from stich.server.messages.from_client import Act
from stich.server.state.table_state import TableState
from stich.server.tables.journal import Journal
from stich.server.tables.seating import Seating
from stich.server.tables.windows import Windows

LARGEST: Final = 2**62  # for `Act.to`: no game uses larger numbers
LONGEST: Final = 40  # characters of a verb: no game has a longer one


def action_of(msg: Act) -> Action:
    """Return the action that a message names. Raises Refused `error.illegal` for what no game has; the table must end
    its windows by itself.
    """
    short = len(msg.verb) <= LONGEST and len(msg.cards) <= 255
    own = msg.host and msg.verb == CLOSE.verb
    if not short or own or abs(msg.to) >= LARGEST or not all(0 <= card < 256 for card in msg.cards):
        raise Refused("error.illegal", {"verb": msg.verb[:LONGEST]})
    return Action(msg.verb, bytes(msg.cards), msg.to)


@final
class Acts:
    """The acts of one table's people."""

    def __init__(self, state: TableState, windows: Windows, seating: Seating, journal: Journal) -> None:
        self.state = state
        self.windows = windows
        self.seating = seating
        self.journal = journal

    def act(self, identity: str, msg: Act, now: int) -> None:
        """Do what a person chose, or a table event that they report. The table must end its windows by itself."""
        if msg.host:
            self.seating.check_may_decide(identity)
        seat = HOST if msg.host else self.seating.own_seat(identity)
        self.state.running()
        since = self.state.since.table if msg.host else self.state.since.seats[seat]
        try:
            if msg.v < since:
                raise Refused("error.stale", {"n": msg.v, "allowed": since})
            action = action_of(msg)
            if msg.ask:
                return self.state.why_not(seat, action)
            if msg.host:
                self.seating.check_may_report(identity, msg.to)
            done = self.state.act(seat, action)
        except Refused as refused:
            late = None if msg.host else self.windows.too_late(seat, msg.v, now)  # a table event is no move in a window
            raise late or refused from None
        self.journal.played(identity, seat, done, msg.id, now)
