"""Tables that go on while nobody is there, and when the server was not."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "due",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_due"),
    )
    op.create_index("due_at", "due", ["at_ms"])
    op.create_table(
        "alive",
        sa.Column("whole", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("whole", name="pk_alive"),
    )
    op.create_table(
        "outage",
        sa.Column("from_ms", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("from_ms", name="pk_outage"),
    )
