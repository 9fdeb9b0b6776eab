"""Rated matches, and the ratings that are counted from them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "rated",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("n", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("told", sa.Text, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "n", name="pk_rated"),
    )
    op.create_index("rated_next", "rated", ["done", "at_ms"])
    op.create_table(
        "rating",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "player", name="pk_rating"),
    )
    op.create_index("rating_best", "rating", ["game", "mu"])
