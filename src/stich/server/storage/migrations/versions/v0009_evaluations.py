"""Analyses of matches that were judged whole."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "evaluation",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("engine", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_evaluation"),
    )
    op.create_index("evaluation_last", "evaluation", ["at_ms"])
