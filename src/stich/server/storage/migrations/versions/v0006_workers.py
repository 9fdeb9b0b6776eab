"""Several workers: a table that another worker is asked for, and the open tables of all."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create what workers tell each other."""
    op.add_column("lease", sa.Column("wanted", sa.Text))
    op.create_table(
        "listing",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("worker", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_listing"),
    )
    op.create_index("listing_until", "listing", ["until"])
