"""How long a connection's messages are on their way there and back."""

from __future__ import annotations

from typing import Final

MEASURE: Final = 10.0  # seconds between two measurements
MEASURES: Final = 3  # the longest of the last few counts


class RoundTrip:
    """The round trip of one connection, measured by pings and their pongs."""

    def __init__(self) -> None:
        self.asked = -MEASURE  # when the last ping left
        self.awaited = False  # its pong has not come yet
        self.delays: tuple[int, ...] = ()  # ms

    def begin(self, now: float) -> bool:
        """Tell whether a ping is due; it counts as sent."""
        if self.awaited or now - self.asked <= MEASURE:
            return False
        self.asked = now
        self.awaited = True
        return True

    def end(self, received: float) -> None:
        """Note a pong. One without a ping is ignored."""
        if self.awaited:
            self.delays = (*self.delays[1 - MEASURES :], int((received - self.asked) * 1000))
        self.awaited = False

    def drop(self) -> None:
        """A pong has come that does not count."""
        self.awaited = False

    @property
    def longest(self) -> int | None:
        """Return the longest of the last round trips, ms; None: none was measured."""
        return max(self.delays, default=None)
