"""Whether a database is whole: the file of SQLite, its write-ahead log, and the entries of all tables."""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection, func, select

from stich.kernel.action import Refused
from stich.server.state.entries import read_body
from stich.server.storage.database import address, file_of
from stich.server.storage.schema import finished, log, tables

WAL_HEAD: Final = 32  # bytes
FRAME_HEAD: Final = 24
MAGIC: Final = {0x377F0682: "<", 0x377F0683: ">"}  # and the byte order of the checksums
MASK: Final = 0xFFFFFFFF
ROWS: Final = 1000  # read at a time


class Fault(NamedTuple):
    """Something that is wrong with a table. table: its name; what: key of the text; n: where."""

    table: str
    what: str
    n: int


def require_sound(where: Path | str) -> None:
    """Check the file of a database in SQLite before a server opens it. Raises Refused `error.damaged` (path, reason),
    `error.database_url`."""
    path = file_of(address(where))
    found = damage(path) if path is not None else ""
    if found:
        raise Refused("error.damaged", {"path": str(path), "reason": found})


# -- SQLite ------------------------------------------------------------------------------------------------------------


def damage(path: Path, *, whole: bool = False) -> str:
    """Return what is wrong with a file of SQLite, "" if nothing is. Has to be called before the file is opened.

    whole: compare the indexes, too, which takes several times as long.
    """
    if not path.is_file() or path.stat().st_size == 0:
        return ""
    lost = wal_damage(path.with_name(path.name + "-wal"))
    if lost:
        return lost
    try:
        with closing(sqlite3.connect(path)) as db:
            found = db.execute("PRAGMA integrity_check(1)" if whole else "PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        return str(error)
    except UnicodeDecodeError as error:  # SQLite quotes what is damaged
        return " ".join(error.object.decode("utf-8", "replace").split())
    return "" if found == ("ok",) else " ".join(str(found[0]).split())


def wal_damage(path: Path) -> str:
    """Return why committed entries in a write-ahead log would be ignored, "" if none would.

    SQLite reads such a log up to the first page with a wrong checksum, and takes the rest for what a crash has cut off.
    But a crash cuts off one commit at most, the one that was being written.
    """
    data = path.read_bytes() if path.is_file() else b""
    if not data.strip(b"\0"):
        return ""
    if len(data) < WAL_HEAD:
        return f"{path.name}: {len(data)} bytes"
    magic, _, size, _, *salts = struct.unpack_from(">IIIIII", data)
    order = MAGIC.get(magic)
    if order is None or checksum(data[:24], order, 0, 0) != struct.unpack_from(">II", data, 24):
        return f"{path.name}: the head is damaged"
    first, second = struct.unpack_from(">II", data, 24)
    broken = -1
    late = 0
    for n, at in enumerate(range(WAL_HEAD, len(data) - FRAME_HEAD - size + 1, FRAME_HEAD + size), 1):
        _, commits, *rest = struct.unpack_from(">IIIIII", data, at)
        if broken < 0:
            page = data[at : at + 8] + data[at + FRAME_HEAD : at + FRAME_HEAD + size]
            first, second = checksum(page, order, first, second)
            if rest != [*salts, first, second]:
                broken = n
        if broken > 0 and rest[:2] == salts:
            late += bool(commits)
    return f"{path.name}: page {broken} is damaged, and {late} commits come after it" if late > 1 else ""


def checksum(data: bytes, order: str, first: int, second: int) -> tuple[int, int]:
    """Return the checksum of a write-ahead log, continued."""
    for one, other in struct.iter_unpack(f"{order}II", data):
        first = (first + one + second) & MASK
        second = (second + other + first) & MASK
    return first, second


# -- entries -----------------------------------------------------------------------------------------------------------


def faults(db: Connection) -> Iterator[Fault]:
    """Yield what is wrong with the tables of a database: missing entries, entries that cannot be read, matches of the
    list whose table is gone."""
    raw = db.connection.driver_connection
    if isinstance(raw, sqlite3.Connection):
        raw.text_factory = escaped  # flipped bytes are not always letters
    count, last = func.count(log.c.seq), func.max(log.c.seq)
    of_tables = select(tables.c.name, count, last).outerjoin(log, log.c.table_no == tables.c.no).group_by(tables.c.name)
    for name, n, most in db.execute(of_tables.order_by(tables.c.name)):
        if n == 0 or n != most + 1:
            yield Fault(name, "cli.check_gap", n)
    nameless = select(log.c.table_no).where(log.c.table_no.not_in(select(tables.c.no))).distinct()
    for no in db.execute(nameless).scalars():
        yield Fault(f"#{no}", "cli.check_nameless", 0)
    bodies = select(tables.c.name, log.c.seq, log.c.body).join(tables, tables.c.no == log.c.table_no)
    for name, seq, body in db.execute(bodies, execution_options={"yield_per": ROWS}):
        try:
            read_body(body)
        except (msgspec.MsgspecError, UnicodeError):
            yield Fault(name, "cli.check_entry", seq)
    gone = select(finished.c.table_id, finished.c.n).where(finished.c.table_id.not_in(select(tables.c.name)))
    for name, n in db.execute(gone):
        yield Fault(name, "cli.check_match", n)


def escaped(data: bytes) -> str:
    """Return a text of the database; what is no letter in it cannot be encoded again."""
    return data.decode("utf-8", "surrogateescape")
