"""Which tables belong to this worker, where several workers share a database.

Before a table is read from its log it is taken, and every entry is written with the fence of that lease
(`storage/lease.py`). Leases are renewed every second. One that another worker was asked for is given up then, and a
worker waits that long for a table that pages ask it for: so tables follow the proxy that chooses the worker. Tables of
a dead worker are taken over by those to whom their names lead.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from stich.kernel.action import Refused
from stich.server.logs import short_table
from stich.server.state.refusals import PublicRefused, StorageRefused
from stich.server.storage.lease import LeaseHeld, Leases
from stich.server.storage.log import is_name

log: Final = logging.getLogger("stich")

ELSEWHERE: Final = "error.elsewhere"  # the refusal of a table that another worker has
RENEW: Final = 1.0  # seconds
NO_LEASE: Final = -1  # a fence that no lease has
PATIENCE: Final = 3.0  # seconds for which a table of another worker is waited for
AGAIN: Final = 0.2  # seconds until it is tried again
SETTLED: Final = 10.0  # seconds for which a table stays where somebody is: it must not go to and fro
ADOPTED: Final = 1000  # tables of dead workers that are looked at together
ANY: Final = lambda table: True  # noqa: E731 - the default of `ours`


class Tenure:
    """The leases of one worker, in its event loop.

    leases: None where this is the only worker, which then owns every table. ours: tells whether the name of a table
    leads to this worker. led: a door leads each request about a table there, so that one about another table is no
    reason to move it.
    """

    def __init__(self, leases: Leases | None = None, ours: Callable[[str], bool] = ANY, *, led: bool = False) -> None:
        self.leases = leases
        self.ours = ours
        self.led = led
        self.fences: dict[str, int] = {}
        self.since: dict[str, float] = {}  # when a table was taken, `time.monotonic()`

    @property
    def shared(self) -> bool:
        """Tell whether there can be other workers."""
        return self.leases is not None

    def may_have(self, table: str) -> bool:
        """Tell whether this worker can be the one that has a table."""
        return not self.led or self.ours(table)

    def fence(self, table: str) -> int:
        """Return the fence with which entries of a table are written; 0: there are no other workers. Without a lease
        nothing is written."""
        return self.fences.get(table, NO_LEASE) if self.shared else 0

    async def take(self, table: str, *, ask: bool = True, opened: bool = True) -> None:
        """Own a table. ask: whether its owner is asked for it, and waited for. opened: it has a log; a name without one
        is left alone.

        Raises Refused: `error.elsewhere`, another worker has it, or is the one that can; `error.storage`.
        """
        if self.leases is None or table in self.fences or not is_name(table):
            return
        if opened and not self.may_have(table):
            raise PublicRefused(ELSEWHERE)
        until = time.monotonic() + PATIENCE
        asked = False
        while True:
            try:
                fence = await asyncio.to_thread(partial(self.leases.take, table, opened=opened))
                break
            except LeaseHeld as held:
                if not ask or time.monotonic() > until:
                    raise PublicRefused(ELSEWHERE) from held
            except SQLAlchemyError as error:
                raise unreachable(error) from error
            if not asked:
                asked = True
                await self.want(table)
            await asyncio.sleep(AGAIN)
        if not fence:
            return
        self.fences[table] = fence
        self.since[table] = time.monotonic()

    async def want(self, table: str) -> None:
        """Ask the owner of a table to give it up. Raises Refused `error.storage`."""
        if self.leases is not None:
            try:
                await asyncio.to_thread(self.leases.want, table)
            except SQLAlchemyError as error:
                raise unreachable(error) from error

    def forget(self, table: str) -> int:
        """Write nothing more to a table. Return the fence that it had, for `release`; 0: none."""
        self.since.pop(table, None)
        return self.fences.pop(table, 0)

    async def release(self, table: str, fence: int) -> None:
        """Give a forgotten table up. If the database is away the lease runs out."""
        if self.leases is not None and fence:
            try:
                await asyncio.to_thread(self.leases.release, table, fence)
            except SQLAlchemyError as error:
                log.warning("a lease could not be released: %s", error)

    @asynccontextmanager
    async def alone(self, work: str) -> AsyncIterator[None]:
        """Do something that only one worker may do at a time, under the fence of a lease "*<work>". Raises Refused as
        `take` does."""
        name = f"*{work}"
        await self.take(name, ask=False, opened=False)
        try:
            yield
        finally:
            await self.release(name, self.forget(name))

    async def follow(self, give: Callable[[str, bool], None], lose: Callable[[str], None]) -> None:
        """Renew all leases, for ever. give: begins to give up a table that another worker is asked for, if it has been
        here for a while or nobody is there; lose: drops a table that another worker has."""
        while self.leases is not None:
            await asyncio.sleep(RENEW)
            before = dict(self.fences)
            try:
                mine = await asyncio.to_thread(self.leases.renew)
            except SQLAlchemyError as error:
                log.error("the leases could not be renewed: %s", error)
                continue
            for table, fence in before.items():
                if self.fences.get(table) != fence:
                    continue  # it was released or taken again meanwhile
                held = mine.get(table)
                try:
                    if held is None or held.fence != fence:
                        lose(table)
                    elif held.wanted:
                        give(table, time.monotonic() > self.since[table] + SETTLED)
                except Exception:  # a fault at one table; the leases of the others have to be renewed
                    log.exception("table %s could not be handed over", short_table(table))

    async def left_over(self, *, own: bool) -> list[str]:
        """Return the tables that nobody carries on with and whose names lead here. own: instead, those that this
        worker had before it was killed. Raises Refused `error.storage`."""
        if self.leases is None:
            return []
        try:
            found = await asyncio.to_thread(self.leases.renew if own else partial(self.leases.abandoned, ADOPTED))
        except SQLAlchemyError as error:
            raise unreachable(error) from error
        return [table for table in found if table not in self.fences and table[0] != "*" and self.ours(table)]

    def close(self) -> None:
        """Give all tables up. Blocks. Called once everything is written."""
        if self.leases is not None:
            try:
                self.leases.release_all(self.fences)
            except SQLAlchemyError as error:
                log.warning("the leases could not be released: %s", error)
            self.leases.engine.dispose()


def unreachable(error: SQLAlchemyError) -> Refused:
    """Return the refusal for a database that does not answer, which the log explains."""
    log.error("the leases of tables cannot be read: %s", error)
    return StorageRefused("error.storage")
