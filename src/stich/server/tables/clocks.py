"""The running clocks of a table: how long each person still has, on the server's time alone.

A clock runs for each person whom the table waits for, whether they are connected or not. It stands while others can
interrupt, while a score sheet is read, and while nobody is at the table. A page counts `until` down; the person has a
little more, which no page shows: the round trip of the connection, and what the log took to reach the disk. When that
is over the bot of the seat is asked for this one decision, and until it is carried out the person's own still counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from stich.kernel.cards import Seat
from stich.server.messages.view import Clock
from stich.server.state.table_state import TableState
from stich.server.tables import pace
from stich.server.tables.due import Due
from stich.server.views.subscribers import Subscribers

NO_CLOCKS: Final[list[Clock]] = []


@final
class Clocks:
    """The clocks of one table. given_back: as in `Extras`."""

    def __init__(
        self, state: TableState, subscribers: Subscribers, given_back: Callable[[int, int], int] = lambda a, b: 0
    ) -> None:
        seats = len(state.seats)
        self.given_back = given_back
        self.state = state
        self.subscribers = subscribers
        self.began = [-1] * seats  # the entry with which the decision began for which the clock runs
        self.since = [0] * seats  # when the clock began to run, ms
        self.until = [0] * seats  # when it is over, ms; 0: it stands
        self.shown = [0] * seats  # when the person could see that they are waited for, ms; 0: not yet
        self.overdue: set[Seat] = set()  # whose time is over: the bot decides

    @property
    def per_decision(self) -> int | None:
        """The ms for each decision; None: there is no such limit."""
        return pace.DECISION.get(self.state.timing.timer)

    def follow(self, now: int, seen_at: int) -> None:
        """Let the clocks run of those for whom the table waits now. seen_at: when people have seen the last action."""
        timing = self.state.timing
        if timing.timer == "off":
            if self.subscribers.clocks:
                self.stop()
            return
        for seat, began in enumerate(timing.begun):
            if began < 0:
                self.until[seat] = 0
                self.overdue.discard(seat)
            elif began != self.began[seat] or self.until[seat] == 0:
                self.start(seat, max(now, seen_at))
            self.began[seat] = began
        self.show()

    def start(self, seat: Seat, now: int) -> None:
        """Let a seat's clock run from now on; one with a day runs from the beginning of the decision."""
        timing = self.state.timing
        allowed = self.per_decision
        if timing.timer == "day" and allowed is not None:
            now = timing.begun_at[seat]
            now += self.given_back(now, allowed)
        self.since[seat] = now
        self.until[seat] = now + (max(0, timing.left[seat]) if allowed is None else allowed)
        self.shown[seat] = 0
        self.overdue.discard(seat)

    def stop(self) -> None:
        """There are no limits any more."""
        self.until = [0] * len(self.until)
        self.began = [-1] * len(self.began)
        self.overdue.clear()
        self.subscribers.clocks = NO_CLOCKS

    def begin_again(self, now: int) -> None:
        """Somebody comes to a table at which nobody was: what had run meanwhile is given back."""
        if self.state.timing.timer in ("off", "day") or not any(self.until):
            return
        for seat, until in enumerate(self.until):
            if until:
                self.start(seat, now)
        self.show()
        self.subscribers.show_again()

    def show(self) -> None:
        """Note what all viewers see of the clocks."""
        timing, allowed = self.state.timing, self.per_decision
        shown = [
            Clock(until, max(0, timing.left[seat]) if allowed is None else allowed)
            for seat, until in enumerate(self.until)
        ]
        if shown != self.subscribers.clocks:
            self.subscribers.clocks = shown

    def delivered(self, now: int) -> None:
        """Everything is on disk, and has been sent."""
        for seat, shown in enumerate(self.shown):
            if shown == 0 and self.until[seat]:
                self.shown[seat] = now

    def spare(self, seat: Seat) -> int:
        """Return how much longer than its clock shows a seat has, ms: what is not the person's own time."""
        waited = max(0, self.shown[seat] - self.since[seat])
        return waited + min(self.subscribers.delay_to(1 << seat), pace.LAG)

    def due(self, seat: Seat) -> list[Due]:
        """Return what is due because a clock runs at a seat."""
        if not self.until[seat] or seat in self.overdue:
            return []
        return [Due(self.until[seat] + self.spare(seat), "clock", seat)]

    def spent(self, seat: Seat, now: int) -> int:
        """Return how much of their time for the match a person has taken for the decision that is made now, ms."""
        if self.state.timing.timer != "match" or not self.until[seat]:
            return 0
        took = max(0, now - self.since[seat] - self.spare(seat))
        if took < pace.FORCED and self.was_forced(seat):
            return 0
        return min(took, max(0, self.state.timing.left[seat]))

    def was_forced(self, seat: Seat) -> bool:
        """Tell whether the person's page may make the decision by itself: all see that it is none."""
        stream = self.subscribers.streams.get(seat)
        return stream is not None and bool(stream.snapshot.own.get("forced"))
