"""When Python looks for objects that hold each other and that nobody else holds.

Left to itself it looks whenever some more objects have come than gone, and each look is a pause for all tables: most of
the 1 % of actions that take longest were those in its way. And it finds next to nothing. Tables, sockets and what is
said at them hold nobody who holds them, and go as soon as they are let go of, which the tests watch; cycles are made
where a page is asked for, by the packages that answer there.

So it looks when we say so, at everything there is: in a second in which the server had little to do, if some objects
more have come than gone since the last time, or once there are so many more of them that it cannot wait. Looking often
at the few that are new was tried: they lie so far apart that the pauses add up to more.
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import Final

EVERY: Final = 1.0  # seconds
QUIET: Final = 0.1  # of a core: who uses less will not notice
FEW: Final = 20_000  # objects: what two thousand answers leave behind, or two dozen new tables bring
MANY: Final = 1_000_000  # some 100 MiB, if all of it were to be found


class Collector:
    """Decides after each second whether to look."""

    def __init__(self) -> None:
        self.spent = time.thread_time()

    def next(self) -> None:
        came = gc.get_count()[0]
        spent, self.spent = self.spent, time.thread_time()
        if came > MANY or (came > FEW and self.spent - spent < QUIET * EVERY):
            gc.collect()


async def collect_when_idle() -> None:
    """Look from now on, for as long as the process lives; what is there by now stays for good and is left out. To be
    run in the thread of the event loop."""
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
