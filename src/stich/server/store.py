"""The logs of all tables in one SQLite file: the truth, to which only is added.

One thread writes. What comes within 5 ms is committed together and synced to disk, and only then is anybody told.
"""

from __future__ import annotations

import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from stich.kernel.action import Refused
from stich.server.entries import Entry, read_body, write_body

GATHER: Final = 0.005  # seconds in which entries are collected for one commit
BATCH: Final = 200  # entries, at most, in one commit
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
    """The file and its writer thread. path: the file; most_pages: a limit for its size in pages of 4 KiB, 0 for none.
    """

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
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.write, name="stich-log", daemon=True)
        self.thread.start()

    def submit(self, table: str, entries: list[Entry], done: Done, also: Sequence[Statement] = ()) -> None:
        """Have entries written. `done` is called in the writer's thread: with None once they are on disk, else with
        the reason why they are not; then none of them is. Jobs of one table are done in their order."""
        self.jobs.put(Job(table, entries, done, also))

    def write(self) -> None:
        """The writer's thread."""
        open_ = True
        while open_:
            first = self.jobs.get()
            if first is None:
                return
            jobs, open_ = self.collect(first)
            for job, error in self.commit(jobs):
                job.done(error)

    def collect(self, first: Job) -> tuple[list[Job], bool]:
        """Return what comes within the time, and whether there is more to come at all."""
        jobs = [first]
        size = len(first.entries)
        until = time.monotonic() + GATHER
        while size < BATCH and (left := until - time.monotonic()) > 0:
            try:
                job = self.jobs.get(timeout=left)
            except queue.Empty:
                break
            if job is None:
                return jobs, False
            jobs.append(job)
            size += len(job.entries)
        return jobs, True

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
            self.db.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", rows)
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
        self.jobs.put(None)
        self.thread.join()
        self.db.close()
