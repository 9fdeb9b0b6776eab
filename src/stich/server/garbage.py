"""Decides when Python's cyclic garbage collector runs.

By default the collector runs whenever some more objects have been created than freed, and each run is a pause for all
tables: most of the slowest 1 % of actions were delayed by it. It also finds next to nothing. Tables, sockets and
messages form no cycles and are freed by reference counting, which the tests check; cycles come only from the packages
that answer page requests.

So the collector runs over all objects at a chosen time: in a second with little load, if there are some more objects
than after the last run, or once there are so many more that it cannot wait. Frequent runs over the few new objects were
tried: new objects are so scattered in memory that the pauses add up to more.

A run looks at what is new since the one before, because what it has found alive is excluded from the next ones: with a
thousand tables a run over everything takes seconds. What is lost by that is what was just being answered during a run.
It is found once an hour, in a quiet second.
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
WHOLE: Final = 3600.0  # seconds between two runs over everything


class Collector:
    """Decides once a second whether to run the collector."""

    def __init__(self) -> None:
        self.spent = time.thread_time()
        self.whole_at = time.monotonic() + WHOLE

    def next(self) -> None:
        """Collect if there is much garbage, or some and little to do; now and then among all objects."""
        came = gc.get_count()[0]
        spent, self.spent = self.spent, time.thread_time()
        quiet = self.spent - spent < QUIET * EVERY
        if quiet and time.monotonic() >= self.whole_at:
            self.whole_at = time.monotonic() + WHOLE
            gc.unfreeze()
        elif came <= MANY and (came <= FEW or not quiet):
            return
        gc.collect()
        gc.freeze()


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
