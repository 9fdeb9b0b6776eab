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

    def begin_again(self, now: int) -> None:
        """Somebody has come to a table at which nobody was: all others count as absent from now on."""
        self.loaded_at = now
        for identity in self.absent_since:
            self.absent_since[identity] = now

    def leave(self, identity: str, now: int) -> None:
        """Note that a seated person, or the table's owner, has no socket any more."""
        self.absent_since[identity] = now

    @property
    def asleep(self) -> bool:
        """Tell whether nobody is connected; then nothing happens, except where people have a day for each decision."""
        return not self.subscribers.conns and not self.goes_on_alone

    @property
    def goes_on_alone(self) -> bool:
        """Tell whether a match runs here in which nobody need be present."""
        state = self.state
        if state.timing.timer != "day" or state.match is None or not state.people.visited:
            return False
        return state.status == "playing" or (state.status == "deal_over" and not state.last_deal)

    def away_since(self, seat: Seat) -> int | None:
        """Return since when the person on this seat has had no socket; None: they have one."""
        holder = self.state.seats[seat].holder
        return None if holder is None else self.gone_since(holder)

    def gone_since(self, identity: str) -> int | None:
        """Return since when a seated person or the table's owner has had no socket; None: they have one."""
        if self.subscribers.present(identity):
            return None
        return self.absent_since.get(identity, self.loaded_at)

    def bot_plays(self, seat: Seat) -> bool:
        """Tell whether a bot plays on this seat: it is free, or the bot has taken over from its person."""
        one = self.state.seats[seat]
        return one.holder is None or one.bot

    def here(self) -> list[Seat]:
        """Return the seats of the people who are connected and play themselves."""
        return [
            seat
            for seat, one in enumerate(self.state.seats)
            if one.holder is not None and not one.bot and self.away_since(seat) is None
        ]

    def looking_around(self, now: int) -> bool:
        """Tell whether the first visitor still has time to sit down before the bots begin."""
        return not self.state.people.visited and now < self.opened_at + pace.LOOK_AROUND
