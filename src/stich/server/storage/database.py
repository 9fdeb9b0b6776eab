"""The connection to the database: SQLite in a file, or PostgreSQL. Opening it also brings its tables up to date."""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from stich.kernel.action import Refused
from stich.server.storage.schema import HEAD

BUSY: Final = 5.0  # seconds to wait for another process that writes, or holds a lock
STATEMENTS: Final = 128  # that SQLite keeps prepared for each connection
ALLOWED: Final = "sqlite:///PATH | postgresql://USER:PASSWORD@HOST/NAME"
MIGRATIONS: Final = Path(__file__).with_name("migrations")
MIGRATING: Final = 0x7374696368  # the number of PostgreSQL's lock while one process migrates: "stich" in ASCII
FAR: Final[dict[str, Any]] = {  # of libpq: a server that is gone without a word is noticed within seconds
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "stich",
}


def address(where: Path | str) -> URL:
    """Return the address of a database: a path is SQLite's. Raises Refused `error.database_url` (allowed): the text is
    not repeated, because it can hold a password."""
    if isinstance(where, Path):
        return URL.create("sqlite", database=str(where))
    try:
        url = make_url(where)
    except (ArgumentError, ValueError) as error:
        raise Refused("error.database_url", {"allowed": ALLOWED}) from error
    if url.drivername == "sqlite" and url.database not in (None, "", ":memory:"):
        return url
    if url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    raise Refused("error.database_url", {"allowed": ALLOWED})


def file_of(url: URL) -> Path | None:
    """Return the file of a database in SQLite, None for PostgreSQL."""
    return Path(url.database or "") if url.drivername == "sqlite" else None


def open_database(url: URL) -> Engine:
    """Return the engine of a database that is there and has all tables; every statement is committed by itself.

    Raises Refused: `error.data` (path, reason); `error.database` (url, reason); `error.database_driver` (package).
    """
    engine = engine_of(url)
    try:
        migrate(engine)
    except SQLAlchemyError as error:
        engine.dispose()
        raise unusable(url, reason_of(error)) from error
    except Refused:
        engine.dispose()
        raise
    return engine


def engine_of(url: URL) -> Engine:
    """Return the engine of a database. Raises Refused as `open_database`."""
    try:
        return sqlite(Path(url.database or "")) if url.drivername == "sqlite" else postgresql(url)
    except ImportError as error:  # the driver, or the library that it needs
        raise Refused("error.database_driver", {"package": "stich[postgresql]"}) from error
    except OSError as error:
        raise unusable(url, error.strerror or str(error)) from error


@contextmanager
def connected(url: URL) -> Iterator[Engine]:
    """Open a database as it is, while a server uses it: nothing is created or brought up to date.

    Raises Refused as `open_database`.
    """
    path = file_of(url)
    if path is not None and not path.is_file():
        raise unusable(url, os.strerror(errno.ENOENT))
    engine = engine_of(url)
    try:
        yield engine
    finally:
        engine.dispose()


def sqlite(path: Path) -> Engine:
    """Return the engine of a file, which is created if necessary. Raises OSError."""
    path.parent.mkdir(0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # the log holds secrets
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,  # errors are logged, and the values are secrets
        connect_args={"timeout": BUSY, "check_same_thread": False, "cached_statements": STATEMENTS},
    )

    @event.listens_for(engine, "connect")
    def prepare(db: Any, record: Any) -> None:
        write_ahead(db)
        db.execute("PRAGMA synchronous=FULL")

    return engine


def write_ahead(db: sqlite3.Connection) -> None:
    """Let a file have a write-ahead log. While another process does the same SQLite says that it is locked, and does
    not wait as it does elsewhere. Raises sqlite3.OperationalError after `BUSY` seconds."""
    until = time.monotonic() + BUSY
    while True:
        try:
            db.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)


def postgresql(url: URL) -> Engine:
    """Return the engine of a server. Raises ImportError if its driver is not installed."""
    given = {name: value for name, value in FAR.items() if name not in url.query}
    engine = create_engine(
        url, isolation_level="AUTOCOMMIT", hide_parameters=True, pool_pre_ping=True, connect_args=given
    )

    @event.listens_for(engine, "connect")
    def prepare(db: Any, record: Any) -> None:
        db.execute(f"SET lock_timeout = {int(BUSY * 1000)}")

    return engine


def unusable(url: URL, reason: str) -> Refused:
    """Return the refusal of a database, which names it without its password."""
    path = file_of(url)
    if path is not None:
        return Refused("error.data", {"path": str(path), "reason": reason})
    return Refused("error.database", {"url": url.set(drivername="postgresql").render_as_string(), "reason": reason})


def reason_of(error: Exception) -> str:
    """Return what the database said, in one line, without the statement."""
    said = str(error.orig if isinstance(error, DBAPIError) and error.orig is not None else error).strip()
    return said.splitlines()[0] if said else type(error).__name__


@contextmanager
def transaction(db: Connection) -> Iterator[None]:
    """Do all of this or nothing. On SQLite no other process writes meanwhile."""
    db.exec_driver_sql("BEGIN IMMEDIATE" if db.dialect.name == "sqlite" else "BEGIN")
    try:
        yield
        db.exec_driver_sql("COMMIT")
    except BaseException:
        with suppress(SQLAlchemyError):  # the database has done so itself, or is gone
            db.exec_driver_sql("ROLLBACK")
        raise


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """Open the database so that all reads see the same moment."""
    with engine.connect() as db:
        db.exec_driver_sql("BEGIN" if engine.dialect.name == "sqlite" else "BEGIN ISOLATION LEVEL REPEATABLE READ")
        yield db


# -- migrations --------------------------------------------------------------------------------------------------------


def version(db: Connection) -> str:
    """Return the newest migration that a database has had, "" for a new one."""
    if not inspect(db).has_table("alembic_version"):
        return ""
    return str(db.execute(text("SELECT version_num FROM alembic_version")).scalar() or "")


def migrate(engine: Engine) -> None:
    """Bring the tables up to date, in one transaction; processes that start together do it one after the other.

    Raises Refused `error.database_newer`: a later version of stich has written there.
    """
    with engine.connect() as db:
        if version(db) == HEAD:
            return
        from alembic import command  # a start that has nothing to migrate need not load it
        from alembic.config import Config
        from alembic.util import CommandError

        with transaction(db):
            if db.dialect.name == "postgresql":
                db.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
            if version(db) != HEAD:
                config = Config()
                config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
                config.attributes["connection"] = db
                try:
                    command.upgrade(config, "head")
                except CommandError as error:
                    raise Refused("error.database_newer", {"version": version(db)}) from error
