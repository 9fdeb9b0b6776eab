"""Deletes what the server holds about a person: their tables one after the other, then everything else.

A table in memory is read from its log again, as after a failure of the disk: its pages get a whole view. Its bot then
takes the seat of the person (`Seating.release`). A table that sleeps does so when it is next used, so that somebody
with a thousand old tables wakes none of them.
"""

from __future__ import annotations

import asyncio
from typing import Final

from stich.clock import clock
from stich.server.state.former import digest_of
from stich.server.state.table_state import TableState
from stich.server.storage.personal import apart, is_to_be_counted, nameless, tables_of
from stich.server.storage.schema import Statement
from stich.server.tables.registry import TableRegistry
from stich.server.tables.runner import TableRunner

TRIES: Final = 50
PAUSE: Final = 0.1  # seconds between two looks


class Forgetting:
    """The deletion, at the tables of one process."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.one = asyncio.Lock()  # finding somebody's tables reads all logs: not twice at once

    async def forget(self, identity: str) -> None:
        """Delete a person's data. If it is interrupted it can be done again. Raises Refused `error.storage`, or
        SQLAlchemyError."""
        async with self.one:
            await self.counted(identity)
            for name in await asyncio.to_thread(self.found, identity):
                await self.at_table(name, identity)
            await self.registry.write(apart(identity, clock()))
            for name in await asyncio.to_thread(self.found, identity):  # another page of theirs was quick
                await self.at_table(name, identity)

    async def counted(self, identity: str) -> None:
        """Wait for a moment until the person's rated matches are counted: the others' results depend on how strong this
        one was."""
        for _ in range(TRIES):
            if not await asyncio.to_thread(self.to_be_counted, identity):
                return
            self.registry.counting.ended.set()
            await asyncio.sleep(PAUSE)

    def to_be_counted(self, identity: str) -> bool:
        """Tell whether a rated match of a person is not counted yet. Blocks."""
        with self.registry.store.reading() as db:
            return is_to_be_counted(db, identity)

    async def follow(self, person: str) -> None:
        """Another process has deleted the data of a person, known by the digest of their identity: do so at the tables
        that are in memory here, whose entries it may not have found. Raises as `forget`."""
        for name, runner in list(self.registry.runners.items()):
            for identity in people_of(runner):
                if digest_of(identity) == person:
                    await self.at_table(name, identity)

    def found(self, identity: str) -> list[str]:
        """Return the tables that name a person. Blocks."""
        with self.registry.store.reading() as db:
            return tables_of(db, identity)

    async def at_table(self, name: str, identity: str) -> None:
        """Let a table's log name a person no more."""
        async with self.registry.loading.setdefault(name, asyncio.Lock()):
            runner = self.registry.runners.get(name)
            if runner is not None:
                await self.unload(runner, identity)
            try:
                await self.registry.write(await asyncio.to_thread(self.statements, name, identity))
            finally:
                self.registry.loading.pop(name, None)

    async def unload(self, runner: TableRunner, identity: str) -> None:
        """Send a person away from a table, and have it read again once its entries are on disk."""
        for connection in list(runner.connections.values()):
            if connection.peer.identity == identity:
                connection.hang_up()
        while not runner.whole.is_set():
            await runner.whole.wait()
        if not runner.failed:  # otherwise it is being read again already, after this
            runner.give_up()
            self.registry.reopen(runner)

    def statements(self, name: str, identity: str) -> list[Statement]:
        """Return what is to be written about a table. Blocks."""
        with self.registry.store.reading() as db:
            return nameless(db, name, identity, clock())


def people_of(runner: TableRunner) -> set[str]:
    """Return the identities of all whom a table in memory knows."""
    state: TableState = runner.table.state
    owned = state.ownership
    people = {owned.owner, *owned.removed, *owned.silenced, *owned.moved, *state.people.saw, *runner.known}
    people |= {line.identity for line in runner.table.conversation.lines}
    for seat in state.seats:
        people |= {seat.holder or "", seat.next_holder or ""}
    for sitting in state.people.sittings:
        people |= {holder or "" for holder in sitting.holders}
    return people - {""}
