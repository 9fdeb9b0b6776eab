"""Deletes tables that nobody has used for a long time, where the host wants that."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from sqlalchemy import ColumnElement, delete, func, select

from stich.clock import clock
from stich.server.storage.lease import Now
from stich.server.storage.schema import Statement, finished, lease, log, played, record, tables
from stich.server.tables.registry import TableRegistry
from stich.server.tables.repeating import repeat

DAY: Final = 86_400_000  # ms
PAUSE: Final = 3600.0  # seconds between two looks
SOME: Final = 20  # tables deleted in one transaction: the log's thread writes nothing else meanwhile
BREATH: Final = 0.2  # seconds between two of these

logger = logging.getLogger("stich")


class Expiry:
    """The deletion of what is older than some days."""

    def __init__(self, registry: TableRegistry, days: int) -> None:
        self.registry = registry
        self.days = days

    async def run(self) -> None:
        """Delete what is too old, now and from time to time."""
        await repeat(
            lambda: self.delete(clock() - self.days * DAY), PAUSE, "tables that are too old could not be deleted"
        )

    async def delete(self, before: int) -> int:
        """Delete tables that were last used before a time (ms), and records loaded before it. Return the number of
        tables.

        A table in memory is left alone. One that is used at this very moment, by another worker, is found to be used
        in the transaction that would delete it.
        """
        await self.registry.write([delete(record).where(record.c.at_ms < before)])
        gone = 0
        after = 0
        while True:
            found = await asyncio.to_thread(self.unused, before, after)
            if not found:
                break
            after = max(found)
            names = [name for name in found.values() if name not in self.registry.runners]
            if names:
                await self.registry.write(deletion(names, before))
                gone += len(names)
                await asyncio.sleep(BREATH)
        if gone:
            logger.info("%d tables that nobody has used for %d days were deleted", gone, self.days)
        return gone

    def unused(self, before: int, after: int) -> dict[int, str]:
        """Return some tables with higher numbers than `after` that were last used before a time."""
        numbered = select(tables.c.no, tables.c.name).where(tables.c.no > after, *unused_since(before))
        with self.registry.store.reading() as db:
            return {int(no): str(name) for no, name in db.execute(numbered.order_by(tables.c.no).limit(SOME))}


def unused_since(before: int) -> list[ColumnElement[bool]]:
    """Return the conditions for a table that was last used before a time, and that no worker has."""
    entries = select(log.c.at_ms).where(log.c.table_no == tables.c.no)
    last = entries.order_by(log.c.seq.desc()).limit(1).scalar_subquery()
    held = select(lease.c.table_id).where(lease.c.table_id == tables.c.name, lease.c.until > Now())
    return [tables.c.at_ms < before, func.coalesce(last, 0) < before, ~held.exists()]


def deletion(names: list[str], before: int) -> list[Statement]:
    """Return what deletes these tables, unless they have been used since."""
    numbers = select(tables.c.no).where(tables.c.name.in_(names), *unused_since(before))
    entries = select(log.c.seq).where(log.c.table_no == tables.c.no)
    of_table = [
        delete(of).where(of.c.table_id.in_(names), ~select(tables.c.no).where(tables.c.name == of.c.table_id).exists())
        for of in (finished, played, lease)
    ]
    return [
        delete(log).where(log.c.table_no.in_(numbers)),
        delete(tables).where(tables.c.name.in_(names), ~entries.exists()),
        *of_table,
    ]
