"""The logs of all tables in one SQLite file. They are the truth, and entries are only added.

One thread writes: at once if nothing was written just before, otherwise everything that came in within 2 ms. Callers
are notified only after it is synced to disk.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from stich.kernel.action import Refused
from stich.server.state.entries import Entry, read_body, write_body

GATHER: Final = 0.002  # seconds between two commits, in which entries are collected for the second one
BATCH: Final = 200  # entries, at most, in one commit
ROWS: Final = 64  # in one statement; each number of rows is a separate statement, which SQLite keeps prepared
BUSY: Final = 5.0  # seconds to wait for another process that writes
SETTLED: Final = 2000  # entries after which `latest` is updated
TABLES: Final = 10_000  # tables whose last entry is cached

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS log (
    n INTEGER PRIMARY KEY,
    before INTEGER NOT NULL,
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    actor TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS checkup (runner BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS latest (table_id TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS latest_n ON latest (n);
CREATE TRIGGER IF NOT EXISTS follows BEFORE INSERT ON log
WHEN (NEW.seq <> 0 OR NEW.before <> 0)
    AND NOT EXISTS (SELECT 1 FROM log WHERE n = NEW.before AND table_id = NEW.table_id AND seq = NEW.seq - 1)
BEGIN SELECT raise(ABORT, 'the log goes on with another number'); END;
"""
"""Entries lie in the order in which they came, from all tables: so a commit writes a page or two, and not one for each
table in it. Each names the previous entry of its table, 0: none. `latest` has every table's last entry up to some
`n`; the few entries after it are searched.

The trigger refuses gaps: if one commit of a table fails, nothing later is stored by mistake. If another process has
written meanwhile, `n` is taken."""

LAST: Final = """
SELECT coalesce(
    (SELECT max(n) FROM log WHERE n > (SELECT coalesce(max(n), 0) FROM latest) AND table_id = :table),
    (SELECT n FROM latest WHERE table_id = :table),
    0
)
"""
READ: Final = f"""
WITH RECURSIVE own(n) AS ({LAST} UNION ALL SELECT before FROM own JOIN log USING (n))
SELECT seq, at_ms, actor, body FROM own JOIN log USING (n) ORDER BY seq
"""
SETTLE: Final = """
INSERT OR REPLACE INTO latest
SELECT table_id, max(n) FROM log WHERE n > (SELECT coalesce(max(n), 0) FROM latest) GROUP BY table_id
"""
BY_TABLE: Final = f"""
BEGIN IMMEDIATE;
DROP TRIGGER gap_free;
ALTER TABLE log RENAME TO by_table;
{SCHEMA}
INSERT INTO log SELECT
    row_number() OVER (ORDER BY table_id, seq), iif(seq, row_number() OVER (ORDER BY table_id, seq) - 1, 0),
    table_id, seq, at_ms, actor, kind, body
FROM by_table;
DROP TABLE by_table;
COMMIT;
"""
"""Converts a file of the first version to the present schema."""
WIDTH: Final = 8  # values of a row
INSERT: Final = ["INSERT INTO log VALUES " + ", ".join(["(?, ?, ?, ?, ?, ?, ?, ?)"] * rows) for rows in range(ROWS + 1)]

Done = Callable[[Exception | None], None]
Statement = tuple[str, tuple[object, ...]]
"""SQL and its values, for data stored beside the log (`archive`)."""


class Job(NamedTuple):
    """Entries of one table that belong together, what is written together with them, and the callback for when all of
    it is on disk."""

    table: str
    entries: list[Entry]
    done: Done
    also: Sequence[Statement] = ()


