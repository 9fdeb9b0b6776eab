"""Counts rated matches beside the tables, one after the other in the order in which they ended."""

from __future__ import annotations

import asyncio
import logging
from typing import Final, Protocol

from stich.kernel.action import Refused
from stich.server.storage.ratings import Ratings
from stich.server.storage.schema import Statement
from stich.server.tables.tenure import ELSEWHERE, Tenure

log: Final = logging.getLogger("stich")

RETRY: Final = 30.0  # seconds until it tries again after a failure
BUSY: Final = 1.0  # seconds until it tries again while another worker counts
WORK: Final = "ratings"


class Writer(Protocol):
    """What writes beside the logs: `TableRegistry`."""

    tenure: Tenure

    async def write(self, statements: list[Statement], of: str = "") -> None:
        """Return once these are on disk, under the lease of this name. Raises Refused."""


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
                async with self.writer.tenure.alone(WORK):
                    while todo := await asyncio.to_thread(self.ratings.next):
                        await self.writer.write(todo, f"*{WORK}")
            except Exception as error:  # whatever it was, it must not end the counting
                another = isinstance(error, Refused) and error.phrase.key == ELSEWHERE
                if not another:
                    log.exception("rated matches could not be counted")
                await asyncio.sleep(BUSY if another else RETRY)
                self.ended.set()
