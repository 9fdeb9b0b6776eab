"""The log in SQLite and on PostgreSQL: order, gaps, a full disk, another process."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from pathlib import Path

import pytest
from sqlalchemy import func, select

from stich.kernel.action import Refused
from stich.server.state.entries import (
    Acted,
    AnyBody,
    Began,
    Entry,
    IsReady,
    Left,
    Named,
    Opened,
    Paced,
    Presence,
    Seated,
)
from stich.server.storage.log import LogGap
from stich.server.storage.schema import log
from stich.server.storage.store import BATCH, Store

pytestmark = pytest.mark.once

BODIES: list[AnyBody] = [
    Opened("chimera", 1, 3, {"limit": "400"}, ["club"] * 3, "normal", False, None),
    Began(1, "00" * 32),
    Seated(0, "Ann Ő 🂡", 1_700_000_000_000),
    Acted(0, "bid", [], 30, 5),
    Acted(14, "window_closed", [], -1),
    Named(0, "", 7),
    Presence(0, False),
    IsReady(0, 1, 8),
    Paced("fast", 9),
    Left(0, 10),
]


def entry(seq: int, name: str = "x") -> Entry:
    return Entry(seq, 1000 + seq, "ann", Named(0, name, seq))


class Waiter:
    """Collects what the writer says."""

    def __init__(self) -> None:
        self.results: list[Exception | None] = []
        self.changed = threading.Condition()

    def __call__(self, error: Exception | None) -> None:
        with self.changed:
            self.results.append(error)
            self.changed.notify_all()

    def wait(self, n: int) -> list[Exception | None]:
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.results) >= n, 10)
        return self.results


@pytest.mark.skipif(os.name == "nt", reason="permissions are another matter there")
def test_the_log_is_for_nobody_elses_eyes(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        store = Store(tmp_path / "tables.sqlite")
        modes = {file.suffix: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
        store.close()
    finally:
        os.umask(before)
    assert modes == {".sqlite": 0o600, ".sqlite-wal": 0o600, ".sqlite-shm": 0o600}


def test_what_was_written_is_read_again_by_another_process(where: Path | str) -> None:
    store = Store(where)
    entries = [Entry(seq, 5 * seq, "ann", body) for seq, body in enumerate(BODIES)]
    done = Waiter()
    store.submit("t1", entries[:4], done)
    store.submit("t2", entries[:1], done)
    store.submit("t1", entries[4:], done)
    assert done.wait(3) == [None] * 3
    again = Store(where)
    assert again.read("t1") == entries
    assert again.read("t2") == entries[:1]
    assert again.read("t3") == []
    assert [e.kind for e in entries[:3]] == ["open", "match", "sit"]
    store.close()
    again.close()


def test_what_comes_together_is_committed_together_and_in_order(where: Path | str) -> None:
    store = Store(where)
    done = Waiter()
    for seq in range(300):
        store.submit("t", [entry(seq)], done)
    assert done.wait(300) == [None] * 300
    assert store.commits < 100
    assert [e.seq for e in store.read("t")] == list(range(300))
    store.close()


def test_done_is_said_after_the_commit(where: Path | str) -> None:
    store = Store(where)
    seen: list[int] = []
    asked = threading.Event()

    def done(error: Exception | None) -> None:
        with store.reading() as other:
            seen.append(other.execute(select(func.count()).select_from(log)).scalar_one())
        asked.set()

    store.submit("t", [entry(0), entry(1)], done)
    assert asked.wait(10)
    assert seen == [2]
    store.close()


def test_a_commit_is_synced_and_the_log_written_ahead(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.sqlite")
    assert store.db.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2  # FULL
    assert store.db.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
    store.close()


def test_gaps_and_repeats_are_refused_and_others_are_not_disturbed(where: Path | str) -> None:
    store = Store(where)
    good, bad = Waiter(), Waiter()
    store.submit("a", [entry(0)], good)
    store.submit("b", [entry(1)], bad)
    store.submit("a", [entry(1)], good)
    store.submit("a", [entry(1)], bad)
    store.submit("a", [entry(2), entry(4)], bad)
    store.submit("a", [entry(2)], good)
    assert good.wait(3) == [None] * 3
    assert all(isinstance(error, LogGap) for error in bad.wait(3))
    assert [e.seq for e in store.read("a")] == [0, 1, 2]
    assert store.read("b") == []
    store.close()


def test_what_another_process_writes_is_followed_and_not_written_over(where: Path | str) -> None:
    ours, theirs = Store(where), Store(where)
    good, bad = Waiter(), Waiter()
    ours.submit("a", [entry(0)], good)
    good.wait(1)
    theirs.submit("a", [entry(1)], good)
    theirs.submit("b", [entry(0)], good)
    good.wait(3)
    ours.submit("a", [entry(1)], bad)
    assert isinstance(bad.wait(1)[0], LogGap)
    theirs.submit("c", [entry(0)], good)
    good.wait(4)
    ours.submit("b", [entry(1)], good)  # another table's entry is no hindrance
    assert good.wait(5) == [None] * 5
    assert [len(ours.read(table)) for table in "abc"] == [2, 2, 1]
    ours.close()
    theirs.close()


def test_a_long_log_is_written_and_read_whole(where: Path | str) -> None:
    store = Store(where)
    done = Waiter()
    for seq in range(0, 10 * BATCH, BATCH):
        store.submit("busy", [entry(at) for at in range(seq, seq + BATCH)], done)
    store.submit("busy", [entry(at) for at in range(10 * BATCH, 11 * BATCH + 67)], done)
    assert done.wait(11) == [None] * 11
    assert store.read("busy") == [entry(seq) for seq in range(11 * BATCH + 67)]
    store.close()


def test_two_who_write_the_same_number_at_once_do_not_both_succeed(where: Path | str) -> None:
    """Neither knows of the other: the key of the table decides, in the transaction."""
    stores = [Store(where), Store(where)]
    done = [Waiter(), Waiter()]
    for store, waiter in zip(stores, done, strict=True):
        store.submit("other", [entry(0)], waiter) if store is stores[0] else None
    done[0].wait(1)
    for seq in range(1, 40):
        for store, waiter in zip(stores, done, strict=True):
            store.submit("other", [entry(seq, f"{stores.index(store)}")], waiter)
        done[0].wait(seq + 1)
        done[1].wait(seq)
    first, second = done[0].results[1:], done[1].results
    for mine, theirs in zip(first, second, strict=True):
        assert (mine is None) != (theirs is None)
        assert isinstance(mine or theirs, LogGap)
    assert [e.seq for e in stores[0].read("other")] == list(range(40))
    for store in stores:
        store.close()


def test_a_full_disk_is_reported_and_leaves_whole_entries(tmp_path: Path) -> None:
    empty = Store(tmp_path / "tables.sqlite")
    pages = empty.db.exec_driver_sql("PRAGMA page_count").scalar_one()
    empty.close()
    store = Store(tmp_path / "tables.sqlite", most_pages=pages + 15)
    done = Waiter()
    for seq in range(100):
        store.submit("t", [entry(seq, "x" * 1000)], done)
        done.wait(seq + 1)
    results = done.results
    written = results.index(next(error for error in results if error is not None))
    assert 5 < written < 100
    assert all(error is None for error in results[:written])
    assert isinstance(results[written], sqlite3.Error)
    assert all(isinstance(error, LogGap) for error in results[written + 1 :])
    assert "full" in str(results[written])
    assert [e.seq for e in store.read("t")] == list(range(written))
    store.db.exec_driver_sql("PRAGMA max_page_count=1000")  # somebody made runner
    store.submit("t", [entry(written)], done)
    assert done.wait(101)[-1] is None
    store.close()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused) as refused:
        Store(tmp_path / "file" / "tables.sqlite")
    assert refused.value.phrase.key == "error.data"
    assert "file" in str(refused.value.phrase.args["path"])


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_text("Dear diary, " * 100)
    with pytest.raises(Refused) as refused:
        Store(tmp_path / "tables.sqlite")
    assert refused.value.phrase.key == "error.data"


def test_a_damaged_entry_is_reported(where: Path | str) -> None:
    store = Store(where)
    done = Waiter()
    store.submit("t", [entry(0)], done)
    done.wait(1)
    store.db.exec_driver_sql("UPDATE log SET body = '{'")
    with pytest.raises(Refused) as refused:
        store.read("t")
    assert refused.value.phrase.key == ("error.data" if isinstance(where, Path) else "error.database")
    store.close()


def test_closing_writes_what_is_waiting(where: Path | str) -> None:
    store = Store(where)
    done = Waiter()
    for seq in range(50):
        store.submit("t", [entry(seq)], done)
    store.close()
    assert len(done.results) == 50
    again = Store(where)
    assert len(again.read("t")) == 50
    again.close()
