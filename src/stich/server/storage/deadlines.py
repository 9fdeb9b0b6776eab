"""Tables at which nobody need be present: when something is due at each, and for how long the server was not there.

A table has a row while its match runs, written together with the entry from which its time follows. So the server knows
what is due without reading a log, and sleeping tables cost nothing. Everything else is in the logs.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import delete, select, update

from stich.server.storage.log import Log
from stich.server.storage.schema import Statement, alive, due, outage, upsert

MOST: Final = 100  # tables that are woken at once
SHORT: Final = 180_000  # ms, a time without a sign of life that is no outage yet
KEPT: Final = 30 * 86_400_000  # ms for which outages are remembered: longer than any decision lasts


class Outage(NamedTuple):
    """A time in which the server was not there, ms."""

    since: int
    until: int


def given_back(outages: list[Outage], begun: int, lasts: int) -> int:
    """Return how much longer a decision lasts that began at a time, ms: nobody could make it during an outage."""
    more = 0
    for one in outages:
        if one.until > begun and one.since < begun + lasts + more:
            more += one.until - max(one.since, begun)
    return more


def due_at(table: str, at: int | None) -> Statement:
    """Return what notes when something is due at a table; None: never again."""
    if at is None:
        return delete(due).where(due.c.table_id == table)
    return upsert(due, table_id=table, at_ms=at)


class Deadlines:
    """Reads what is due, and writes signs of life. Its methods block, but only briefly; they raise SQLAlchemyError."""

    def __init__(self, store: Log) -> None:
        self.store = store

    def begin(self, now: int) -> tuple[list[Outage], list[Statement]]:
        """Return the outages so far, and what must be written at the start of the server."""
        with self.store.reading() as db:
            last = db.execute(select(alive.c.at_ms)).scalar()
            known = db.execute(select(outage).where(outage.c.until_ms > now - KEPT).order_by(outage.c.from_ms))
            found = [Outage(int(since), int(until)) for since, until in known]
        todo: list[Statement] = [delete(outage).where(outage.c.until_ms <= now - KEPT)]
        if last is not None and now - last > SHORT:
            found.append(Outage(int(last), now))
            todo.append(upsert(outage, from_ms=int(last), until_ms=now))
            todo.append(update(due).where(due.c.at_ms > last).values(at_ms=due.c.at_ms + (now - last)))
        if last is not None:
            todo.append(upsert(alive, whole=1, at_ms=now))
        return found, todo

    def now_due(self, now: int) -> tuple[list[str], bool]:
        """Return the tables at which something is due, at most MOST, the longest first; and whether any table waits for
        its time."""
        with self.store.reading() as db:
            found = select(due.c.table_id).where(due.c.at_ms <= now).order_by(due.c.at_ms).limit(MOST)
            waiting = db.execute(select(due.c.table_id).limit(1)).first() is not None
            return list(db.execute(found).scalars()), waiting
