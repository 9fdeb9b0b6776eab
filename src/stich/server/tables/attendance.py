"""Which people are connected to a table, and since when the others are not."""

from __future__ import annotations

from typing import final

from stich.kernel.cards import Seat
from stich.server.state.table_state import TableState
from stich.server.tables import pace
from stich.server.views.subscribers import Subscribers


@final
class Attendance:
    """The people of a table. now: when the table was made or read."""

    def __init__(self, state: TableState, subscribers: Subscribers, now: int) -> None:
        self.state = state
        self.subscribers = subscribers
        self.absent_since: dict[str, int] = {}  # since when a person who was here has had no socket
        self.loaded_at = now
        self.opened_at = -1  # the first hello

    def come(self, identity: str, now: int) -> None:
        """Note that a person has said hello."""
        if self.opened_at < 0:
            self.opened_at = now
        self.absent_since.pop(identity, None)

    def leave(self, identity: str, now: int) -> None:
        """Note that a seated person has no socket any more."""
        self.absent_since[identity] = now

    @property
    def asleep(self) -> bool:
        """Tell whether nobody is connected; then nothing happens."""
        return not self.subscribers.conns

    def away_since(self, seat: Seat) -> int | None:
        """Return since when the person on this seat has had no socket; None: they have one."""
        holder = self.state.seats[seat].holder
        if holder is None or self.subscribers.present(holder):
            return None
        return self.absent_since.get(holder, self.loaded_at)

    def bot_plays(self, seat: Seat, now: int) -> bool:
        """Tell whether a bot plays on this seat: it is free, or its person has been away for longer than the grace
        time."""
        if self.state.seats[seat].holder is None:
            return True
        since = self.away_since(seat)
        return since is not None and now - since >= pace.GRACE

    def looking_around(self, now: int) -> bool:
        """Tell whether the first visitor still has time to sit down before the bots begin."""
        return not self.state.people.visited and now < self.opened_at + pace.LOOK_AROUND
