"""Leases: which worker owns which table, where several workers share a database.

A worker owns a table for some seconds, and renews that. A worker that takes over raises the table's fence by one.
Entries are written with the fence of their writer, and the database refuses those of an earlier one in the transaction
that would write them (`Log.submit`). So a worker that was stopped for a while and believes that it still owns a table
can do no harm. A worker that is asked for a table of another one says so in its lease, and the other one gives it up
when it renews it. All times are those of the database: the clocks of the workers do not matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import BigInteger, ColumnElement, Engine, literal, select, true, tuple_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

from stich.server.storage.schema import lease, tables

SECONDS: Final = 4.0  # that a lease lasts


class LeaseHeld(Exception):
    """Raised when another worker owns a table: table, worker, the ms that are left of its lease."""

    def __str__(self) -> str:
        table, worker, left = self.args
        return f"table {table}: {worker} has it for another {left} ms"


class Now(ColumnElement[int]):
    """The clock of the database, ms."""

    type = BigInteger()
    inherit_cache = True


@compiles(Now, "sqlite")
def sqlite_now(element: Now, compiler: SQLCompiler, **kw: Any) -> str:
    """Return the clock of SQLite, which is that of this machine."""
    return "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"


@compiles(Now, "postgresql")
def postgresql_now(element: Now, compiler: SQLCompiler, **kw: Any) -> str:
    """Return the clock of the server, also where the transaction has waited for a lock."""
    return "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"


class Owner(NamedTuple):
    """Who owns a table. left: ms of the lease; 0 or less: anybody can take it."""

    worker: str
    fence: int
    left: int


class Mine(NamedTuple):
    """A lease of this worker. wanted: another worker that was asked for the table, "" for none."""

    fence: int
    wanted: str


class Leases:
    """The leases of one worker. Its methods block: they are called in a thread. They raise SQLAlchemyError if the
    database is gone; then nothing is known of the leases until it is back."""

    def __init__(self, engine: Engine, worker: str, seconds: float = SECONDS) -> None:
        self.engine = engine
        self.worker = worker
        self.length = int(seconds * 1000)

    def take(self, table: str, *, opened: bool = False) -> int:
        """Take a table that nobody owns, or whose lease has run out, and return its new fence. opened: only one that
        has a log; otherwise 0 is returned. Raises LeaseHeld.

        A lease of its own is taken again: the worker can have been restarted under the same name.
        """
        first = select(literal(table), literal(self.worker), literal(1), Now() + self.length)
        if opened:
            first = first.where(select(tables.c.no).where(tables.c.name == table).exists())
        else:
            first = first.where(true())  # SQLite needs a condition to see that ON CONFLICT belongs to the INSERT
        mine = insert(lease).from_select(["table_id", "worker", "fence", "until"], first)
        free = (lease.c.until <= Now()) | (lease.c.worker == self.worker)
        taken = mine.on_conflict_do_update(
            index_elements=["table_id"],
            set_={"worker": self.worker, "fence": lease.c.fence + 1, "until": Now() + self.length, "wanted": None},
            where=free,
        ).returning(lease.c.fence)
        while True:
            with self.engine.connect() as db:
                fence = db.execute(taken).scalar()
            if fence is not None:
                return int(fence)
            owner = self.owner(table)
            if owner is None and opened:
                return 0
            if owner is not None and owner.left > 0 and owner.worker != self.worker:
                raise LeaseHeld(table, owner.worker, owner.left)

    def want(self, table: str) -> None:
        """Ask the owner of a table to give it up."""
        with self.engine.connect() as db:
            db.execute(update(lease).where(lease.c.table_id == table, lease.c.until > 0).values(wanted=self.worker))

    def renew(self) -> dict[str, Mine]:
        """Renew all leases of this worker, and return those that it still has."""
        renewed = update(lease).where(lease.c.worker == self.worker, lease.c.until > 0)
        columns = (lease.c.table_id, lease.c.fence, lease.c.wanted)
        with self.engine.connect() as db:
            rows = db.execute(renewed.values(until=Now() + self.length).returning(*columns))
            return {str(table): Mine(int(fence), wanted or "") for table, fence, wanted in rows}

    def release(self, table: str, fence: int) -> None:
        """Give a table up, if this worker still owns it. The row stays, so that fences never repeat."""
        mine = (lease.c.table_id == table, lease.c.worker == self.worker, lease.c.fence == fence)
        with self.engine.connect() as db:
            db.execute(update(lease).where(*mine).values(until=0, wanted=None))

    def release_all(self, fences: Mapping[str, int]) -> None:
        """Give these tables up, each under its fence: this worker stops. One of the same name may run already."""
        mine = tuple_(lease.c.table_id, lease.c.fence).in_(list(fences.items()))
        with self.engine.connect() as db:
            db.execute(update(lease).where(lease.c.worker == self.worker, mine).values(until=0, wanted=None))

    def owner(self, table: str) -> Owner | None:
        """Return who owns a table, or did last; None: nobody ever did."""
        with self.engine.connect() as db:
            owner = select(lease.c.worker, lease.c.fence, lease.c.until - Now()).where(lease.c.table_id == table)
            row = db.execute(owner).first()
        return Owner(str(row[0]), int(row[1]), int(row[2])) if row else None

    def abandoned(self, most: int) -> list[str]:
        """Return tables whose worker has neither renewed nor released them: it is dead, and somebody should go on."""
        late = select(lease.c.table_id).where(lease.c.until > 0, lease.c.until <= Now()).limit(most)
        with self.engine.connect() as db:
            return [str(table) for table in db.execute(late).scalars()]
