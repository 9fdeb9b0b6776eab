"""The health check: whether the server can store what happens, keeps up, and is not about to stop."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import Final

from sqlalchemy import delete, insert

from stich.kernel.action import Refused
from stich.server.connections.pulse import LAGGING, Pulse
from stich.server.messages.from_server import Problem
from stich.server.storage.schema import Statement, checkup
from stich.server.tables.registry import TableRegistry

PATIENCE: Final = 5.0  # seconds in which the log's thread must write something
REUSED: Final = 1.0  # seconds for which a result is reused: more frequent requests cost nothing
ROOM: Final = 16 * 1024  # bytes that must be free, in the log and beside it

PROBE: Final[list[Statement]] = [
    insert(checkup).values(runner=bytes(ROOM)),
    delete(checkup),
]


class HealthCheck:
    """Tries to write, in the same way as a table."""

    def __init__(self, registry: TableRegistry, pulse: Pulse) -> None:
        self.registry = registry
        self.pulse = pulse
        self.lock = asyncio.Lock()
        self.at = -REUSED
        self.found = ""

    async def trouble(self) -> Problem | None:
        """Return why the server cannot be used now, None if it can."""
        if self.pulse.stopping:
            return Problem(-1, "stopping")
        if self.pulse.lag > LAGGING:
            return Problem(-1, "slow", {"n": round(self.pulse.lag * 1000)})
        async with self.lock:
            if time.monotonic() - self.at >= REUSED:
                self.found = await self.look()
                self.at = time.monotonic()
            return Problem(-1, "storage", {"reason": self.found[:200]}) if self.found else None

    async def look(self) -> str:
        """Write to the disk and to the log. Returns what went wrong, "" if nothing did."""
        try:
            if self.registry.store.path is not None:
                await asyncio.to_thread(find_room, self.registry.store.path.parent)
            await asyncio.wait_for(self.registry.write(PROBE), PATIENCE)
        except TimeoutError:  # a subclass of OSError
            return f"the log was not written within {PATIENCE} s"
        except OSError as error:
            return error.strerror or repr(error)
        except Refused as refused:
            return str(refused.__cause__ or refused)
        return ""


def find_room(folder: Path) -> None:
    """Write a file and remove it. Raises OSError."""
    file = folder / f"checkup.{os.getpid()}"
    try:
        with file.open("wb") as out:
            out.write(bytes(ROOM))
            out.flush()
            os.fsync(out.fileno())
    finally:
        file.unlink(missing_ok=True)
