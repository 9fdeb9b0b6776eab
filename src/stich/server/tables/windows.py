"""The times of a table's windows: how long each stays open, when bots act in it, and who is too late."""

from __future__ import annotations

from typing import Final, final

from stich.kernel.action import Refused
from stich.kernel.cards import HOST, Seat, has, seats_of
from stich.kernel.match import Match
from stich.server.messages.from_client import Act
from stich.server.messages.view import Window
from stich.server.state.table_state import TableState
from stich.server.tables import pace
from stich.server.tables.attendance import Attendance
from stich.server.views.subscribers import Subscribers

TRIES: Final = 12  # acts that are accepted from a person in one window; more are a flood


@final
class Windows:
    """Times and attempts of one table's windows."""

    def __init__(self, state: TableState, subscribers: Subscribers, attendance: Attendance) -> None:
        self.state = state
        self.subscribers = subscribers
        self.attendance = attendance
        self.bot_times: list[int] = []  # of the open window, ms before it closes: when a bot on this seat can act
        self.tries: dict[str, int] = {}  # the number of acts of each person in the window that opened last

    def opened(self, match: Match, now: int, drawn: bytes) -> Window:
        """Return how long the window stays open, and draw the times at which bots act in it.

        Both follow from the pace, from who sits where and from the connections, never from who could act; the times are
        drawn for all seats alike. If a person is alone with bots, there is nobody from whom it has to be hidden what
        they can do.

        drawn: a random byte for each seat.
        """
        people = 0
        for seat in seats_of(match.deal.may() & ~self.state.window.waits_out):
            if not self.attendance.bot_plays(seat):
                people |= 1 << seat
        alone = self.subscribers.alone
        if alone and not self.subscribers.spec.unlisted:
            for seat in seats_of(people):
                if not match.deal.legal(seat):
                    people &= ~(1 << seat)
        lasts = (pace.WINDOW if people else pace.BOTS_WINDOW)[self.state.pace]
        if people and match.rules.layout.window_ms:
            lasts = min(lasts, match.rules.layout.window_ms) if alone else match.rules.layout.window_ms
        spare = min(self.subscribers.delay_to(people), pace.SPARE)
        first, last = pace.REACTION
        parts = [first + (last - first) * byte // 255 for byte in drawn]
        self.tries.clear()
        self.bot_times = [spare + lasts - lasts * part // 100 for part in parts]
        return Window(now + lasts + spare, lasts, spare, self.state.window.waits_out)

    def floods(self, identity: str, msg: Act) -> bool:
        """Count the attempts of a person in a window, late ones too; tell whether they exceed the limit."""
        before = self.state.window.closed
        if not self.state.window.open and (before is None or msg.v >= before.closed):
            return False
        tries = self.tries[identity] = self.tries.get(identity, 0) + 1
        return tries > TRIES

    def too_late(self, seat: Seat, v: int, now: int) -> Refused | None:
        """Return by how much a person was too late who chose in a window (seeing number v) that has closed since."""
        closed = self.state.window.closed
        if closed is None or not closed.opened <= v < closed.closed or not has(closed.to, seat):
            return None
        if closed.by == HOST:
            return Refused("error.window_late", {"n": now - closed.at})
        if closed.by == seat:
            return Refused("error.window_own")
        return Refused("error.window_first", {"seat": closed.by, "n": now - closed.at})
