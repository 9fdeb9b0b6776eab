"""The log of all tables in a database, SQLite or PostgreSQL. It is the truth, and entries are only added.

One thread writes: at once if nothing was written just before, otherwise everything that came in within 2 ms. Callers
are notified only after it is synced to disk.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, func, insert, select, tuple_
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from stich.server.state.counts import COUNTS
from stich.server.state.entries import Entry, read_body, write_body
from stich.server.storage.database import address, file_of, open_database, reason_of, transaction, unusable
from stich.server.storage.integrity import require_sound
from stich.server.storage.log import Done, LeaseLost, LogGap, is_name
from stich.server.storage.schema import Statement, lease, log, tables

GATHER: Final = 0.002  # seconds between two commits, in which entries are collected for the second one
BATCH: Final = 200  # entries, at most, in one commit
PAGE: Final = 1000  # entries read at a time: a driver holds the interpreter while it makes the rows
TABLES: Final = 10_000  # tables whose last entry is cached
IDLE: Final = 10.0  # seconds without a commit after which the connection is tried before it is used

WIDTH: Final = 6  # values of a row
SIZES: Final = (192, 128, *range(64, 0, -1))  # rows in one statement; SQLite keeps each of these prepared
ROW: Final = "(?, ?, ?, ?, ?, ?)"
INSERT: Final = {rows: f"INSERT OR ROLLBACK INTO log VALUES {', '.join([ROW] * rows)}" for rows in SIZES}
"""OR ROLLBACK: nothing is kept of a commit that fails, so SQLite need not set pages aside for each statement."""
INSERT_ALL: Final = """
WITH held AS MATERIALIZED (
    SELECT table_id FROM lease JOIN unnest(%s::text[], %s::bigint[]) AS mine (table_id, fence) USING (table_id, fence)
    FOR SHARE OF lease
)
INSERT INTO log
SELECT (r->>0)::bigint, (r->>1)::bigint, (r->>2)::bigint, r->>3, r->>4, r->>5
FROM json_array_elements(%s::json) AS r
WHERE (SELECT count(*) FROM held) = %s
"""
"""PostgreSQL gets the rows, as JSON, and the fences in one statement. A lease that is just being taken over is waited
for: either the entries are there before the other worker reads them, or they are not written."""

LAST: Final = select(
    tables.c.name,
    tables.c.no,
    select(func.max(log.c.seq)).where(log.c.table_no == tables.c.no).scalar_subquery(),
).where(tables.c.name.in_(bindparam("names", expanding=True)))
READ: Final = (
    select(log.c.seq, log.c.at_ms, log.c.actor, log.c.body)
    .join(tables, tables.c.no == log.c.table_no)
    .where(tables.c.name == bindparam("name"), log.c.seq > bindparam("after"))
    .order_by(log.c.seq)
    .limit(PAGE)
)


class Job(NamedTuple):
    """Entries of one table that belong together, what is written together with them, and the callback for when all of
    it is on disk. fence: of this worker's lease on the table; 0: there are no other workers."""

    table: str
    entries: list[Entry]
    done: Done
    also: Sequence[Statement] = ()
    fence: int = 0


class Head(NamedTuple):
    """How far a table's log goes: the table's number, and that of its last entry."""

    no: int
    seq: int


