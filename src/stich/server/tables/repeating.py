"""Work that a process does again and again for as long as it runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

log: Final = logging.getLogger("stich")


async def repeat(work: Callable[[], Awaitable[object]], pause: float, failure: str) -> None:
    """Do some work now, and again after every pause (seconds). If it fails, because the database is away, that is
    logged as `failure`, and the next time it is tried again."""
    while True:
        try:
            await work()
        except Exception:
            log.exception(failure)
        await asyncio.sleep(pause)
