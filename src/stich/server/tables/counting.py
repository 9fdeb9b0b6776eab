"""Counts rated matches beside the tables, one after the other in the order in which they ended."""

from __future__ import annotations

import asyncio
import logging
from typing import Final, Protocol

from sqlalchemy.exc import SQLAlchemyError

from stich.kernel.action import Refused
from stich.server.storage.ratings import Ratings
from stich.server.storage.schema import Statement

log: Final = logging.getLogger("stich")

RETRY: Final = 30.0  # seconds until it tries again after a failure


class Writer(Protocol):
    """What writes beside the logs: `TableRegistry`."""

    async def write(self, statements: list[Statement]) -> None:
        """Return once these are on disk. Raises Refused."""


class Counting:
    """The task. `ended` is set when a match may have to be counted."""

    def __init__(self, ratings: Ratings, writer: Writer) -> None:
        self.ratings = ratings
        self.writer = writer
        self.ended = asyncio.Event()
        self.ended.set()  # what a killed server has left

    async def run(self) -> None:
        """Count for ever."""
        while True:
            await self.ended.wait()
            self.ended.clear()
            try:
                while todo := await asyncio.to_thread(self.ratings.next):
                    await self.writer.write(todo)
            except (Refused, SQLAlchemyError) as error:
                log.error("rated matches could not be counted: %s", error)
                await asyncio.sleep(RETRY)
                self.ended.set()