class Store:
    """The database and its writer thread: a `Log`. where: a file of SQLite, or the address of a database; most_pages: a
    limit for the size of the file in pages of 4 KiB, 0: none."""

    def __init__(self, where: Path | str, most_pages: int = 0) -> None:
        """Raises Refused as `open_database`: the database cannot be used."""
        self.url = address(where)
        self.path = file_of(self.url)
        self.engine = open_database(self.url)
        self.db: Connection = self.engine.connect()
        self.sqlite = self.path is not None
        if most_pages:
            self.db.exec_driver_sql(f"PRAGMA max_page_count={int(most_pages)}")
        self.commits = 0
        self.used = time.monotonic()  # when the connection was last used
        self.heads: dict[str, Head] = {}
        self.jobs: deque[Job] = deque()
        self.bell = threading.Event()
        self.awake = False  # the bell has rung, and new jobs will be seen
        self.closing = False
        self.thread = threading.Thread(target=self.write, name="stich-log", daemon=True)
        self.thread.start()

    def submit(
        self, table: str, entries: list[Entry], done: Done, also: Sequence[Statement] = (), fence: int = 0
    ) -> None:
        """Write entries. `done` is called in the writer's thread: with None once they are on disk, or with the reason
        why they are not; then none of them is. Jobs of one table are done in their order."""
        self.jobs.append(Job(table, entries, done, also, fence))
        if not self.awake:
            self.awake = True
            self.bell.set()

    # -- the writer's thread -------------------------------------------------------------------------------------------

    def write(self) -> None:
        """Commit what comes in, until the store is closed."""
        last = 0.0
        while True:
            self.bell.wait()
            self.bell.clear()
            busy = last + GATHER - time.monotonic()
            if busy > 0:
                time.sleep(busy)  # no longer than a commit takes without other writers
            self.awake = False  # jobs submitted from here on ring again
            while self.jobs:
                self.write_batch()
            if len(self.heads) > TABLES:
                self.heads.clear()
            last = time.monotonic()
            if self.closing and not self.jobs:
                return

    def write_batch(self) -> None:
        """Commit the waiting jobs, and report the result. The thread then keeps none of them while it waits for
        more.
        """
        for job, error in self.commit(self.batch()):
            job.done(error)

    def batch(self) -> list[Job]:
        """Return the jobs of one commit: all that are waiting, up to a limit."""
        jobs = [self.jobs.popleft()]
        size = len(jobs[0].entries)
        while self.jobs and size < BATCH:
            jobs.append(self.jobs.popleft())
            size += len(jobs[-1].entries)
        return jobs

    def commit(self, jobs: list[Job]) -> list[tuple[Job, Exception | None]]:
        """Commit all together; if that fails, one by one, so that the fault of one table does not affect the others. A
        single job is tried again if what we know of its table can be out of date."""
        error = self.transact(jobs)
        again = isinstance(error, IntegrityError | LogGap) or len(jobs) > 1
        gone = isinstance(error, OperationalError) and not self.sqlite  # each further attempt would wait for it again
        if error is None or gone or not again:
            return [(job, plain(error)) for job in jobs]
        return [(job, plain(self.explained(job, self.transact([job])))) for job in jobs]

    def transact(self, jobs: list[Job]) -> Exception | None:
        """Write all of this or nothing. After a failure what is cached is read again, because another process can have
        written.
        """
        began = time.monotonic()
        try:
            self.heads.update(self.append(self.connection(), jobs))
        except (SQLAlchemyError, LogGap, LeaseLost) as error:
            self.heads.clear()
            COUNTS.commit_failures += 1
            if isinstance(error, DBAPIError) and error.connection_invalidated:
                self.db.close()
            return error
        self.commits += 1
        self.used = time.monotonic()
        COUNTS.commit_seconds.observe(self.used - began)
        COUNTS.commit_entries.observe(sum(len(job.entries) for job in jobs))
        return None

    def explained(self, job: Job, error: Exception | None) -> Exception | None:
        """Return LeaseLost for an entry that does not follow because another worker has gone on with the table."""
        if isinstance(error, IntegrityError | LogGap) and job.fence:
            with suppress(SQLAlchemyError):
                if lost(self.connection(), {job.table: job.fence}):
                    return LeaseLost(job.table)
        return error

    def connection(self) -> Connection:
        """Return the writer's connection. It is made again after a failure; after a pause it is tried first."""
        if not self.sqlite and time.monotonic() - self.used > IDLE:
            self.db.close()
        if self.db.closed:
            self.db = self.engine.connect()
        return self.db

    def append(self, db: Connection, jobs: list[Job]) -> dict[str, Head]:
        """Commit all jobs and return how far their tables go then. A statement by itself is a transaction, too."""
        heads = self.last(db, jobs)
        names = dict.fromkeys(job.table for job in jobs if job.entries and job.table not in heads)
        fences = {job.table: job.fence for job in jobs if job.fence}
        also = [statement for job in jobs for statement in job.also]
        rows = sum(len(job.entries) for job in jobs)
        one = not names and not also and (rows in INSERT and not fences if self.sqlite else True)
        with nullcontext() if one else transaction(db):
            for name in names:
                heads[name] = self.opened(db, name, jobs)
            heads, values = placed(jobs, heads)
            if self.sqlite:
                write_rows(db, values, fences)
            else:
                write_rows_at_once(db, values, fences)
            for statement in also:
                db.execute(statement)
        return heads

    def last(self, db: Connection, jobs: list[Job]) -> dict[str, Head]:
        """Return how far the logs of these tables go; one that is not there is left out."""
        heads: dict[str, Head] = {}
        unknown: list[str] = []
        for job in jobs:
            if job.entries:
                head = self.heads.get(job.table)
                if head is not None:
                    heads[job.table] = head
                else:
                    unknown.append(job.table)
        if unknown:
            for name, no, seq in db.execute(LAST, {"names": unknown}):
                heads[name] = Head(no, -1 if seq is None else seq)
        return heads

    def opened(self, db: Connection, name: str, jobs: list[Job]) -> Head:
        """Give a new table its number."""
        entry = next(job.entries[0] for job in jobs if job.table == name and job.entries)
        if entry.seq != 0:
            raise LogGap(name, entry.seq, 0)
        no = db.execute(insert(tables).values(name=name, at_ms=entry.at).returning(tables.c.no)).scalar_one()
        return Head(int(no), -1)

    # -- reading -------------------------------------------------------------------------------------------------------

    def read(self, table: str) -> list[Entry]:
        """Return a table's log, [] if there is none. Raises Refused `error.data` or `error.database` if it cannot be
        read."""
        if not is_name(table):
            return []
        try:
            entries: list[Entry] = []
            with self.reading() as db:
                while len(entries) % PAGE == 0:
                    after = entries[-1].seq if entries else -1
                    rows = db.execute(READ, {"name": table, "after": after}).all()
                    entries += [Entry(seq, at, actor, read_body(body)) for seq, at, actor, body in rows]
                    if not rows:
                        break
            return entries
        except (SQLAlchemyError, msgspec.MsgspecError) as error:
            raise unusable(self.url, reason_of(error)) from error

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open the database for reading. Raises SQLAlchemyError."""
        with self.engine.connect() as db:
            yield db

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for the writer's thread."""
        return len(self.jobs)

    def close(self) -> None:
        """Write the waiting jobs, and stop."""
        self.closing = True
        self.bell.set()
        self.thread.join()
        with suppress(SQLAlchemyError):  # a server that is gone needs no goodbye
            self.db.close()
        self.engine.dispose()


