"""The interface of the log: what tables need of the place where their entries are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection

from stich.server.state.entries import Entry
from stich.server.storage.schema import Statement

Done = Callable[[Exception | None], None]

__all__ = ["Done", "LeaseLost", "Log", "LogGap", "Statement", "is_name"]


def is_name(text: str) -> bool:
    """Tell whether a text can be the name of something that is stored. Others, which anybody can put into an address,
    are not looked for: PostgreSQL refuses them as a fault."""
    return text.isprintable()


class LogGap(Exception):
    """Raised when an entry does not have the next number of its table: table, number, the number that is next."""

    def __str__(self) -> str:
        table, seq, expected = self.args
        return f"table {table}: entry {seq} where {expected} comes next"


class LeaseLost(Exception):
    """Raised when another worker has taken a table over: the table's name. Nothing was written."""

    def __str__(self) -> str:
        return f"table {self.args[0]}: another worker has taken it over"


class Log(Protocol):
    """All logs of a site. They are the truth, and entries are only added."""

    @property
    def path(self) -> Path | None:
        """The file, None if the log is on a server."""

    def submit(
        self, table: str, entries: list[Entry], done: Done, also: Sequence[Statement] = (), fence: int = 0
    ) -> None:
        """Write entries of one table, and what else belongs to them, all or nothing.

        done: called in another thread, with None once all is on disk, or with the reason why nothing is: `LogGap`,
        `LeaseLost` or an error of the database. fence: of the lease that this worker has on the table; 0: there is
        only one worker. Entries of one table are written in their order.
        """

    def read(self, table: str) -> list[Entry]:
        """Return a table's entries, [] if there is no such table. Blocks. Raises Refused `error.data` or
        `error.database`."""

    def reading(self) -> AbstractContextManager[Connection]:
        """Open the database for reading other tables. Raises sqlalchemy.exc.SQLAlchemyError."""

    @property
    def waiting(self) -> int:
        """The number of writes that wait."""

    def close(self) -> None:
        """Write what is waiting, and stop."""
