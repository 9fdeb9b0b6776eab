"""The logs of all tables in one SQLite file: the truth, to which only is added.

One thread writes: at once where nothing was written just before, else what has come in 2 ms together. It is synced to
disk, and only then is anybody told.
"""

from __future__ import annotations

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
from stich.server.entries import Entry, read_body, write_body

GATHER: Final = 0.002  # seconds between two commits, in which entries are collected for the second one
BATCH: Final = 200  # entries, at most, in one commit
ROWS: Final = 150  # in one statement: after each one Python may keep this thread waiting while it does other things
BUSY: Final = 5.0  # seconds to wait for another process that writes

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS log (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    actor TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS gap_free BEFORE INSERT ON log
WHEN NEW.seq <> (SELECT coalesce(max(seq), -1) + 1 FROM log WHERE table_id = NEW.table_id)
BEGIN SELECT raise(ABORT, 'the log goes on with another number'); END;
"""
"""The trigger refuses gaps: if one commit of a table fails, or another process writes its log, nothing later gets in
by mistake."""

Done = Callable[[Exception | None], None]
Statement = tuple[str, tuple[object, ...]]
"""SQL and its values, for what is kept beside the log (`archive`)."""


class Job(NamedTuple):
    """Entries of one table that belong together, what is written together with them, and who wants to know that all
    of it is on disk."""

    table: str
    entries: list[Entry]
    done: Done
    also: Sequence[Statement] = ()


class Store:
    """The file and its writer thread. path: the file; most_pages: a limit for its size in pages of 4 KiB, 0: none."""

    def __init__(self, path: Path, most_pages: int = 0) -> None:
        """Raises Refused `error.data` (path, reason) where the file cannot be written."""
        self.path = path
        try:
            path.parent.mkdir(0o700, parents=True, exist_ok=True)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # the secrets of running matches are nobody else's
            self.db = sqlite3.connect(path, timeout=BUSY, isolation_level=None, check_same_thread=False)
            self.db.execute("PRAGMA journal_mode=WAL")
            self.db.execute("PRAGMA synchronous=FULL")
            self.db.executescript(SCHEMA)
            if most_pages:
                self.db.execute(f"PRAGMA max_page_count={int(most_pages)}")
        except (OSError, sqlite3.Error) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise Refused("error.data", {"path": str(path), "reason": reason}) from error
        self.commits = 0
        self.jobs: deque[Job] = deque()
        self.bell = threading.Event()
        self.awake = False  # the bell has been rung, and what is submitted now will be seen
        self.closing = False
        self.thread = threading.Thread(target=self.write, name="stich-log", daemon=True)
        self.thread.start()

    def submit(self, table: str, entries: list[Entry], done: Done, also: Sequence[Statement] = ()) -> None:
        """Have entries written. `done` is called in the writer's thread: with None once they are on disk, else with
        the reason why they are not; then none of them is. Jobs of one table are done in their order."""
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
                time.sleep(busy)  # not longer than one commit takes where nobody else writes
            self.awake = False  # what is submitted from here on rings again
            while self.jobs:
                for job, error in self.commit(self.batch()):
                    job.done(error)
            last = time.monotonic()
            if self.closing and not self.jobs:
                return

    def batch(self) -> list[Job]:
        """Return what is committed together: what has come so far, within reason."""
        jobs = [self.jobs.popleft()]
        size = len(jobs[0].entries)
        while self.jobs and size < BATCH:
            jobs.append(self.jobs.popleft())
            size += len(jobs[-1].entries)
        return jobs

    def commit(self, jobs: list[Job]) -> list[tuple[Job, Exception | None]]:
        """Commit all together; if that fails, one by one, so that the trouble of one table is not another's."""
        error = self.transact(jobs)
        if error is None or len(jobs) == 1:
            return [(job, error) for job in jobs]
        return [(job, self.transact([job])) for job in jobs]

    def transact(self, jobs: list[Job]) -> Exception | None:
        rows = [
            (job.table, entry.seq, entry.at, entry.actor, entry.kind, write_body(entry.body))
            for job in jobs
            for entry in job.entries
        ]
        try:
            self.db.execute("BEGIN IMMEDIATE")
            for at in range(0, len(rows), ROWS):
                some = rows[at : at + ROWS]
                values = ", ".join(["(?, ?, ?, ?, ?, ?)"] * len(some))
                self.db.execute(f"INSERT INTO log VALUES {values}", [value for row in some for value in row])
            for statement in (statement for job in jobs for statement in job.also):
                self.db.execute(*statement)
            self.db.execute("COMMIT")
        except sqlite3.Error as error:
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")
            return error
        self.commits += 1
        return None

    def read(self, table: str) -> list[Entry]:
        """Return a table's log, [] if there is none. Raises Refused `error.data` where the file cannot be read."""
        try:
            db = sqlite3.connect(self.path, timeout=BUSY)
            try:
                rows = db.execute("SELECT seq, at_ms, actor, body FROM log WHERE table_id = ? ORDER BY seq", (table,))
                return [Entry(seq, at, actor, read_body(body)) for seq, at, actor, body in rows]
            finally:
                db.close()
        except (sqlite3.Error, msgspec.MsgspecError) as error:
            raise Refused("error.data", {"path": str(self.path), "reason": str(error)}) from error

    def close(self) -> None:
        """Write what is still waiting, and end."""
        self.closing = True
        self.bell.set()
        self.thread.join()
        self.db.close()
