"""The open tables of all workers: each writes its own, and reads those of the others."""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, select

from stich.server.messages.over_http import OpenTable
from stich.server.storage.lease import Now
from stich.server.storage.schema import Statement, listing

LIFE: Final = 10_000  # ms for which a line counts: those of a worker that has died go by themselves


class Listed(msgspec.Struct):
    """A table in the list, and whom its owner has sent away (`person_of`): they are not sent there again."""

    line: OpenTable
    removed: list[str] = []


def listed(worker: str, lines: list[Listed]) -> list[Statement]:
    """Return what writes the open tables of a worker, in place of those it had before."""
    rows = [
        insert(listing).values(
            table_id=one.line.table, worker=worker, until=Now() + LIFE, line=msgspec.json.encode(one).decode()
        )
        for one in lines
    ]
    names = [one.line.table for one in lines]
    return [delete(listing).where((listing.c.worker == worker) | listing.c.table_id.in_(names)), *rows]


def listed_by_others(db: Connection, worker: str) -> list[Listed]:
    """Return the open tables of the other workers."""
    rows = db.execute(select(listing.c.line).where(listing.c.worker != worker, listing.c.until > Now()))
    return [msgspec.json.decode(line, type=Listed) for line in rows.scalars()]
