"""The decisions of the operator, in the database: they outlast a restart, and all workers follow them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.engine import Connection

from stich.server.state.sanctions import Kind, Sanction
from stich.server.storage.schema import Statement, sanction, upsert

MOST: Final = 10_000  # decisions that are read


def kept(one: Sanction, at: int) -> list[Statement]:
    """Return what stores a decision, and drops those whose time is over."""
    row = upsert(sanction, kind=one.kind, about=one.about, until_ms=one.until, at_ms=at, note=one.note)
    return [row, delete(sanction).where(sanction.c.until_ms < at)]


def lifted(kind: Kind, about: str) -> list[Statement]:
    """Return what takes a decision back."""
    return [delete(sanction).where(sanction.c.kind == kind, sanction.c.about == about)]


def in_force(db: Connection, now: int) -> list[Sanction]:
    """Return the decisions that hold at this time, the latest first."""
    rows = db.execute(select(sanction).where(sanction.c.until_ms > now).order_by(sanction.c.at_ms.desc()).limit(MOST))
    return [Sanction(row.kind, row.about, row.until_ms, row.note) for row in rows]
