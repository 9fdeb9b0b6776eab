"""The open tables of the other workers, where several share a database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from stich.clock import clock
from stich.server.storage.listing import LIFE, Listed, listed, listed_by_others
from stich.server.tables.registry import TableRegistry
from stich.server.tables.repeating import repeat

log: Final = logging.getLogger("stich")

LOOK: Final = 0.5  # seconds between two looks at our own tables
FRESH: Final = 1000  # ms for which what was read is used again


class OtherWorkers:
    """What a worker tells the others of its open tables, and hears of theirs."""

    def __init__(self, registry: TableRegistry, own: Callable[[], list[Listed]]) -> None:
        self.registry = registry
        self.own = own
        self.heard: list[Listed] = []
        self.heard_at = 0
        self.said: list[Listed] = []
        self.said_at = 0

    def start(self) -> None:
        """Tell the others, from now on."""
        if self.registry.tenure.shared:
            self.registry.spawn(self.follow())

    async def follow(self) -> None:
        """Write our open tables when they have changed, and now and then, so that they count as present."""
        await repeat(lambda: self.say(self.own()), LOOK, "the open tables of this worker could not be written")

    async def say(self, own: list[Listed]) -> None:
        """Write these tables, unless the others know them. Raises Refused `error.storage`."""
        leases, now = self.registry.tenure.leases, clock()
        if leases is not None and (own != self.said or (own and now - self.said_at > LIFE / 2)):
            await self.registry.write(listed(leases.worker, own))
            self.said, self.said_at = own, now

    async def hear(self) -> list[Listed]:
        """Return the open tables of the others. What cannot be read is not there."""
        leases, now = self.registry.tenure.leases, clock()
        if leases is not None and now - self.heard_at >= FRESH:
            try:
                self.heard = await asyncio.to_thread(self.read, leases.worker)
            except SQLAlchemyError as error:
                log.error("the open tables of the other workers cannot be read: %s", error)
                self.heard = []
            self.heard_at = now
        return self.heard

    def read(self, worker: str) -> list[Listed]:
        """Read the open tables of the others. Blocks."""
        with self.registry.store.reading() as db:
            return listed_by_others(db, worker)
