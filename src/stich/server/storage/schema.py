"""The tables of the database, one declaration for SQLite and PostgreSQL.

A new table is declared here and made by a migration: `migrations/README.md` says how. Rows are written with
`TableRegistry.write` and read with `Store.reading`.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import BigInteger, Column, Float, Index, Integer, LargeBinary, MetaData, Table, Text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.sql import Executable

HEAD: Final = "0009"  # the newest migration

metadata: Final = MetaData(
    naming_convention={  # so that a later migration can name what it changes
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)

NUMBER: Final = BigInteger().with_variant(Integer(), "sqlite")  # SQLite counts only an INTEGER up by itself

tables: Final = Table(
    "tables",
    metadata,
    Column("no", NUMBER, primary_key=True),  # short and rising, so that the entries of present tables lie together
    Column("name", Text, nullable=False, unique=True),
    Column("at_ms", BigInteger, nullable=False),  # when it was opened
)

log: Final = Table(
    "log",
    metadata,
    Column("table_no", BigInteger, primary_key=True, autoincrement=False),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("actor", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
)

lease: Final = Table(
    "lease",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("worker", Text, nullable=False),
    Column("fence", BigInteger, nullable=False),  # one more at every change of hands
    Column("until", BigInteger, nullable=False),  # by the clock of the database, ms
    Column("wanted", Text),  # the worker that was asked for this table
)

# The open tables of a worker, which it writes again every few seconds. `line`: a Listed as JSON.
listing: Final = Table(
    "listing",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("worker", Text, nullable=False),
    Column("until", BigInteger, nullable=False),  # by the clock of the database, ms
    Column("line", Text, nullable=False),
    Index("listing_until", "until"),
)

# `told`: a Finished as JSON, without the part that depends on the reader.
finished: Final = Table(
    "finished",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("told", Text, nullable=False),
)

played: Final = Table(
    "played",
    metadata,
    Column("identity", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Index("played_last", "identity", "at_ms"),
)

record: Final = Table(
    "record",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("text", LargeBinary, nullable=False),  # compressed
    Index("record_last", "at_ms"),
)

# The matches at rated tables. `told`: a ToRate as JSON; `done`: 1 once it is counted.
rated: Final = Table(
    "rated",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("told", Text, nullable=False),
    Column("done", Integer, nullable=False),
    Index("rated_next", "done", "at_ms"),
)

rating: Final = Table(
    "rating",
    metadata,
    Column("game", Text, primary_key=True),
    Column("player", Text, primary_key=True),  # an identity or "bot:<level>"
    Column("name", Text, nullable=False),  # under which a person has played last
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Index("rating_best", "game", "mu"),
)

# It has a row once the list of finished matches is known to hold every match that ended before there was a list.
listed: Final = Table("listed", metadata, Column("whole", Integer, primary_key=True, autoincrement=False))

# What people said about whom others complained. `lines`: JSON; `reporter`, `about`: identities.
report: Final = Table(
    "report",
    metadata,
    Column("no", NUMBER, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("reporter", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("lines", Text, nullable=False),
    Index("report_about", "about"),
)

# When a table goes on at which nobody need be present: the next time at which something is due there, ms.
due: Final = Table(
    "due",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Index("due_at", "at_ms"),
)

# When the server last knew that it was there, while such tables wait (`whole` is 1); and when it was not.
alive: Final = Table(
    "alive",
    metadata,
    Column("whole", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
)
outage: Final = Table(
    "outage",
    metadata,
    Column("from_ms", BigInteger, primary_key=True, autoincrement=False),
    Column("until_ms", BigInteger, nullable=False),
)

# What the operator has decided: `about` is a hash of an identity, an address or a table.
sanction: Final = Table(
    "sanction",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("about", Text, primary_key=True),
    Column("until_ms", BigInteger, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("note", Text, nullable=False),
)

# `key`: the name as it is looked up. `password`: its Argon2 hash. `number`: of the cookies that hold.
account: Final = Table(
    "account",
    metadata,
    Column("key", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("identity", Text, nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("at_ms", BigInteger, nullable=False),  # when it was made
)

# From which number on the cookies of a person hold: those before were ended. `person`: a digest of their identity.
revoked: Final = Table(
    "revoked",
    metadata,
    Column("person", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index("revoked_last", "at_ms"),
)

# What the decisions of a match cost. `engine`: what judged it; `data`: compressed, see storage/evaluations.py.
evaluation: Final = Table(
    "evaluation",
    metadata,
    Column("id", Text, primary_key=True),
    Column("engine", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Index("evaluation_last", "at_ms"),
)

# The health check writes here.
checkup: Final = Table("checkup", metadata, Column("runner", LargeBinary, nullable=False))

Statement = Executable
"""A statement with its values, for data stored beside the log."""


def upsert(table: Table, **values: Any) -> Statement:
    """Return the statement that inserts a row, or replaces the one with the same key. Both databases understand it."""
    keys = [column.name for column in table.primary_key]
    others = {name: value for name, value in values.items() if name not in keys}
    made = insert(table).values(values)
    return made.on_conflict_do_update(index_elements=keys, set_=others) if others else made.on_conflict_do_nothing()
