"""What the tables write in one turn of the event loop reaches the log together, in its order."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from stich.server.storage.log import Log
from stich.server.tables.registry import TableRegistry
from stich.server.tables.turn import Turn

pytestmark = pytest.mark.once


class Kept:
    """A log that remembers for which tables it was asked to write."""

    def __init__(self) -> None:
        self.tables: list[str] = []

    def submit(self, table: str, *rest: Any) -> None:
        self.tables.append(table)

    def close(self) -> None:
        self.tables.append("the end")


def write(turn: Turn, table: str) -> None:
    turn.submit(table, [], lambda error: None)


def test_the_log_gets_what_came_in_a_turn_at_its_end() -> None:
    async def work() -> list[list[str]]:
        log, seen = Kept(), []
        turn = Turn(cast(Log, log))
        loop = asyncio.get_running_loop()
        loop.call_soon(write, turn, "a")
        loop.call_soon(write, turn, "b")
        loop.call_soon(lambda: seen.append(log.tables[:]))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        seen.append(log.tables[:])
        write(turn, "c")
        await asyncio.sleep(0)
        seen.append(log.tables[:])
        return seen

    assert asyncio.run(work()) == [[], ["a", "b"], ["a", "b", "c"]]


def test_a_registry_that_closes_passes_on_what_is_left() -> None:
    async def work() -> list[str]:
        log = Kept()
        registry = TableRegistry(cast(Log, log), {})
        write(registry.turn, "a")
        await registry.close()
        return log.tables

    assert asyncio.run(work()) == ["a", "the end"]
