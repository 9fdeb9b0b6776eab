"""A whole database as one file, and back. SQLite and PostgreSQL read each other's.

The file is JSON in lines, compressed by gzip: a head, for each table its name and columns and then its rows, and an end
that counts them. It is what the database had at one moment, while the server goes on.
"""

from __future__ import annotations

import base64
import gzip
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Engine, LargeBinary, MetaData, Table, func, insert, select, text
from sqlalchemy.exc import DataError, IntegrityError

from stich.kernel.action import Refused
from stich.server.storage.database import reason_of, snapshot, transaction, version
from stich.server.storage.schema import HEAD, metadata

FORMAT: Final = 1
LEFT_OUT: Final = ("alembic_version", "checkup", "lease")  # what belongs to the running servers, not to the tables
ROWS: Final = 500  # in one statement
LEVEL: Final = 6  # of the compression

Tell = Callable[[int, int], None]
"""Called with the rows that are done, and all of them."""


class Head(msgspec.Struct):
    """The first line of a backup. at: when it was begun, ms."""

    backup: int
    schema: str
    at: int


class Part(msgspec.Struct):
    """The line before the rows of a table."""

    table: str
    columns: list[str]


class End(msgspec.Struct):
    """The last line. A file without it is not whole."""

    rows: int


def refused(path: Path, reason: str) -> Refused:
    """Return the refusal of a file that is no whole backup."""
    return Refused("error.backup", {"path": str(path), "reason": reason})


# -- writing -----------------------------------------------------------------------------------------------------------


def dump(engine: Engine, path: Path, at: int, tell: Tell) -> int:
    """Write a backup and return the number of its rows. The file appears when it is whole, and replaces an older one.

    Raises Refused `error.data` (path, reason) if it cannot be written; SQLAlchemyError if the database cannot be read.
    """
    part = path.with_name(f"{path.name}.part")
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:  # it holds secrets
            with gzip.GzipFile("", "wb", LEVEL, out, mtime=0) as packed, snapshot(engine) as db:
                done = write(db, packed, at, tell)
            out.flush()
            os.fsync(out.fileno())
        part.replace(path)
    except OSError as error:
        raise Refused("error.data", {"path": str(path), "reason": error.strerror or str(error)}) from error
    finally:
        part.unlink(missing_ok=True)
    return done


def write(db: Connection, out: gzip.GzipFile, at: int, tell: Tell) -> int:
    """Write all lines, and return the number of rows."""
    found = MetaData()
    found.reflect(db)  # what is there, also if another version of stich has made it
    kept = [table for table in found.sorted_tables if table.name not in LEFT_OUT]
    whole = sum(db.execute(select(func.count()).select_from(table)).scalar_one() for table in kept)
    line = msgspec.json.Encoder().encode
    out.write(line(Head(FORMAT, version(db), at)) + b"\n")
    done = 0
    for table in kept:
        out.write(line(Part(str(table.name), [str(column.name) for column in table.columns])) + b"\n")
        rows = db.execute(select(table).order_by(*table.primary_key), execution_options={"yield_per": ROWS})
        for some in rows.partitions():
            out.write(b"".join(line(list(row)) + b"\n" for row in some))
            done += len(some)
            tell(done, whole)
    out.write(line(End(done)) + b"\n")
    return done


# -- reading -----------------------------------------------------------------------------------------------------------


def load(engine: Engine, path: Path, tell: Tell) -> int:
    """Fill an empty database from a backup, all or nothing, and return the number of rows.

    Raises Refused: `error.backup` (path, reason): the file is no whole backup; `error.not_empty`: there are tables
    already; `error.database_newer`. Raises SQLAlchemyError if the database cannot be written.
    """
    try:
        with gzip.GzipFile(path, "rb") as lines, engine.connect() as db, transaction(db):
            if any(db.execute(select(table).limit(1)).first() for table in tables_of(metadata)):
                raise Refused("error.not_empty")
            whole = sum(1 for _ in lines)  # and the checksum of the file is compared, before anything is written
            lines.rewind()
            done = read(db, lines, path, lambda done, _: tell(done, whole))
            count_on(db)
            return done
    except (IntegrityError, DataError) as error:  # somebody has changed the file
        raise refused(path, reason_of(error)) from error
    except (EOFError, zlib.error, gzip.BadGzipFile, msgspec.MsgspecError, UnicodeError, ValueError) as error:
        raise refused(path, str(error)) from error
    except OSError as error:
        raise Refused("error.data", {"path": str(path), "reason": error.strerror or str(error)}) from error


def tables_of(all: MetaData) -> list[Table]:
    """Return the tables that a backup can have, in the order in which they can be filled."""
    return [table for table in all.sorted_tables if table.name not in LEFT_OUT]


def read(db: Connection, lines: gzip.GzipFile, path: Path, tell: Tell) -> int:
    """Insert all rows, and return their number. Raises Refused, or what a damaged file raises."""
    head = msgspec.json.decode(lines.readline(), type=Head)
    if head.backup != FORMAT or head.schema > HEAD:
        raise Refused("error.database_newer", {"version": head.schema})
    known = {table.name: table for table in tables_of(metadata)}
    table: Table | None = None
    names: list[str] = []
    waiting: list[dict[str, Any]] = []
    done = 0
    for text_line in lines:
        line = msgspec.json.decode(text_line)
        if isinstance(line, list) and table is not None:
            waiting.append(row_of(table, names, line))
        if waiting and (not isinstance(line, list) or len(waiting) == ROWS):
            assert table is not None
            db.execute(insert(table), waiting)
            done += len(waiting)
            tell(done, done)
            waiting = []
        if isinstance(line, list):
            continue
        if "rows" in line:
            if msgspec.convert(line, End).rows != done or lines.read(1):  # this also compares the checksum of the file
                raise refused(path, f"{done} rows of {line['rows']}")
            return done
        part = msgspec.convert(line, Part)
        if part.table not in known:
            raise refused(path, part.table)
        table, names = known[part.table], part.columns
    raise refused(path, f"{done} rows, and no end")


def row_of(table: Table, names: list[str], values: list[Any]) -> dict[str, Any]:
    """Return a row as the database takes it."""
    row = dict(zip(names, values, strict=True))
    for column in table.columns:
        if isinstance(column.type, LargeBinary) and isinstance(row.get(column.name), str):
            row[column.name] = base64.b64decode(row[column.name], validate=True)
    return row


def count_on(db: Connection) -> None:
    """Let PostgreSQL go on counting behind the rows that have brought their numbers."""
    if db.dialect.name != "postgresql":
        return
    for table in tables_of(metadata):
        counted = table.autoincrement_column
        if counted is not None:
            name, column = table.name, counted.name
            sequence = f"pg_get_serial_sequence('{name}', '{column}')"
            db.execute(text(f"SELECT setval({sequence}, (SELECT coalesce(max({column}), 0) + 1 FROM {name}), false)"))
