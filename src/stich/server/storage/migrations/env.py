"""Run by Alembic for each migration. The connection comes from `database`, in a transaction."""

from __future__ import annotations

from alembic import context

from stich.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
