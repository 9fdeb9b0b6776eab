"""${message}."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "${up_revision}"
down_revision = "${down_revision}"


def upgrade() -> None:
    """Change the tables."""
    ${upgrades if upgrades else "pass"}
