"""What one turn of the event loop gives to the log, once all messages that are here have been handled."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from stich.server.state.entries import Entry
from stich.server.storage.log import Done, Log, Statement


class Turn:
    """Collects what the tables write in one turn, so that it becomes one commit. The writer's thread also needs the
    interpreter. If it were woken at the first entry, it would take that from the loop for every few of them."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.writes: list[tuple[str, list[Entry], Done, Sequence[Statement], int]] = []

    def submit(
        self, table: str, entries: list[Entry], done: Done, also: Sequence[Statement] = (), fence: int = 0
    ) -> None:
        """Write entries, as `Log.submit` does. Must be called in the event loop."""
        if not self.writes:
            asyncio.get_running_loop().call_soon(self.pass_on)
        self.writes.append((table, entries, done, also, fence))

    def pass_on(self) -> None:
        """Give the log what has been collected."""
        writes, self.writes = self.writes, []
        for table, entries, done, also, fence in writes:
            self.log.submit(table, entries, done, also, fence)
