"""The migrations: they make what `schema` declares, on both databases, and lose nothing of an older file."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from stich.kernel.action import Refused
from stich.server.state.entries import Named, write_body
from stich.server.storage.archive import Archive, Wanted
from stich.server.storage.database import MIGRATIONS, address, open_database
from stich.server.storage.schema import HEAD, metadata
from stich.server.storage.store import Store

pytestmark = pytest.mark.once

OLD = Path(__file__).with_name("before_schema_0001.sql")  # written by the last version that had no migrations


def test_the_migrations_make_what_the_schema_declares(where: Path | str) -> None:
    engine = open_database(address(where))
    with engine.connect() as db:
        found = compare_metadata(MigrationContext.configure(db, opts={"compare_server_default": True}), metadata)
        assert found == []
        db.execute(text("DROP INDEX played_last"))
        assert compare_metadata(MigrationContext.configure(db), metadata), "a difference is noticed"
    engine.dispose()


def test_the_newest_migration_is_the_one_that_the_start_looks_for() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


def test_servers_that_start_together_migrate_once(where: Path | str) -> None:
    ready = threading.Barrier(4)
    errors: list[Exception] = []

    def start() -> None:
        ready.wait()
        try:
            open_database(address(where)).dispose()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    Store(where).close()


def test_a_database_of_a_later_version_is_left_alone(where: Path | str) -> None:
    engine = open_database(address(where))
    with engine.connect() as db:
        db.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(Refused) as refused:
        open_database(address(where))
    assert (refused.value.phrase.key, refused.value.phrase.args["version"]) == ("error.database_newer", "9999")


def made(path: Path, script: str) -> sqlite3.Connection:
    """Make a file of SQLite as an older version left it."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode=WAL")
    db.executescript(script)
    return db


def rows(db: sqlite3.Connection, sql: str) -> list[Any]:
    return db.execute(sql).fetchall()


def test_nothing_of_an_older_file_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    old = made(path, OLD.read_text("utf-8"))
    parts = {
        "log": "SELECT table_id, seq, at_ms, actor, kind, body FROM log ORDER BY n",
        "finished": "SELECT table_id, n, at_ms, told FROM finished ORDER BY 1, 2",
        "played": "SELECT identity, table_id, n, at_ms, seat FROM played ORDER BY 1, 2, 3",
        "record": "SELECT id, at_ms, text FROM record",
        "listed": "SELECT whole FROM listed",
    }
    before = {name: rows(old, sql) for name, sql in parts.items()}
    assert {name: len(found) for name, found in before.items()} == {
        "log": 270, "finished": 2, "played": 2, "record": 1, "listed": 1,
    }  # fmt: skip
    old.close()
    store = Store(path)
    with store.engine.connect() as db:
        columns = "name, seq, log.at_ms, actor, kind, body"
        entries = db.execute(text(f"SELECT {columns} FROM log JOIN tables ON no = table_no ORDER BY log.rowid"))
        assert [tuple(row) for row in entries] == before.pop("log")
        for name, found in before.items():
            assert [tuple(row) for row in db.execute(text(parts[name]))] == found
        left = set(db.execute(text("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")).scalars())
    indices = {index.name for table in metadata.tables.values() for index in table.indexes}
    assert left == {*metadata.tables, *indices, "alembic_version"}
    assert [len(store.read(table)) for table in ("table", "gone", "other", "none")] == [218, 1, 51, 0]
    assert [match.id for match in Archive(store).matches("ann", Wanted(10**15))] == ["table-2", "table-1"]
    done: list[Exception | None] = []
    last = store.read("table")[-1]
    last.seq += 1
    store.submit("table", [last], done.append)
    store.close()
    assert done == [None]


def test_a_conversion_that_breaks_off_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    old = made(path, OLD.read_text("utf-8").replace("told TEXT NOT NULL", "told TEXT"))
    old.execute("UPDATE finished SET told = NULL")
    old.commit()
    before = list(old.iterdump())
    old.close()
    with pytest.raises(Refused) as refused:
        Store(path)
    assert refused.value.phrase.key == "error.data"
    again = sqlite3.connect(path)
    assert list(again.iterdump()) == before
    again.close()


def test_a_file_of_the_first_days_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    db = made(path, BY_TABLE_ONCE)
    for seq in range(3):
        for name in "ba":
            values = (name, seq, 1000 + seq, "ann", "rename", write_body(Named(0, name, seq)))
            db.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", values)
    db.commit()
    db.close()
    store = Store(path)
    for name in "ab":
        assert [(entry.seq, entry.at, entry.body) for entry in store.read(name)] == [
            (seq, 1000 + seq, Named(0, name, seq)) for seq in range(3)
        ]
    store.close()


BY_TABLE_ONCE = """
CREATE TABLE log (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, at_ms INTEGER NOT NULL, actor TEXT NOT NULL, kind TEXT NOT NULL,
    body TEXT NOT NULL, PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
CREATE TRIGGER gap_free BEFORE INSERT ON log
WHEN NEW.seq <> (SELECT coalesce(max(seq), -1) + 1 FROM log WHERE table_id = NEW.table_id)
BEGIN SELECT raise(ABORT, 'the log goes on with another number'); END;
"""