class Store:
    """The file and its writer thread. path: the file; most_pages: a limit for its size in pages of 4 KiB, 0: none."""

    def __init__(self, path: Path, most_pages: int = 0) -> None:
        """Raises Refused `error.data` (path, reason) if the file cannot be written."""
        self.path = path
        try:
            path.parent.mkdir(0o700, parents=True, exist_ok=True)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # the log holds secrets
            self.db = sqlite3.connect(
                path, timeout=BUSY, isolation_level=None, check_same_thread=False, cached_statements=2 * ROWS
            )
            self.db.execute("PRAGMA journal_mode=WAL")
            self.db.execute("PRAGMA synchronous=FULL")
            if self.db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'gap_free'").fetchone():
                self.db.executescript(BY_TABLE)
            self.db.executescript(SCHEMA)
            self.db.execute(SETTLE)
            if most_pages:
                self.db.execute(f"PRAGMA max_page_count={int(most_pages)}")
        except (OSError, sqlite3.Error) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise Refused("error.data", {"path": str(path), "reason": reason}) from error
        self.commits = 0
        self.n = -1  # of the last entry; -1: unknown
        self.settled = 0  # `latest` is known to reach this n
        self.last: dict[str, int] = {}  # n of a table's last entry
        self.jobs: deque[Job] = deque()
        self.bell = threading.Event()
        self.awake = False  # the bell has rung, and new jobs will be seen
        self.closing = False
        self.thread = threading.Thread(target=self.write, name="stich-log", daemon=True)
        self.thread.start()

    def submit(self, table: str, entries: list[Entry], done: Done, also: Sequence[Statement] = ()) -> None:
        """Write entries. `done` is called in the writer's thread: with None once they are on disk, or with the reason
        why they are not; then none of them is. Jobs of one table are done in their order."""
        self.jobs.append(Job(table, entries, done, also))
        if not self.awake:
            self.awake = True
            self.bell.set()

    def write(self) -> None:
        """The writer's thread."""
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
            if self.n - self.settled > SETTLED:
                self.settle()
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
        """Commit all together; if that fails, one by one, so that the fault of one table does not affect the others."""
        error = self.transact(jobs)
        if error is None or (len(jobs) == 1 and not isinstance(error, sqlite3.IntegrityError)):
            return [(job, error) for job in jobs]
        return [(job, self.transact([job])) for job in jobs]

    def transact(self, jobs: list[Job]) -> Exception | None:
        """Write all of this or nothing. After a failure cached numbers are read again, because another process can have
        written.
        """
        try:
            values, n, last = self.placed(jobs)
            also = [statement for job in jobs for statement in job.also]
            one = 0 < len(values) <= ROWS * WIDTH and not also  # a statement by itself is a transaction, too
            if not one:
                self.db.execute("BEGIN IMMEDIATE")
            for at in range(0, len(values), ROWS * WIDTH):
                some = values[at : at + ROWS * WIDTH]
                self.db.execute(INSERT[len(some) // WIDTH], some)
            for statement in also:
                self.db.execute(*statement)
            if not one:
                self.db.execute("COMMIT")
        except sqlite3.Error as error:
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")
            self.n = -1
            self.last.clear()
            return error
        self.n = n
        self.last.update(last)
        self.commits += 1
        return None

    def placed(self, jobs: list[Job]) -> tuple[list[object], int, dict[str, int]]:
        """Return the values of all rows, the number of the last one, and those of the tables' last ones."""
        n = self.n
        if n < 0:
            n = int(self.db.execute("SELECT coalesce(max(n), 0) FROM log").fetchone()[0])
        last: dict[str, int] = {}
        values: list[object] = []
        for job in jobs:
            table = job.table
            for entry in job.entries:
                before = last.get(table)
                if before is None:
                    before = self.last.get(table)
                    if before is None:
                        before = int(self.db.execute(LAST, {"table": table}).fetchone()[0])
                n += 1
                last[table] = n
                values += (n, before, table, entry.seq, entry.at, entry.actor, entry.kind, write_body(entry.body))
        return values, n, last

    def settle(self) -> None:
        """Update `latest`. If this fails nothing is lost: there is only more to search."""
        with contextlib.suppress(sqlite3.Error):
            self.db.execute(SETTLE)
        self.settled = self.n
        if len(self.last) > TABLES:
            self.last.clear()

    def read(self, table: str) -> list[Entry]:
        """Return a table's log, [] if there is none. Raises Refused `error.data` if the file cannot be read."""
        try:
            db = sqlite3.connect(self.path, timeout=BUSY)
            try:
                rows = db.execute(READ, {"table": table})
                return [Entry(seq, at, actor, read_body(body)) for seq, at, actor, body in rows]
            finally:
                db.close()
        except (sqlite3.Error, msgspec.MsgspecError) as error:
            raise Refused("error.data", {"path": str(self.path), "reason": str(error)}) from error

    def close(self) -> None:
        """Write the waiting jobs, and stop."""
        self.closing = True
        self.bell.set()
        self.thread.join()
        self.db.close()
