"""How well the event loop keeps up, and whether the server is about to stop."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Final

from stich.server.state.counts import COUNTS

EVERY: Final = 0.5  # seconds between two measurements
MEASURES: Final = 6  # the least of the last few counts: one pause is no trouble
LAGGING: Final = 0.5  # seconds by which a timer comes too late, again and again


class Pulse:
    """Measures by how much timers come too late. stopping: no new work is accepted."""

    def __init__(self) -> None:
        self.stopping = False
        self.loop: asyncio.AbstractEventLoop | None = None  # None: it does not run yet
        self.lags: deque[float] = deque(maxlen=MEASURES)

    def start(self) -> None:
        """Start in the running loop."""
        self.loop = asyncio.get_running_loop()
        self.next(self.loop)

    def next(self, loop: asyncio.AbstractEventLoop) -> None:
        """Measure once more."""
        due = time.monotonic() + EVERY
        loop.call_later(EVERY, self.measured, loop, due)

    def measured(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        """Note how late a timer came."""
        lag = max(0.0, time.monotonic() - due)
        self.lags.append(lag)
        COUNTS.loop_lag.observe(lag)
        self.next(loop)

    @property
    def lag(self) -> float:
        """Return the seconds by which everything is late, 0.0 if that is not known yet."""
        return min(self.lags) if len(self.lags) == MEASURES else 0.0
