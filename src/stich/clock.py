"""The time of day of this process."""

from __future__ import annotations

import time


def clock() -> int:
    """Return ms since 1970. It never goes backwards while the process runs."""
    return int((_STARTED + time.monotonic()) * 1000)


def started() -> float:
    """Return the offset from the monotonic clock to the wall clock, which can be set to a day before 1970."""
    return max(0.0, time.time()) - time.monotonic()


_STARTED = started()
