"""The first schema that both databases share. Files of SQLite from before it are converted."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

OLD: Final = ("log", "finished", "played", "record", "listed")
NUMBER: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
COPIES: Final = (
    ("finished", "table_id, n, at_ms, told"),
    ("played", "identity, table_id, n, at_ms, seat"),
    ("record", "id, at_ms, text"),
    ("listed", "whole"),
)


def upgrade() -> None:
    """Create the tables; fill them from those of an earlier version."""
    db = op.get_bind()
    old = set(sa.inspect(db).get_table_names()) if db.dialect.name == "sqlite" else set()
    put_aside(old)
    create()
    if "log" in old:
        convert_log()
    for name, columns in COPIES:
        if name in old:
            op.execute(f"INSERT INTO {name} ({columns}) SELECT {columns} FROM old_{name}")
    for name in OLD:
        if name in old:
            op.drop_table(f"old_{name}")


def put_aside(old: set[str]) -> None:
    """Rename the tables of an earlier version, and drop what only helped to write them."""
    if not old:
        return
    for trigger in ("gap_free", "follows"):
        op.execute(f"DROP TRIGGER IF EXISTS {trigger}")
    for table in ("latest", "checkup"):
        op.execute(f"DROP TABLE IF EXISTS {table}")
    op.execute("DROP INDEX IF EXISTS played_last")
    for name in OLD:
        if name in old:
            op.rename_table(name, f"old_{name}")


def convert_log() -> None:
    """Number the tables in the order in which they were opened, and take over their entries."""
    columns = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("old_log")}
    order, first = ("old.n", "n") if "n" in columns else ("old.at_ms, table_no, seq", "at_ms")
    op.execute(
        "INSERT INTO tables (name, at_ms) "
        f"SELECT table_id, min(at_ms) FROM old_log GROUP BY table_id ORDER BY min({first}), table_id"
    )
    op.execute(
        "INSERT INTO log (table_no, seq, at_ms, actor, kind, body) "
        "SELECT tables.no AS table_no, seq, old.at_ms, actor, kind, body "
        f"FROM old_log AS old JOIN tables ON tables.name = old.table_id ORDER BY {order}"
    )


def create() -> None:
    """Create the tables."""
    op.create_table(
        "tables",
        sa.Column("no", NUMBER, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("no", name="pk_tables"),
        sa.UniqueConstraint("name", name="uq_tables_name"),
    )
    op.create_table(
        "log",
        sa.Column("table_no", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("seq", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_no", "seq", name="pk_log"),
    )
    op.create_table(
        "lease",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("worker", sa.Text, nullable=False),
        sa.Column("fence", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_lease"),
    )
    op.create_table(
        "finished",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("n", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("told", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "n", name="pk_finished"),
    )
    op.create_table(
        "played",
        sa.Column("identity", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("n", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("identity", "table_id", "n", name="pk_played"),
    )
    op.create_index("played_last", "played", ["identity", "at_ms"])
    op.create_table(
        "record",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("text", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_record"),
    )
    op.create_index("record_last", "record", ["at_ms"])
    op.create_table(
        "listed",
        sa.Column("whole", sa.Integer, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("whole", name="pk_listed"),
    )
    op.create_table("checkup", sa.Column("runner", sa.LargeBinary, nullable=False))