def sound_store(where: Path | str) -> Store:
    """Open a database whose file is checked first. Raises Refused as `Store` does, and `error.damaged`."""
    require_sound(where)
    return Store(where)


def plain(error: Exception | None) -> Exception | None:
    """Return what the driver has said, without the statement: it goes into the server's log."""
    return error.orig if isinstance(error, DBAPIError) and isinstance(error.orig, Exception) else error


def placed(jobs: list[Job], heads: dict[str, Head]) -> tuple[dict[str, Head], list[object]]:
    """Return how far the tables go after these jobs, and the values of all rows. Raises LogGap."""
    values: list[object] = []
    for job in jobs:
        if not job.entries:
            continue
        no, seq = heads[job.table]
        for entry in job.entries:
            seq += 1
            if entry.seq != seq:
                raise LogGap(job.table, entry.seq, seq)
            values += (no, seq, entry.at, entry.actor, entry.kind, write_body(entry.body))
        heads[job.table] = Head(no, seq)
    return heads, values


def lost(db: Connection, fences: dict[str, int]) -> set[str]:
    """Return those of these tables that another worker has taken over."""
    mine = tuple_(lease.c.table_id, lease.c.fence).in_(list(fences.items()))
    return fences.keys() - set(db.execute(select(lease.c.table_id).where(mine)).scalars())


def write_rows(db: Connection, values: list[object], fences: dict[str, int]) -> None:
    """Insert the rows into SQLite, in as few statements as possible. Raises LeaseLost."""
    if fences and (taken := lost(db, fences)):
        raise LeaseLost(" ".join(taken))
    at = 0
    while at < len(values):
        rows = next(size for size in SIZES if size * WIDTH <= len(values) - at)
        db.exec_driver_sql(INSERT[rows], tuple(values[at : at + rows * WIDTH]))
        at += rows * WIDTH


def write_rows_at_once(db: Connection, values: list[object], fences: dict[str, int]) -> None:
    """Insert the rows into PostgreSQL, unless a lease is lost. Raises LeaseLost."""
    if not values:
        if fences and (taken := lost(db, fences)):
            raise LeaseLost(" ".join(taken))
        return
    rows = msgspec.json.encode([values[at : at + WIDTH] for at in range(0, len(values), WIDTH)]).decode()
    done = db.exec_driver_sql(INSERT_ALL, (list(fences), list(fences.values()), rows, len(fences)))
    if done.rowcount != len(values) // WIDTH:
        raise LeaseLost(" ".join(fences))
