"""Decides when Python's cyclic garbage collector runs.

By default the collector runs whenever some more objects have been created than freed, and each run is a pause for all
tables: most of the slowest 1 % of actions were delayed by it. It also finds next to nothing. Tables, sockets and
messages form no cycles and are freed by reference counting, which the tests check; cycles come only from the packages
that answer page requests.

So the collector runs over all objects at a chosen time: in a second with little load, if there are some more objects
than after the last run, or once there are so many more that it cannot wait. Frequent runs over the few new objects were
tried: new objects are so scattered in memory that the pauses add up to more.
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import Final

EVERY: Final = 1.0  # seconds
QUIET: Final = 0.1  # of a core: below this load a pause is not noticed
FEW: Final = 20_000  # objects: what two thousand answers leave behind, or two dozen new tables create
MANY: Final = 1_000_000  # some 100 MiB, if all of it were garbage


class Collector:
    """Decides once a second whether to run the collector."""

    def __init__(self) -> None:
        self.spent = time.thread_time()

    def next(self) -> None:
        """Collect if there is much garbage, or some and little to do."""
        came = gc.get_count()[0]
        spent, self.spent = self.spent, time.thread_time()
        if came > MANY or (came > FEW and self.spent - spent < QUIET * EVERY):
            gc.collect()


async def collect_when_idle() -> None:
    """Take over from the collector for the rest of the process. Existing objects are excluded for good. Must be called
    in the thread of the event loop."""
    gc.collect()
    gc.freeze()
    gc.disable()
    looks = Collector()
    try:
        while True:
            await asyncio.sleep(EVERY)
            looks.next()
    finally:
        gc.enable()
