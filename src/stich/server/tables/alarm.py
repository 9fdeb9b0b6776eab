"""Wakes tables at which nobody need be present, when their time has come: also after a restart, and if nobody has them
open."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from stich.clock import clock
from stich.kernel.action import Refused
from stich.server.state.refusals import StorageRefused
from stich.server.storage.deadlines import MOST, Deadlines, Outage, due_at
from stich.server.storage.log import Log
from stich.server.storage.schema import Statement, alive, upsert
from stich.server.tables.runner import TableRunner
from stich.server.tables.tenure import ELSEWHERE

log: Final = logging.getLogger("stich")
GONE: Final = ("error.closed", "error.unknown_table")  # such a table never goes on


class Alarm:
    """The alarm of one server. find: returns a table, read from its log if necessary; write: stores statements."""

    def __init__(
        self,
        store: Log,
        find: Callable[[str], Awaitable[TableRunner]],
        write: Callable[[list[Statement]], Awaitable[None]],
    ) -> None:
        self.deadlines = Deadlines(store)
        self.find = find
        self.write = write
        self.outages: list[Outage] = []  # of this list all tables know
        self.begun = False

    async def ring(self) -> None:
        """Wake the tables that are due now. Called about once a minute."""
        try:
            if not self.begun:
                await self.begin()
            while await self.wake(clock()) == MOST:
                pass
        except (SQLAlchemyError, StorageRefused) as error:
            log.error("what is due at sleeping tables cannot be read: %s", error)

    async def begin(self) -> None:
        """Find out for how long the server was not there."""
        found, todo = await asyncio.to_thread(self.deadlines.begin, clock())
        await self.write(todo)
        self.outages[:] = found
        self.begun = True

    async def wake(self, now: int) -> int:
        """Wake the next tables that are due, and give a sign of life if any wait. Return how many were woken."""
        names, waiting = await asyncio.to_thread(self.deadlines.now_due, now)
        woken = 0
        for name in names:
            woken += await self.wake_table(name)
            await asyncio.sleep(0)  # reading a table takes some ms, between which the others go on
        if waiting:
            await self.write([upsert(alive, whole=1, at_ms=now)])
        return woken

    async def wake_table(self, name: str) -> bool:
        """Let a table do what is due; False: another worker does. If it cannot go on, it is not asked again."""
        try:
            runner = await self.find(name)
        except StorageRefused:
            raise
        except Refused as refused:
            if refused.phrase.key in GONE:
                await self.write([due_at(name, None)])
            return refused.phrase.key != ELSEWHERE
        if not runner.waiting and (todo := runner.note_due()):
            await self.write(todo)  # something else is due, or later
        runner.set_timer()
        return True
